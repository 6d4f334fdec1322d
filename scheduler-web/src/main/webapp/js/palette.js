/** The command palette: one box for pages, queues, schedules, ids and what the page can do. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { get, isOver } from './api.js';
import { combobox } from './combobox.js';
import { notify, open } from './dialogs.js';
import { pages } from './navigation.js';
import { KINDS } from './pages/search.js';
import { completions, isQuery } from './query.js';
import { href } from './router.js';
import { addressOf } from './search-box.js';
import { views } from './views.js';

const MOST = 40;
const WAIT_MILLIS = 200;
const LEAST_LETTERS = 2;

const link = (label, note, address) => ({ label, note, act: () => { location.hash = address; } });

export function openPalette({ shell, list, commands }) {
  const fixed = [...actions(), ...views().map(({ name, address }) => link(name, 'view', address)), ...destinations(shell), ...commands.map((each) => ({ note: 'command', ...each }))];
  const box = { at: 0, text: '', named: [], found: [] };
  let timer;
  return open((close, update) => {
    const refresh = () => box.closed || update();
    if (!box.begun) begin(box, refresh);
    const target = isQuery(box.text) ? addressOf(box.text, list) : {};
    const proposals = [
      ...(target.address ? [link(box.text, 'query', target.address)] : []),
      ...(isQuery(box.text) ? completions(box.text, { queues: box.queues }) : []),
      ...matching([...fixed, ...box.named], box.text), ...box.found,
      ...(box.text.trim() && !target.refusal ? [link(`Search for ${box.text.trim()}`, '', href(['search'], { q: box.text.trim() }))] : []),
    ].slice(0, MOST);
    return html`<div class="dialog palette"><h2 id="dialog-title" class="hidden">Commands</h2>
      ${combobox(box, {
        id: 'palette', label: 'Go to, or do', placeholder: 'Page, queue, schedule, id or action', value: box.text, proposals, always: true, focus: true, update: refresh,
        changed: (text) => {
          Object.assign(box, { text, at: 0, found: [] });
          clearTimeout(timer);
          timer = setTimeout(() => find(box, refresh), WAIT_MILLIS);
          refresh();
        },
        take: async ({ act, text }) => {
          if (act) close();
          else Object.assign(box, { text, at: 0 });
          try {
            await (act ?? refresh)();
          } catch (failure) {
            if (!isOver(failure)) notify(failure, 'bad');
          }
        },
      })}
      ${target.refusal && proposals.length === 0 ? html`<div class="problem" role="alert">${target.refusal}</div>` : proposals.length === 0 ? html`<p class="hint" role="status">Nothing has this name.</p>` : nothing}</div>`;
  }).then(() => { box.closed = true; });
}

const labelOf = (button) => button.textContent.trim().replace(/\s+/g, ' ');

/** The buttons of the page that can be used now. One that has become another meanwhile is left alone. */
function actions() {
  return [...document.querySelectorAll('main :is(.actions, .begin) button')]
    .filter((button) => !button.disabled && button.ariaDisabled !== 'true' && button.checkVisibility())
    .map((button) => {
      const label = labelOf(button);
      const still = () => button.isConnected && !button.disabled && labelOf(button) === label;
      return { label, note: 'action of this page', act: () => (still() ? button.click() : notify(`${label}: the page has changed, nothing was done`, 'bad')) };
    });
}

function destinations({ may }) {
  return pages.filter(({ group, role }) => group && may(role)).map(({ path, label }) => link(label, 'page', href(path ? [path] : [])));
}

/** What has each word of the text; what begins with it comes first. */
function matching(all, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const name = ({ label }) => label.toLowerCase();
  const hits = all.filter((each) => words.every((word) => `${name(each)} ${each.note}`.includes(word)));
  const first = (each) => name(each).startsWith(text.trim().toLowerCase());
  return [...hits.filter(first), ...hits.filter((each) => !first(each))];
}

/** Queues and schedules are read once; those of later pages are found by how they begin. */
async function begin(box, refresh) {
  box.begun = true;
  const read = (path, query, entries) => get(path, query).then((data) => {
    box.named.push(...entries(data));
    refresh();
  }, silent);
  await read('worker-queues', undefined, ({ workerQueues }) => {
    box.queues = workerQueues.map(({ name }) => name);
    return box.queues.map((name) => link(name, 'queue', href(['queues', name])));
  });
  await read('schedules', { limit: 100 }, ({ schedules }) => schedules.map(({ queue, jobId }) => link(jobId, `schedule of ${queue}`, href(['schedules', queue, jobId]))));
}

async function find(box, refresh) {
  const q = box.text.trim();
  if (q.length < LEAST_LETTERS || isQuery(q)) return;
  try {
    const { found } = await get('search', { q });
    if (box.text.trim() !== q) return;
    box.found = found.filter(({ kind }) => kind !== 'audit' && KINDS[kind]).map((row) => link(KINDS[row.kind].name(row), KINDS[row.kind].one, KINDS[row.kind].to(row)));
    refresh();
  } catch (failure) {
    silent(failure);
  }
}

/** The palette does without what cannot be read; the page says that the node does not answer. */
function silent(failure) {
  if (!isOver(failure) && !(failure.status >= 0)) throw failure;
}
