/** Batch operations: how far they have come. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { chosen } from '../bulk.js';
import { OPEN } from '../executions.js';
import { amount, duration, number, secondsBetween } from '../format.js';
import { movesBy } from '../move.js';
import { href, listOrOne } from '../router.js';
import { action, badge, empty, facts, figure, longText, pager, progressBar, section, table, text, time, visible } from '../ui.js';

const PAGE = 100;
const EXAMPLE = ['POST', 'batch-operations', { operation: 'cancel', queue: 'order-check', prefix: '47', dryRun: true }];

/** The entries of the audit that an operation makes. */
const AUDITED = {
  cancel: 'cancel job', reschedule: 'reschedule job', hold: 'hold job', release: 'release job',
  resubmit: 'resubmit', delete: 'delete quarantined', 'run-again': 'run again',
};

/** What becomes of schedules whose next runs match, if that is asked. */
const SCHEDULES = { cancel: 'are ended, too', reschedule: 'their next runs move, too' };

const link = ({ id }) => href(['batches', String(id)]);
const key = ({ id }) => String(id);
const path = (ctx) => `batch-operations/${encodeURIComponent(ctx.segments[1])}`;

/** One of before the upgrade has only its last refusal. */
const refusalsOf = ({ refusals, lastRefusal }) => (refusals?.length ? refusals : [lastRefusal].filter(Boolean));

const COLUMNS = [
  { title: 'Operation', cell: (batch) => html`<a class="nowrap" href=${link(batch)}>${batch.operation} <span class="mono">${batch.id}</span></a>` },
  { title: 'State', cell: ({ state }) => badge(state) },
  { title: 'Chooses', cell: chosen },
  { title: 'Progress', cell: progress },
  { title: 'Refused', number: true, cell: ({ refused }) => (refused ? html`<span class="alarm">${number(refused)}</span>` : html`<span class="faint">0</span>`) },
  { title: 'Requested', cell: ({ requestedAt }) => time(requestedAt) },
  { title: 'By', cell: ({ requestedBy }) => text(requestedBy, 24) },
];

/** Of more than 1,000, the total is an estimate, or not known until the operation has ended. */
function progress(batch) {
  const { state, counted, more, estimate, done = 0, refused = 0 } = batch;
  const reached = done + refused;
  const total = more ? estimate : counted;
  const label = `${number(reached)} of ${amount(batch)}`;
  return state === 'running' ? progressBar(reached, total, label) : html`<span class="nowrap">${label}</span>`;
}

const list = {
  title: () => 'Batch operations',
  load: (ctx) => ctx.get('batch-operations', { cursor: ctx.query.cursor, limit: PAGE }),
  view: (ctx, page) => html`
    ${page.batchOperations.length === 0 ? empty('No batch operation yet. They begin in the lists of jobs, runs and the quarantine, with “All that match”, or with:', EXAMPLE)
    : table(COLUMNS, page.batchOperations, { key, link, caption: 'Batch operations' })}
    ${pager(ctx, { next: page.next, shown: page.batchOperations.length })}`,
};

function refusedSection(batch) {
  const refusals = refusalsOf(batch);
  return section(batch.refused > refusals.length ? `The first ${refusals.length} refused` : 'Refused',
    html`<ul class="samples">${refusals.map((why) => html`<li>${longText(why)}</li>`)}</ul>`, { two: true });
}

const one = {
  title: (ctx) => `Batch operation ${visible(ctx.segments[1])}`,
  load: (ctx) => ctx.get(path(ctx)),
  view: (ctx, batch) => html`<div class="actions">${badge(batch.state)}<strong>${batch.operation}</strong>
      ${batch.state === 'running' ? action(ctx, {
        label: 'Stop', danger: true, method: 'DELETE', path: path(ctx), done: 'The operation does nothing more',
        confirm: { title: 'Stop the operation?', text: `${number(batch.done)} of ${amount(batch)} are done. What is done stays done.` },
      }) : nothing}</div>
    ${batch.state === 'running' ? html`<p>${progress(batch)}</p>` : nothing}
    <div class="figures">
      ${figure('Matched at the request', amount(batch))}
      ${figure('Done', number(batch.done), ctx.may('operator') && batch.done > 0 ? { to: audited(batch), note: 'list' } : {})}
      ${figure('Refused', number(batch.refused), { tone: batch.refused ? 'bad' : '' })}
      ${batch.gone ? figure('Gone meanwhile', number(batch.gone), { note: 'dispatched, changed or cancelled' }) : nothing}
      ${figure('Took', duration(secondsBetween(batch.requestedAt, batch.endedAt || new Date().toISOString())), { note: batch.endedAt ? nothing : 'until now' })}
    </div>
    <div class="cards">
      ${section('Request', request(batch))}
      ${batch.refused > 0 ? refusedSection(batch) : nothing}
    </div>
    ${batch.operation === 'resubmit' ? html`<p class="hint">Done counts requests that a check found good: a node registers each row.</p>`
    : html`<p class="hint">Jobs that were dispatched before the operation reached them count neither as done nor as refused.</p>`}`,
};

function request(batch) {
  return html`${facts([
    ['Chooses', chosen(batch)],
    ['Schedules', SCHEDULES[batch.operation] && (batch.schedules ? SCHEDULES[batch.operation] : 'are left alone')],
    ['Moved', batch.dueAt || batch.dueOffset ? movesBy(batch) : undefined],
    ['Requested', html`${time(batch.requestedAt, { exact: true })} by ${text(batch.requestedBy)}`],
    ['Ended', batch.endedAt ? time(batch.endedAt, { exact: true }) : undefined],
  ])}<p><a href=${matching(batch)}>What matches now</a></p>`;
}

function audited({ operation, schedules, requestedBy, requestedAt, endedAt }) {
  return href(['audit'], { user: requestedBy, action: schedules && operation === 'cancel' ? undefined : AUDITED[operation], from: requestedAt, before: endedAt });
}

function matching({ operation, queue, jobState, runState, prefix, stage, code, dueFrom, dueBefore, property, endedFrom, endedBefore, jobBatch }) {
  if (operation === 'resubmit' || operation === 'delete') return href(['quarantine'], { queue, stage, code });
  if (operation === 'run-again' || jobBatch) return href(['runs'], { queue, state: operation === 'run-again' ? runState : OPEN.join(), prefix, endedFrom, endedBefore, batch: jobBatch });
  return href(['jobs'], { queue, state: jobState, prefix, dueFrom, dueBefore, property });
}

export default listOrOne(list, one, { rows: 'batchOperations', key });
