/** One box: what has this name, wherever it is. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { number, shortId } from '../format.js';
import { href } from '../router.js';
import { badge, empty, scheduleMark, section, text, time, visible } from '../ui.js';

/** In the order in which the groups are shown. */
export const KINDS = {
  job: { label: 'Waiting jobs', one: 'job', to: ({ queue, jobId }) => href(['jobs', queue, jobId]), name: ({ queue, jobId }) => `${queue}/${jobId}` },
  execution: { label: 'Runs', one: 'run', to: ({ fireId }) => href(['runs', fireId]), name: ({ queue, jobId, fireId }) => (jobId ? `${queue}/${jobId}` : fireId) },
  schedule: { label: 'Schedules', one: 'schedule', to: ({ queue, jobId }) => href(['schedules', queue, jobId]), name: ({ queue, jobId }) => `${queue}/${jobId}` },
  'job-batch': { label: 'Job batches', one: 'job batch', to: ({ name }) => href(['job-batches', name]), name: ({ name }) => name },
  quarantine: { label: 'Quarantine', one: 'row of the quarantine', to: ({ id }) => href(['quarantine', String(id)]), name: ({ id, name, queue, jobId }) => [`Row ${id}`, name, jobId && `${queue}/${jobId}`].filter(Boolean).join(' · ') },
  'dead-letter': { label: 'Quarantine, after the last delivery', one: 'row of the quarantine', to: ({ id }) => href(['quarantine', String(id)]), name: ({ id, queue, jobId }) => [`Row ${id}`, jobId && `${queue}/${jobId}`].filter(Boolean).join(' · ') },
  definition: { label: 'Definitions', one: 'definition', to: ({ name }) => href(['definitions', name]), name: ({ name }) => name },
  'worker-queue': { label: 'Queues', one: 'queue', to: ({ name, queue }) => href(['queues', name ?? queue]), name: ({ name, queue }) => name ?? queue },
  audit: { label: 'Audit', one: 'change', to: ({ subject }) => href(['audit'], { subject }), name: ({ id, name, subject }) => [name ?? `Change ${id}`, subject].filter(Boolean).join(': ') },
};
const MATCHED = { jobId: 'job id', prefix: 'begins so', fireId: 'fire id', messageId: 'message id', name: 'name', subject: 'subject', parent: 'waits for it' };
const MOST = 20;

function load(ctx) {
  const q = ctx.query.q?.trim();
  return q ? ctx.get('search', { q }) : { query: '', found: [], complete: true };
}

function view(ctx, { query, found, complete }) {
  if (!ctx.query.q?.trim()) return hints('Type what you know into the box above.');
  if (found.length === 0) return hints(html`Nothing has the name <bdi>${visible(query)}</bdi>, and no id begins so.`);
  const kinds = Object.keys(KINDS).filter((kind) => found.some((each) => each.kind === kind));
  return html`${best(found)}
    ${complete === false ? html`<div class="banner">There is more than is shown, or not everything could be looked at. Type more of the name.</div>` : nothing}
    ${kinds.map((kind) => group(ctx, kind, found.filter((each) => each.kind === kind)))}
    ${kinds.every((kind) => kind === 'audit') ? html`<p class="hint">Nothing of this name waits, runs or is in the quarantine. A job that is not tracked leaves no trace when it has been dispatched.</p>` : nothing}
    ${kinds.length > 1 ? section('In the order of time', timeline(found)) : nothing}`;
}

/** If there is exactly one job, or one run, that is what was looked for: Enter opens it. */
function best(found) {
  const hits = ['job', 'execution'].map((kind) => only(found.filter((each) => each.kind === kind))).filter(Boolean);
  if (hits.length === 0) return nothing;
  return html`<div class="actions">${hits.map((hit, index) => html`<a class="best" ?data-next=${index === 0} href=${KINDS[hit.kind].to(hit)}>Open the ${KINDS[hit.kind].one} ${text(KINDS[hit.kind].name(hit), 80)}</a>`)}</div>`;
}

function only(rows) {
  const exact = rows.filter(({ matched }) => !['prefix', 'parent'].includes(matched));
  return exact.length === 1 ? exact[0] : rows.length === 1 ? rows[0] : undefined;
}

function group(ctx, kind, rows) {
  const { label } = KINDS[kind];
  return section(label, html`<ul class="list">${rows.map((row) => html`<li>
      <div><a href=${target(ctx, row)}>${text(KINDS[kind].name(row), 120)}</a>${row.recurs ? html` ${scheduleMark(row)}` : nothing}${row.fireId && kind !== 'execution' ? html` <span class="faint mono">${row.fireId}</span>` : nothing}</div>
      <span>${row.state ? badge(row.state) : nothing}${row.messages > 0 ? html` ${number(row.messages)} messages` : nothing}${row.deadLetters > 0 ? html` ${badge(`${number(row.deadLetters)} quarantined`, 'bad')}` : nothing} <span class="faint">${MATCHED[row.matched] ?? row.matched}</span> ${row.at ? time(row.at) : nothing}</span></li>`)}</ul>`,
  { aside: html`<span class="faint">${number(rows.length)}${rows.length >= MOST ? ', the first ones' : ''}</span>` });
}

/** The audit is for operators; its page would be refused to others. */
function target(ctx, row) {
  return row.kind === 'audit' && !ctx.may('operator') ? nothing : KINDS[row.kind].to(row);
}

/** What has happened, and what is still to come, for each job of its own. */
function timeline(found) {
  const dated = found.filter(({ at, kind }) => at && KINDS[kind]).sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const groups = new Map();
  for (const row of dated) {
    const name = row.queue && row.jobId ? `${row.queue}/${row.jobId}` : '';
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups].map(([name, rows]) => html`<h3>${name ? text(name, 120) : 'Without a job'}</h3>
    <ol class="timeline">${rows.map((row) => html`<li class=${row.kind === 'quarantine' || row.kind === 'dead-letter' ? 'bad' : row.kind === 'execution' ? 'busy' : ''}>
      <div>${event(row)}: <a href=${KINDS[row.kind].to(row)}>${row.kind === 'execution' ? shortId(row.fireId) : text(KINDS[row.kind].name(row), 80)}</a></div>
      <div class="took">${time(row.at, { exact: true, millis: true })}</div></li>`)}</ol>`);
}

/** What the time of a row is that of. */
function event({ kind, state, at }) {
  const future = Date.parse(at) > Date.now();
  if (kind === 'execution') return `run ${state === 'SUBMITTED' ? 'registered' : state.toLowerCase()}`;
  if (kind === 'job') return future ? 'job will be due' : 'job due';
  if (kind === 'schedule') return future ? 'next run planned' : 'run planned';
  return KINDS[kind].one;
}

function hints(message) {
  return html`${empty(message)}
    <div class="card"><h2>What can be found</h2><ul>
      <li>a job id, or how it begins: jobs, runs, schedules, and the latest 10,000 rows of the quarantine; a complete one: the jobs that wait for its end</li>
      <li>a complete fire id; the complete message id of a row of the quarantine</li>
      <li>how the name of a worker queue, a definition or a job batch begins</li>
      <li>for operators, the subjects of the latest 10,000 changes in the audit</li>
    </ul><p class="hint">Upper and lower case differ. Payloads are not searched; a property of waiting jobs is a filter of <a href=${href(['jobs'])}>jobs</a>.
      Of the messages at the broker, only those of tracked jobs are found, as runs in state DISPATCHED. A job that is not tracked leaves no trace when it has been dispatched.</p></div>`;
}

export default { title: (ctx) => (ctx.query.q ? `Search: ${visible(ctx.query.q).slice(0, 80)}` : 'Search'), refresh: 0, load, view };
