/** Who has changed what, with the state before and after. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { open } from '../dialogs.js';
import { href } from '../router.js';
import { difference } from '../difference.js';
import { PAST } from '../times.js';
import { empty, filters, pager, scheduleMark, table, text, time } from '../ui.js';

const PAGE = 100;
const ACTIONS = [
  'backfill schedule', 'begin batch operation', 'cancel job', 'cancel run', 'change job batch', 'create calendar', 'create definition', 'create grant', 'create user', 'create webhook',
  'create worker queue', 'delete calendar', 'delete definition', 'delete grant', 'delete quarantined', 'delete result', 'delete user', 'delete webhook',
  'delete worker queue', 'drain node', 'end schedule', 'end session', 'hold job', 'login failed', 'mend quarantined', 'pause dispatch', 'pause schedule', 'pause worker queue',
  'prefer node', 'register job', 'release job', 'reschedule job', 'reset password', 'resolve transaction in doubt', 'resubmit', 'resume dispatch',
  'resume node', 'resume schedule', 'resume worker queue', 'run again', 'run job now', 'run schedule now', 'set calendar', 'set definition',
  'set input schema of worker queue', 'set job', 'set user', 'set webhook', 'set worker queue', 'skip run of schedule', 'step down', 'stop batch operation',
];

/** The page of a subject, by the action; the parts of its expression are those of the address. */
const PAGES = [
  [/ user$|password|^login /, /^(.+)$/, () => href(['users'])],
  [/ session$/, /^(.+)$/, () => href(['users'], { tab: 'sessions' })],
  [/ grant$/, /^(.+)$/, () => href(['users'], { tab: 'grants' })],
  [/ calendar$/, /^(.+)$/, (name) => href(['calendars', name])],
  [/ job batch$/, /^(.+)$/s, (id) => href(['job-batches', id])],
  [/ definition$/, /^(.+)$/, (name) => href(['definitions', name])],
  [/ webhook$/, /^(.+)$/, () => href(['webhooks'])],
  [/ worker queue$/, /^(.+)$/, (name) => href(['queues', name])],
  [/ schedule( now)?$/, /^([^/]+)\/(.+)$/s, (queue, id) => href(['schedules', queue, id])],
  [/ run$|^run again$/, /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, (fireId) => href(['runs', fireId])],
  [/ (job|run)$|^run /, /^([^/]+)\/(.+)$/s, (queue, id) => href(['jobs', queue, id])],
  [/quarantined$|^resubmit/, /^quarantine row (\d+)$/, (id) => href(['quarantine', id])],
  [/batch operation$/, /^batch operation (\d+)$/, (id) => href(['batches', id])],
  [/^step down$|^prefer node$/, /^lease (.+)$/, (partition) => href(['cluster'], { partition })],
  [/^(drain|resume) node$/, /^(.+)$/, () => href(['cluster'])],
];

const FIELDS = (actions) => [
  { name: 'user', label: 'User', placeholder: 'jane' },
  { name: 'action', label: 'Action', type: 'select', options: actions },
  { name: 'subject', label: 'Subject begins with', placeholder: 'order-check/4711' },
  { name: 'from', label: 'From', type: 'time', times: PAST },
  { name: 'before', label: 'Before', type: 'time', times: PAST },
];

const COLUMNS = [
  { title: 'When', cell: ({ changedAt }) => time(changedAt) },
  { title: 'Who', cell: ({ changedBy }) => text(changedBy, 40) },
  { title: 'Action', cell: ({ action }) => html`<span class="nowrap">${action}</span>` },
  { title: 'Subject', cell: (entry) => html`<div class="spacious">${subject(entry)}</div>` },
  { title: 'Node', cell: ({ node }) => text(node, 30) },
  { title: 'Change', cell: (entry) => (entry.before === undefined && entry.after === undefined ? nothing : html`<button type="button" class="quiet" @click=${() => show(entry)}>Before and after</button>`) },
];

/** Of the next run of a schedule, the schedule is what was changed. */
const recurs = ({ before, after }) => Boolean(before?.recurrence || after?.recurrence);

function subject(entry) {
  const { action, subject: name } = entry;
  const [, queue, jobId] = (recurs(entry) && /^([^/]+)\/(.+)$/s.exec(name)) || [];
  if (jobId) return html`<a href=${href(['schedules', queue, jobId])}>${text(name, 80)}</a>${scheduleMark({ queue, jobId })}`;
  for (const [actions, names, address] of PAGES) {
    const parts = actions.test(action) && names.exec(name);
    if (parts) return html`<a href=${address(...parts.slice(1))}>${text(name, 80)}</a>`;
  }
  return text(name, 80);
}

function show(entry) {
  return open((close) => html`<div class="dialog"><h2 id="dialog-title">${entry.action}</h2>
    <p>${text(entry.subject, 300)} <span class="faint">${time(entry.changedAt, { exact: true })} by ${text(entry.changedBy, 60)} on ${text(entry.node, 60)}</span></p>
    ${difference(entry.before, entry.after)}
    <footer><button type="button" @click=${() => close()}>Close</button></footer></div>`);
}

function load(ctx) {
  const { user, action, subject: about, from, before, cursor } = ctx.query;
  return ctx.get('audit', { user, action, subject: about, from, before, cursor, limit: PAGE });
}

function head(ctx, { audit } = { audit: [] }) {
  const actions = [...new Set([...ACTIONS, ...audit.map(({ action }) => action), ctx.query.action].filter(Boolean))].sort();
  return filters(ctx, FIELDS(actions));
}

function view(ctx, { audit, next }) {
  const filtered = ['user', 'action', 'subject', 'from', 'before'].some((name) => ctx.query[name]);
  return html`${audit.length === 0 ? empty(filtered ? 'No change matches.' : 'Nobody has changed anything yet. Each change by the console or by REST is recorded here.')
    : table(COLUMNS, audit, { key: ({ id }) => String(id), caption: 'Changes' })}
    ${pager(ctx, { next, shown: audit.length })}`;
}

export default {
  title: () => 'Audit',
  refresh: 5_000,
  load,
  head,
  view,
  keys: ({ audit }) => audit.map(({ id }) => String(id)),
};
