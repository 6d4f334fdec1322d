/** What could not be accepted, dispatched or done, and one row of it. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { actOnMatching, actOnSelected, start } from '../bulk.js';
import { number } from '../format.js';
import { href, listOrOne } from '../router.js';
import { every } from '../statistics.js';
import { badge, button, empty, filters, pager, problem, section, table, text, time, visible } from '../ui.js';
import { queueNames } from '../worker-queues.js';
import rowDetail from './quarantine-row.js';

const PAGE = 100;
const STAGES = ['registration', 'dispatch', 'execution'];
const EXAMPLE = `SELECT id, stage, code, reason FROM scheduler.quarantine ORDER BY id DESC LIMIT 20;`;

const link = ({ id }) => href(['quarantine', String(id)]);
const key = ({ id }) => String(id);
const described = ({ id, code, queue, jobId }) => visible(`${id}: ${code} ${[queue, jobId].filter(Boolean).join('/')}`.slice(0, 120));

const FIELDS = (queues) => [
  { name: 'queue', label: 'Queue', type: 'select', options: queues },
  { name: 'stage', label: 'Stage', type: 'select', options: STAGES },
  { name: 'code', label: 'Code', placeholder: 'SCHED-0220', read: (value) => (/^\d{4}$/.test(value) ? `SCHED-${value}` : value.toUpperCase()) },
];

const COLUMNS = [
  { title: 'Row', cell: (row) => html`<a class="mono nowrap" href=${link(row)}>${row.id}</a>` },
  { title: 'Code', cell: (row) => html`<span class="nowrap mono">${row.code}</span>` },
  { title: 'Reason', cell: (row) => html`<div class="spacious">${text(row.reason, 120)}</div>` },
  { title: 'Stage', cell: (row) => badge(row.stage) },
  { title: 'Queue', cell: (row) => html`<span class="short">${text(row.queue, 40)}</span>` },
  { title: 'Job', cell: (row) => html`<span class="short">${text(row.jobId, 40)}</span>` },
  { title: 'Since', cell: (row) => time(row.quarantinedAt) },
  { title: 'Sent by', cell: (row) => html`<span class="nowrap">${text(row.sentBy, 24)}</span>` },
  { title: 'Resubmission', cell: resubmission },
];

const NOUN = ['row', 'rows'];
const ACTIONS = [
  { operation: 'resubmit', label: 'Resubmit' },
  { operation: 'delete', label: 'Delete', danger: true, request: ({ id }) => ['DELETE', `quarantine/${id}`] },
];

function resubmission(row) {
  if (row.resubmitRequestedAt) return badge('requested', 'busy');
  return row.resubmitRefusedAt ? html`${badge('refused', 'warn')} ${time(row.resubmitRefusedAt)}` : nothing;
}

async function load(ctx) {
  const { queue, stage, code, cursor } = ctx.query;
  const [, page, groups] = await Promise.all([
    queueNames(ctx),
    ctx.get('quarantine', { queue, stage, code, cursor, limit: PAGE }),
    isFiltered(ctx) || cursor ? undefined : every(ctx, 'quarantine/groups', 10_000, () => undefined),
  ]);
  return { ...page, groups };
}

const isFiltered = ({ query: { queue, stage, code } }) => Boolean(queue || stage || code);

const head = (ctx, page) => filters(ctx, FIELDS(names(ctx, page)));

function view(ctx, page) {
  const selection = (ctx.local.selection ??= new Set());
  const { queue, stage, code } = ctx.query;
  return html`${page.groups && page.rows.length > 0 ? section('By code and queue', grouped(ctx, page.groups), { wide: true }) : nothing}
    ${ctx.may('operator') && page.rows.length > 0 ? html`<div class="actions ${selection.size > 0 ? 'chosen' : ''}">
      ${actOnSelected(ctx, { actions: ACTIONS, noun: NOUN, rows: page.rows, key, path: ({ id }) => `quarantine/${id}` })}
      ${actOnMatching(ctx, { actions: ACTIONS, noun: NOUN, filter: { queue, stage, code }, named: described })}
      ${isFiltered(ctx) ? nothing : html`<span class="hint">With a filter, you can act on all rows that match.</span>`}
    </div>` : nothing}
    ${page.rows.length === 0 ? none(ctx) : table(COLUMNS, page.rows, { key, link, ctx, selection: ctx.may('operator') ? selection : undefined, caption: 'Rows of the quarantine' })}
    ${pager(ctx, { next: page.next, shown: page.rows.length })}`;
}

/** What has failed for the same reason is dealt with at once. */
function grouped(ctx, { groups, failure }) {
  if (failure) return problem(failure);
  return table([
    { title: 'Code', cell: (group) => html`<a class="nowrap mono" href=${rowsOf(group)}>${group.code}</a>` },
    { title: 'Queue', cell: (group) => text(group.queue, 40) },
    { title: 'Rows', number: true, cell: (group) => number(group.rows) },
    { title: 'Since', cell: (group) => time(group.since) },
    { title: 'Latest reason', cell: (group) => html`<div class="spacious">${text(group.latestReason, 120)}</div>` },
    { title: '', cell: (group) => resubmitAll(ctx, group, groups) },
  ], groups, { key: (group) => `${group.code} ${group.queue}`, link: rowsOf, caption: 'Groups of rows' });
}

const rowsOf = ({ code, queue }) => href(['quarantine'], { queue, code });

/** A filter cannot say that there is no queue, so that the code must tell the group from all others. */
function resubmitAll(ctx, { code, queue, rows }, groups) {
  const ambiguous = !queue && groups.some((other) => other.code === code && other.queue);
  return !ctx.may('operator') ? nothing : button(`Resubmit ${number(rows)}`, () => start(ACTIONS[0], { queue, code }, { noun: NOUN, named: described }), {
    why: ambiguous ? 'Other rows with this code name a queue: select the rows instead' : '', kind: 'nowrap',
  });
}

/** Also names that are not on the allow-list: that can be the reason. */
function names(ctx, page = { rows: [] }) {
  return [...new Set([...(ctx.local.queueNames ?? []), ...page.rows.map(({ queue }) => queue), ctx.query.queue].filter(Boolean))].sort();
}

function none(ctx) {
  return isFiltered(ctx) ? empty('No row of the quarantine matches.')
    : empty('The quarantine is empty: nothing was refused, and no job failed for good. With SQL:', EXAMPLE);
}

export default listOrOne({ title: () => 'Quarantine', load, head, view }, rowDetail, { rows: 'rows', key });
