/** Runs of tracked jobs, and one run with its transitions. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { actOnMatching, actOnSelected } from '../bulk.js';
import { FAILED, isRepeatable, jobLink, REPEATABLE, runTable, STATES } from '../executions.js';
import { zone } from '../format.js';
import { countFrequent, frequentLinks } from '../frequent.js';
import { OUTCOMES, RUNNING, toDuration } from '../query.js';
import { href, listOrOne } from '../router.js';
import { PAST } from '../times.js';
import { empty, filters, lacksGrant, name, pager } from '../ui.js';
import { queueNames } from '../worker-queues.js';
import runDetail from './run.js';

const PAGE = 100;
const LONGEST = '-duration';
const EXAMPLE = ['POST', 'jobs', { queue: 'order-check', jobId: '4711', delay: 'PT1S', tracked: true }];

const moment = (name, label) => ({ name, label, rare: true, type: 'time', times: PAST });

const FIELDS = [
  { name: 'state', label: 'State', type: 'select', options: [...STATES, [RUNNING, 'running now'], [FAILED, 'failed or expired']] },
  { name: 'outcome', label: 'Outcome', type: 'select', options: OUTCOMES },
  { name: 'prefix', label: 'Job id begins with', placeholder: 'order-47' },
  moment('submittedFrom', 'Submitted from'),
  moment('submittedBefore', 'Submitted before'),
  moment('endedFrom', 'Ended from'),
  moment('endedBefore', 'Ended before'),
  { name: 'minDuration', label: 'Took at least', placeholder: '10s, 5m, PT2H', read: toDuration },
  { name: 'unhandled', rare: true, label: 'Run again', type: 'select', options: [['true', 'not yet']] },
  { name: 'message', rare: true, label: 'Message begins with', placeholder: 'TaxClient 503' },
  { name: 'retried', label: 'Attempts', type: 'select', options: [['true', 'more than one']] },
];

const LINKED = [{ name: 'jobId', label: 'Job id' }, { name: 'schedule', label: 'Schedule' }, { name: 'batch', label: 'Job batch' }];

const NAMES = [
  { title: 'Job', cell: (run) => html`${name(run.jobId, jobLink(run))}<small class="below">${name(run.queue, href(['queues', run.queue]))}</small>` },
];

const NOUN = ['run', 'runs'];
const actions = (ctx) => [{ operation: 'run-again', label: 'Run again', needsGrant: true, refuses: ({ queue }) => lacksGrant(ctx, queue) }];
const STATES_OF = { failed: ['ERROR', 'EXHAUSTED'], succeeded: ['FINISHED'], cancelled: ['CANCELLED'] };
const NOT_IN_BATCH = ['submittedFrom', 'submittedBefore', 'minDuration', 'message', 'retried', 'jobId', 'schedule', 'startedFrom', 'startedBefore'];

const key = (run) => run.fireId;

/** What has happened last is first, without runs of the future; these, and what other indexes find, are by registration. */
const orderOf = ({ sort, state, outcome, minDuration, retried, batch }) => sort || (batch || state === 'SUBMITTED' || outcome === 'open' || minDuration || retried ? '-submitted' : '-latest');

async function load(ctx) {
  const { cursor, ...query } = ctx.query;
  // As the list has them, or the numbers would differ
  countFrequent(ctx, 'executions', frequent().map(([label, filter]) => [label, { ...filter, sort: orderOf(filter) }]));
  const [, page] = await Promise.all([queueNames(ctx), ctx.get('executions', { ...query, sort: orderOf(query), cursor, limit: PAGE, count: true })]);
  return page;
}

function head(ctx) {
  const fields = [{ name: 'queue', label: 'Queue', type: 'select', options: ctx.local.queueNames }, ...LINKED.filter(({ name }) => ctx.query[name]), ...FIELDS];
  return html`${frequentLinks(ctx, frequent())}${filters(ctx, fields)}`;
}

function view(ctx, page) {
  const selection = (ctx.local.selection ??= new Set());
  return html`${ctx.query.sort === LONGEST ? html`<p class="hint">The longest first, of the runs that have ended and took at least a second.</p>` : nothing}
    ${ctx.may('operator') && page.executions.length > 0 ? html`<div class="actions ${selection.size > 0 ? 'chosen' : ''}">
      ${actOnSelected(ctx, { actions: actions(ctx), noun: NOUN, rows: page.executions.filter(isRepeatable), key, path: (run) => `executions/${run.fireId}` })}
      ${allThatMatch(ctx)}
    </div>` : nothing}
    ${page.executions.length === 0 ? noRuns(ctx)
    : runTable(page.executions, { ctx, order: orderOf(ctx.query), selection: ctx.may('operator') ? selection : undefined, caption: 'Runs' }, NAMES)}
    ${pager(ctx, { next: page.next, shown: page.executions.length, count: page.count, more: page.more })}`;
}

const frequent = () => [
  ['All', {}],
  ['Running now', { state: RUNNING }],
  ['Failed since midnight', { outcome: 'failed', endedFrom: midnight() }],
  ['Failed', { outcome: 'failed' }],
  ['Not handled yet', { outcome: 'failed', unhandled: 'true' }],
  ['Tried more than once', { retried: 'true' }],
];

function midnight() {
  const now = new Date();
  if (zone() === 'UTC') now.setUTCHours(0, 0, 0, 0);
  else now.setHours(0, 0, 0, 0);
  return now.toISOString();
}

/** A batch operation must not reach more runs than the list shows, so it is offered only for filters that it knows. */
function allThatMatch(ctx) {
  const { queue, prefix, state, outcome, endedFrom, endedBefore, batch } = ctx.query;
  const runState = repeatable(state, outcome);
  if (runState.length === 0 || !(queue || prefix || state || outcome || endedFrom || endedBefore || batch)) return nothing;
  if (NOT_IN_BATCH.some((name) => ctx.query[name]) || ctx.query.sort === LONGEST) {
    return html`<span class="hint">For all that match, filter by queue, state, outcome, job id and end only, newest first.</span>`;
  }
  return actOnMatching(ctx, {
    actions: actions(ctx),
    noun: NOUN,
    filter: { queue, prefix, runState: runState.join(), endedFrom, endedBefore, jobBatch: batch },
    named: (run) => `${run.queue}/${run.jobId}`,
  });
}

function repeatable(state, outcome) {
  return REPEATABLE.filter((each) => (!state || state.split(',').includes(each)) && (!outcome || STATES_OF[outcome]?.includes(each)));
}

function noRuns(ctx) {
  return Object.keys(ctx.query).length > 0 ? empty('No run matches.')
    : empty('No run yet. Only tracked jobs have runs with a history.', EXAMPLE);
}

export default listOrOne({ title: () => 'Runs', load, head, view }, runDetail, { rows: 'executions', key });
