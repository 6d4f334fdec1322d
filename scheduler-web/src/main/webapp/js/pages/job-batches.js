/** Job batches: how far the members of each have come, what waits for them, and what operators do with all of them. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { idSegment } from '../api.js';
import { start } from '../bulk.js';
import { BATCH_TONES, FAILED, jobLink } from '../executions.js';
import { number } from '../format.js';
import { href, listOrOne } from '../router.js';
import { badge, button, empty, facts, figure, name, pager, progressBar, section, table, text, time, visible } from '../ui.js';

const PAGE = 100;
const EXAMPLE = ['POST', 'jobs', { queue: 'order-check', jobId: '4711', delay: 'PT1S', tracked: true, batch: 'import-4711' }];
const MEMBERS = ['member', 'members'];

const link = ({ id }) => href(['job-batches', id]);
const key = ({ id }) => id;
const idOf = (ctx) => ctx.segments.slice(1).join('/');
const members = (id, state) => href(['runs'], { batch: id, state });
const state = (batch) => badge(batch.state, BATCH_TONES[batch.state]);
const open = ({ waiting, running }) => waiting + running;

function progress({ size, total, finished, failed, cancelled, missing }) {
  const ended = finished + failed + cancelled + missing;
  return progressBar(ended, size ?? total, `${number(ended)} of ${number(size ?? total)}${size === undefined ? ' so far' : ''}`);
}

const count = (title, field, tone) => ({
  title, number: true, says: (batch) => batch[field] || '',
  cell: ({ [field]: value }) => html`<span class=${value ? tone : 'faint'}>${number(value)}</span>`,
});

const COLUMNS = [
  { title: 'Batch', cell: (batch) => name(batch.id, link(batch)) },
  { title: 'State', cell: state },
  { title: 'Progress', cell: progress },
  count('Waiting', 'waiting', ''),
  count('Running', 'running', ''),
  count('Finished', 'finished', ''),
  count('Failed', 'failed', 'alarm'),
  count('Cancelled', 'cancelled', ''),
  { title: 'Opened', cell: ({ createdAt }) => time(createdAt) },
];

const list = {
  title: () => 'Job batches',
  load: (ctx) => ctx.get('job-batches', { cursor: ctx.query.cursor, limit: PAGE }),
  view: (ctx, { jobBatches, next }) => html`
    ${jobBatches.length === 0 ? empty('No job batch yet. Jobs that name one are its members:', EXAMPLE)
    : table(COLUMNS, jobBatches, { key, link, caption: 'Job batches', below: ({ message }) => (message ? html`<span class="alarm">${text(message, 300)}</span>` : nothing) })}
    ${pager(ctx, { next, shown: jobBatches.length })}`,
};

const one = {
  title: (ctx) => `Job batch ${visible(idOf(ctx))}`,
  load: (ctx) => ctx.get(`job-batches/${idSegment(idOf(ctx))}`),
  view: (ctx, batch) => html`<div class="actions">${state(batch)}${ctx.may('operator') ? actions(batch) : nothing}</div>
    ${batch.message ? html`<p class="problem">${batch.message}</p>` : nothing}
    <p class="progress">${progress(batch)}</p>
    <div class="figures">
      ${figure('Members', number(batch.total), { to: members(batch.id), note: batch.size > batch.total ? `of ${number(batch.size)}` : nothing })}
      ${figure('Waiting', number(batch.waiting), { to: members(batch.id, 'SUBMITTED') })}
      ${figure('Running', number(batch.running), { to: members(batch.id, 'DISPATCHED,RUNNING') })}
      ${figure('Finished', number(batch.finished), { to: members(batch.id, 'FINISHED') })}
      ${figure('Failed', number(batch.failed), { to: members(batch.id, FAILED), tone: batch.failed ? 'bad' : '' })}
      ${figure('Cancelled', number(batch.cancelled), { to: members(batch.id, 'CANCELLED') })}
      ${batch.missing ? figure('Missing', number(batch.missing), { tone: 'bad', note: 'not awaited any more' }) : nothing}
    </div>
    <div class="cards">
      ${section('Batch', details(batch))}
      ${section(`Jobs after it (${number(batch.children.length)})`, children(batch))}
    </div>`,
};

function actions(batch) {
  const act = (operation, label, more) => button(label, () => start({ operation, ...more }, { jobBatch: batch.id }, { noun: MEMBERS, named: ({ queue, jobId }) => `${queue}/${jobId}` }), more);
  return html`
    ${act('run-again', 'Run failed again', { primary: true, why: batch.failed ? '' : 'No member has failed' })}
    ${act('cancel-runs', 'Cancel all', { danger: true, why: open(batch) ? '' : 'No member waits or runs' })}`;
}

function details({ state: now, registeredBy, createdAt, closedAt, expiresAt, failedAt, endedAt }) {
  return facts([
    ['Opened', html`${time(createdAt, { exact: true })} by ${text(registeredBy)}`],
    ['Closed', closedAt ? time(closedAt, { exact: true }) : 'not yet: more members may come'],
    ['Members are awaited until', expiresAt && !endedAt ? time(expiresAt, { exact: true }) : undefined],
    ['First failure', failedAt ? time(failedAt, { exact: true }) : undefined],
    ['Ended', endedAt && now !== 'CLOSED' ? time(endedAt, { exact: true }) : undefined],
  ]);
}

function children({ children: jobs }) {
  if (jobs.length === 0) return html`<p class="hint">No job waits for its end or its failure.</p>`;
  return html`<ul>${jobs.map((job) => html`<li><a href=${jobLink(job)}>${job.queue}/${visible(job.jobId)}</a>
    <span class="faint">${job.onFailure ? 'at the first failure' : 'at its end'}</span> ${job.releasedAt ? html`<span class="faint">when the batch was</span> ${badge(job.parentState, BATCH_TONES[job.parentState])} ${time(job.releasedAt)}` : badge('waiting')}</li>`)}</ul>`;
}

export default listOrOne(list, one, { rows: 'jobBatches', key });
