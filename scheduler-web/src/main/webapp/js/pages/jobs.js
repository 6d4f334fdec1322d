/** Jobs that wait, and one job with its runs. */

import { isOver, keyPath } from '../api.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { notify } from '../dialogs.js';
import { number } from '../format.js';
import { jobLink } from '../executions.js';
import { countFrequent, frequentLinks } from '../frequent.js';
import { newJobButton } from '../job-new.js';
import { JOB_STATES } from '../query.js';
import { href, listOrOne } from '../router.js';
import { TODAY } from '../times.js';
import { badge, empty, filters, lacksGrant, name, pager, scheduleMark, table, text, time, varying } from '../ui.js';
import { actOnMatching, actOnSelected } from '../bulk.js';
import { queueNames } from '../worker-queues.js';
import jobDetail from './job.js';

const PAGE = 100;
const EXAMPLE = ['POST', 'jobs', { queue: 'order-check', jobId: '4711', delay: 'PT30M' }];

const FIELDS = (queues) => [
  { name: 'queue', label: 'Queue', type: 'select', options: queues },
  { name: 'prefix', label: 'Job id begins with', placeholder: 'order-47' },
  { name: 'state', label: 'State', type: 'select', options: JOB_STATES },
  { name: 'dueFrom', label: 'Due from', type: 'time', times: TODAY },
  { name: 'dueBefore', label: 'Due before', type: 'time', times: TODAY },
  { name: 'registeredBy', rare: true, label: 'Registered by', placeholder: 'shop' },
  { name: 'contentType', rare: true, label: 'Content type', placeholder: 'application/json' },
  { name: 'group', rare: true, label: 'Group' },
  { name: 'property', rare: true, label: 'Property', placeholder: 'x_customer:4711' },
];

const FREQUENT = [['All', {}], ['Due', { state: 'due' }], ['Retrying', { state: 'retrying' }], ['Held', { state: 'held' }]];

const COLUMNS = [
  { title: 'Job', sort: ['jobId', '-jobId'], cell: (job) => html`${name(job.jobId, jobLink(job))}${job.recurs ? scheduleMark(job) : nothing}` },
  { title: 'Queue', cell: (job) => name(job.queue, href(['queues', job.queue])), says: ({ queue }) => queue },
  { title: 'State', cell: (job) => badge(job.paused && job.state === 'waiting' ? 'paused' : job.state) },
  { title: 'Due', sort: ['due', '-due'], cell: (job) => html`${time(job.dueAt)}${later(job)}` },
  { title: 'Contains', cell: (job) => html`<span class="excerpt">${text(job.excerpt, 160)}</span>`, says: ({ excerpt }) => excerpt },
  { title: 'Attempts', number: true, cell: (job) => job.attempts || nothing, says: ({ attempts }) => attempts || '' },
  { title: 'Last error', cell: (job) => text(job.lastError, 80), says: ({ lastError }) => lastError },
  { title: 'Priority', number: true, cell: (job) => job.priority, says: ({ priority }) => priority },
  { title: 'Registered by', cell: (job) => text(job.registeredBy, 24), says: ({ registeredBy }) => registeredBy },
];

function later({ state, paused, dueAt, eligibleAt }) {
  if (paused && !eligibleAt) return html`<small class="below">until it is resumed</small>`;
  if (state === 'due' || !eligibleAt || Date.parse(eligibleAt) - Date.parse(dueAt) < 1000) return nothing;
  return html`<small class="below">${paused ? 'goes on' : state === 'retrying' ? 'next attempt' : 'dispatched'} ${time(eligibleAt)}</small>`;
}

/** The job id is in the order of an index only if nothing else restricts the list. */
function sortableById({ queue, prefix, cursor, sort, ...others }) {
  return Object.keys(others).length === 0;
}

/** Undefined for a search in all queues, which lists the jobs queue by queue. */
function orderOf(query) {
  const { queue, sort = 'due' } = query;
  if (!queue && isSearch(query)) return undefined;
  return sort.endsWith('jobId') && !sortableById(query) ? 'due' : sort;
}

function columns(query) {
  return sortableById(query) ? COLUMNS : COLUMNS.map((column) => (column.sort?.includes('jobId') ? { ...column, sort: undefined } : column));
}

const key = (job) => `${job.queue}/${job.jobId}`;

const NOUN = ['job', 'jobs'];

/** A row may have become the next run of a schedule since it was read: only what was asked ends that. */
const cancel = ({ queue, jobId, recurs }) => ['DELETE', recurs ? keyPath('schedules', queue, jobId) : `${keyPath('jobs', queue, jobId)}?schedules=false`];

const actions = (ctx) => [
  { operation: 'run-now', label: 'Run now', refuses: ({ state }) => state === 'held' && 'They are held: release them first' },
  { operation: 'hold', label: 'Hold', refuses: ({ recurs }) => recurs && 'They are next runs of schedules: pause these' },
  { operation: 'release', label: 'Release', refuses: ({ state }) => state !== 'held' && 'They are not held' },
  { operation: 'reschedule', label: 'Move …', moves: true, spares: ({ recurs }) => recurs },
  { operation: 'cancel', label: 'Cancel', danger: true, needsGrant: true, request: cancel, spares: ({ recurs }) => recurs, refuses: ({ queue }) => lacksGrant(ctx, queue) },
];

const isSearch = ({ registeredBy, contentType, group }) => Boolean(registeredBy || contentType || group);

/** No index knows what the jobs contain: a property is searched only within a queue and a range of due times. */
const lacksRange = ({ queue, dueFrom, dueBefore, property }) => Boolean(property && !(queue && (dueFrom || dueBefore)));

const SEARCHED = 10_000;

function request({ query }) {
  const { queue, prefix, state, dueFrom, dueBefore, registeredBy, contentType, group, property, cursor } = query;
  return { queue, prefix, state, dueFrom, dueBefore, registeredBy, contentType, group, property, sort: orderOf(query), cursor, limit: PAGE, count: true, excerpt: true };
}

async function load(ctx) {
  countFrequent(ctx, 'jobs', FREQUENT);
  const [, page] = await Promise.all([queueNames(ctx), lacksRange(ctx.query) ? { jobs: [] } : ctx.get('jobs', request(ctx))]);
  return page;
}

function searchOn(ctx, { limitMet, next }) {
  const { searched } = ctx.local;
  if (!limitMet) return nothing;
  return html`<div class="banner" role="status">The search ended after 10,000 jobs. ${searched >= 0 ? `Looked at ${number(searched)} more …`
    : html`<button type="button" class="quiet" @click=${() => findNext(ctx, next)}>Search on</button>`}</div>`;
}

async function findNext(ctx, cursor) {
  ctx.local.searched = 0;
  try {
    for (let at = cursor; at;) {
      ctx.update();
      const { jobs, next } = await ctx.get('jobs', { ...request(ctx), cursor: at, limit: 1, count: undefined });
      if (jobs.length > 0 || !next) ctx.setQuery({ cursor: at });
      at = jobs.length > 0 ? undefined : next;
      ctx.local.searched += SEARCHED;
    }
  } catch (failure) {
    if (!isOver(failure)) notify(failure, 'bad');
  } finally {
    ctx.local.searched = undefined;
    ctx.update();
  }
}

const head = (ctx) => html`<div class="begin">${newJobButton(ctx)}</div>${frequentLinks(ctx, FREQUENT)}${filters(ctx, FIELDS(ctx.local.queueNames))}`;

function view(ctx, page) {
  if (lacksRange(ctx.query)) return html`<div class="banner" role="status">Not searched: to search by a property, add a queue and a due time, such as <code>queue:mail since:02:00</code>.</div>`;
  const selection = (ctx.local.selection ??= new Set());
  const { queue, prefix, state, dueFrom, dueBefore, property } = ctx.query;
  const { columns: shownColumns, common } = varying(columns(ctx.query), page.jobs);
  return html`${searchOn(ctx, page)}
    ${ctx.may('operator') && page.jobs.length > 0 ? html`<div class="actions ${selection.size > 0 ? 'chosen' : ''}">
      ${actOnSelected(ctx, { actions: actions(ctx), noun: NOUN, rows: page.jobs, key, path: (job) => keyPath('jobs', job.queue, job.jobId) })}
      ${isSearch(ctx.query) ? nothing : actOnMatching(ctx, { actions: actions(ctx), noun: NOUN, filter: { queue, prefix, jobState: state, dueFrom, dueBefore, property }, named: key })}
    </div>` : nothing}
    ${page.jobs.length === 0 ? empty(Object.keys(ctx.query).length > 0 ? 'No job waits that matches.' : 'No job waits.', EXAMPLE)
    : table(shownColumns, page.jobs, { key, link: jobLink, ctx, order: orderOf(ctx.query), selection: ctx.may('operator') ? selection : undefined, caption: 'Waiting jobs' })}
    ${common}
    ${pager(ctx, { next: page.next, shown: page.jobs.length, count: page.count, more: page.more })}`;
}

export default listOrOne({ title: () => 'Jobs', load, head, view }, jobDetail, { parts: 2, rows: 'jobs', key });
