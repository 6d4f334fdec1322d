/** Users, their sessions, and who may register jobs. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { href } from '../router.js';
import grants from './grants.js';
import sessions from './sessions.js';
import accounts from './accounts.js';

const TABS = [
  ['', 'Users', accounts],
  ['sessions', 'Sessions', sessions],
  ['grants', 'Grants', grants],
];

const tabOf = (ctx) => TABS.find(([name]) => name === (ctx.query.tab || '')) || TABS[0];

async function load(ctx) {
  const [name, , tab] = tabOf(ctx);
  return { name, rows: await tab.load(ctx) };
}

/** While the next tab loads, the frame still has the data of the last one. */
function view(ctx, { name, rows }) {
  const [current, , tab] = tabOf(ctx);
  return html`<nav class="tabs" aria-label="Parts of this page">${TABS.map(([each, label]) => html`
      <a href=${href(['users'], { tab: each })} aria-current=${each === current ? 'page' : nothing}>${label}</a>`)}</nav>
    ${name === current ? tab.view(ctx, rows) : html`<p class="hint loading">Loading …</p>`}`;
}

const keys = ({ rows: { users, sessions, grants } }) => (users ?? sessions ?? grants).map(({ name, id, login, queue }) => name ?? id ?? `${login} ${queue}`);

export default { title: () => 'Users', refresh: 5_000, load, view, keys };
