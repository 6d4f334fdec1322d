/** From row to row of the list that led to the page. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { number } from './format.js';

let list = { rows: [] };

addEventListener('hashchange', ({ oldURL }) => {
  const row = document.querySelector(`main tr[data-href="${CSS.escape(location.hash)}"]`);
  if (!row) return;
  list = {
    rows: [...row.parentElement.rows].map(({ dataset }) => dataset.href).filter(Boolean),
    more: document.querySelector('main .pager [data-more]') ? '+' : '',
    address: new URL(oldURL).hash || '#/',
    title: document.querySelector('main h1').textContent,
  };
});

/** The place of the page in its list, with the rows beside it; the page of a list that has gone on keeps the order that was seen. */
export function neighbours() {
  const at = list.rows.indexOf(location.hash);
  if (at < 0) return nothing;
  const step = (to, label, key) => (list.rows[to] ? html`<a href=${list.rows[to]} aria-keyshortcuts=${key} data-step=${key} title="Key ${key}">${label}</a>` : html`<span class="faint">${label}</span>`);
  return html`<nav class="neighbours" aria-label="Rows of the list"><a href=${list.address}>${list.title}</a> ${number(at + 1)} / ${number(list.rows.length)}${list.more} ${step(at - 1, 'Previous', 'p')} ${step(at + 1, 'Next', 'n')}</nav>`;
}
