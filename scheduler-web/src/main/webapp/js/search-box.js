/** The box at the top: a name to search for, or a query that becomes the filters of jobs or runs. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { get } from './api.js';
import { combobox } from './combobox.js';
import { completions, isQuery, read, write } from './query.js';
import { href } from './router.js';

const box = { at: -1, open: false };

/** A page of another address shows what that asks for. */
function at({ ctx, entry }) {
  if (box.ctx !== ctx) Object.assign(box, { ctx, at: -1, kept: undefined, open: false, refusal: undefined, text: asked(ctx, entry) });
  return box;
}

function asked({ query, segments }, { path }) {
  return path === 'search' ? query.q || '' : segments.length === 1 ? write(path, query) : '';
}

export function searchBox(state, { update }) {
  const { text, refusal, queues } = at(state);
  const change = (more) => {
    Object.assign(box, { at: -1, refusal: undefined }, more);
    update();
  };
  return html`<form class="search" role="search" @submit=${(event) => {
    event.preventDefault();
    const target = addressOf(box.text.trim(), state.entry.path);
    if (target.refusal) change(target);
    else if (target.address) location.hash = target.address;
  }} @focusin=${() => namesOfQueues(update)}>${combobox(box, {
    id: 'search', type: 'search', label: 'Find a job, run, schedule or message', placeholder: 'Find a job, run …, or queue:mail state:failed  ( / )', value: text, update,
    proposals: [...(text.length > 1 ? completions(text, { queues }) : []), ...asName(text)],
    changed: (value) => change({ text: value }),
    take: (proposal) => change({ text: proposal.text, open: true }),
  })}${refusal ? html`<div class="problem" role="alert">${refusal}</div>` : nothing}</form>`;
}

/** An id may look like a query. */
const asName = (text) => (isQuery(text) && !read(text).refusal ? [{ label: `"${text.trim()}"`, note: 'search for this name', text: `"${text.trim()}"` }] : []);

/** Where a text leads, as `{ address }`, or why it leads nowhere, as `{ refusal }`. */
export function addressOf(text, list) {
  if (!isQuery(text)) return { address: text && href(['search'], { q: text.replace(/^"(.*)"$/, '$1') }) };
  const { list: found, filters, refusal } = read(text, list === 'runs' ? 'runs' : 'jobs');
  return refusal ? { refusal } : { address: href([found], filters) };
}

async function namesOfQueues(update) {
  if (box.queues) return;
  box.queues = [];
  try {
    box.queues = (await get('worker-queues')).workerQueues.map(({ name }) => name);
    update();
  } catch {
    box.queues = undefined;
  }
}
