/** Jobs that recur, and one schedule with its next times and its history. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { keyPath } from '../api.js';
import { actOnSelected } from '../bulk.js';
import { number, pauseEnd } from '../format.js';
import { href, listOrOne } from '../router.js';
import { badge, empty, filters, pager, table, text, time, timeIn, visible } from '../ui.js';
import { zoneOf } from '../preview.js';
import { newButton, newForm } from '../schedule-edit.js';
import { queueNames } from '../worker-queues.js';
import scheduleDetail from './schedule.js';

const PAGE = 100;
const NEVER = '9999';
const EXAMPLE = ['PUT', 'jobs/order-check/nightly', { recurrence: 'cron:0 0 6 ? * MON-FRI zone=Europe/Berlin' }];

const FIELDS = (queues) => [
  { name: 'queue', label: 'Queue', type: 'select', options: queues },
  { name: 'state', label: 'State', type: 'select', options: ['active', 'paused', 'ended'] },
];

const COLUMNS = [
  { title: 'Schedule', cell: (row) => html`<div class="roomy"><a href=${link(row)}>${text(row.jobId)}</a></div>` },
  { title: 'Queue', cell: (row) => html`<a class="nowrap" href=${href(['queues', row.queue])}>${row.queue}</a>` },
  { title: 'State', cell: (row) => badge(row.state) },
  { title: 'Recurrence', cell: recurrence },
  { title: 'Next', cell: next },
  { title: 'Last', cell: (row) => time(row.lastPlannedAt) },
  { title: 'Runs', number: true, cell: (row) => number(row.runs) },
  { title: 'Outcome', cell: outcome },
];

const NOUN = ['schedule', 'schedules'];
const ACTIONS = [
  { operation: 'pause', label: 'Pause', refuses: ({ state }) => state === 'ended' && 'They have ended' },
  { operation: 'resume', label: 'Resume', refuses: ({ state }) => state !== 'paused' && 'They are not paused' },
];

const link = (row) => href(['schedules', row.queue, row.jobId]);
const key = (row) => `${row.queue}/${row.jobId}`;

async function load(ctx) {
  const { queue, state, cursor } = ctx.query;
  const [, page] = await Promise.all([queueNames(ctx), ctx.get('schedules', { queue, state, cursor, limit: PAGE })]);
  return page;
}

function recurrence({ recurrence: rule, meaning }) {
  return html`<div class="spacious"><code>${visible(rule)}</code>${meaning ? html`<div class="hint">${visible(meaning)}</div>` : nothing}</div>`;
}

function next(row) {
  if (row.state === 'ended') return html`<span class="faint">ended</span>`;
  if (row.nextPlannedAt?.startsWith(NEVER)) return badge('no time is left', 'warn');
  return html`${time(row.nextPlannedAt)}<div>${timeIn(row.nextPlannedAt, zoneOf(row.recurrence))}</div>${row.pausedUntil ? html`<div class="hint">paused ${pauseEnd(row.pausedUntil)}</div>` : nothing}`;
}

function outcome(row) {
  if (!row.tracked) return html`<span class="faint nowrap">not tracked</span>`;
  return html`${number(row.successes)} ok${row.failures > 0 ? html`, ${badge(`${number(row.failures)} failed`, 'bad')}` : nothing}`;
}

const head = (ctx) => html`<div class="actions">${newButton(ctx)}</div>${newForm(ctx)}${filters(ctx, FIELDS(ctx.local.queueNames))}`;

function view(ctx, page) {
  const selection = (ctx.local.selection ??= new Set());
  const acts = ctx.may('operator') && page.schedules.length > 0;
  return html`${acts ? html`<div class="actions ${selection.size > 0 ? 'chosen' : ''}">
      ${actOnSelected(ctx, { actions: ACTIONS, noun: NOUN, rows: page.schedules, key, path: (row) => keyPath('schedules', row.queue, row.jobId) })}
    </div>` : nothing}
    ${page.schedules.length === 0 ? empty(ctx.query.queue || ctx.query.state ? 'No schedule matches.' : 'No job recurs yet.', EXAMPLE)
    : table(COLUMNS, page.schedules, { key, link, ctx, selection: acts ? selection : undefined, caption: 'Schedules' })}
    ${pager(ctx, { next: page.next, shown: page.schedules.length })}`;
}

export default listOrOne({ title: () => 'Schedules', load, head, view }, scheduleDetail, { parts: 2, rows: 'schedules', key });
