/** What an operator looks at first: whether jobs are on time, and what needs a person. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { run } from '../bulk.js';
import { chart } from '../chart.js';
import { causeCure, causeText, readable } from '../explanation.js';
import { cappedNumber, duration, number, relative, shortNumber } from '../format.js';
import { href } from '../router.js';
import { every, inRange, isHour, jobsIn, latenessChart, rangeLinks, seconds, throughputChart } from '../statistics.js';
import { takeoverList, takeoversSince } from '../takeovers.js';
import { badge, button, empty, facts, figure, lacksGrant, name, problem, section, table, text, time } from '../ui.js';
import { meant, overdueOf } from '../worker-queues.js';

const MINUTES = 60;
const LEAST_MINUTES = 15;
const IN_DOUBT_MILLIS = 15_000;
const LATE_MILLIS = 60_000;
const MOST_NAMES = 5;
const MOST_RUNS = 100;
const DEMO = './scheduler demo --keep';

async function load(ctx) {
  const now = Date.now();
  const [overview, failures, statistics, forecast, rates] = await Promise.all([
    ctx.get('overview'),
    every(ctx, 'failures', 15_000, () => undefined),
    every(ctx, 'statistics', 10_000, () => ({ from: instant(now - MINUTES * 60_000), to: instant(now), step: 'PT1M' })),
    every(ctx, 'forecast', 60_000, () => ({ from: instant(now), to: instant(now + 86_400_000), step: 'PT1H' })),
    isHour(ctx) ? undefined : inRange(ctx),
  ]);
  const takeovers = await takeoversSince(ctx, overview.leases, now - MINUTES * 60_000);
  const inDoubt = overview.inDoubt > 0 ? await lasting(ctx) : 0;
  return { overview, failures, statistics, forecast, rates: rates ?? statistics, takeovers, inDoubt, problems: problemsOf({ ...overview, ...failures, inDoubt }) };
}

/** Each commit is in doubt for an instant. */
async function lasting(ctx) {
  const { transactions } = await ctx.get('in-doubt');
  return transactions.filter(({ firstSeenAt, lastSeenAt }) => Date.parse(lastSeenAt) - Date.parse(firstSeenAt) > IN_DOUBT_MILLIS).length;
}

const instant = (millis) => new Date(millis).toISOString();

function view(ctx, { overview, failures, statistics, forecast, rates, takeovers, inDoubt, problems }) {
  return html`${figures({ ...overview, inDoubt }, statistics, forecast)}
    ${section('What needs a person', html`${failures.failure ? problem(failures.failure) : nothing}${problemList(ctx, problems)}`)}
    ${takeovers.shown.length > 0 ? section('Changes of leader in the last hour', takeoverList(takeovers)) : nothing}
    <div class="cards">
      ${section(jobsIn(rates.step), partOf(rates, () => throughputChart(shownOf(ctx, rates))), { aside: rangeLinks(ctx) })}
      ${section('Lateness', partOf(rates, () => latenessChart(shownOf(ctx, rates))))}
      ${section('The next 24 hours', partOf(forecast, ahead), { aside: html`<a href="#/agenda">Agenda</a>` })}
      <div>
        ${section('Nodes', nodes(overview), { aside: html`<a href="#/cluster">Cluster</a>` })}
        ${section('Is any job missing?', ledgerFacts(overview))}
      </div>
      ${section('Worker queues', queues(overview), { two: true, aside: html`<a href="#/queues">Queues</a>` })}
    </div>`;
}

const partOf = (answer, show) => (answer.failure ? problem(answer.failure) : show(answer));

function figures({ ledger, workerQueues, quarantined, inDoubt }, { points }, { intervals, computedUntil }) {
  const { open: overdue, meant: wanted } = overdueOf(workerQueues);
  const oldest = workerQueues.filter((queue) => !meant(queue)).map((queue) => queue.oldestDueAt).filter(Boolean).sort()[0];
  const hour = intervals?.[0];
  const isLeast = seconds(hour?.at) + 3_600 > seconds(computedUntil);
  const last = points?.at(-2);
  const counted = points?.slice(-MINUTES);
  const failed = counted && sum(counted, 'failed');
  return html`<div class="figures">
    ${figure('Overdue', overdue.text, {
      to: href(['jobs'], { state: 'overdue' }), tone: overdue.total > 0 ? 'bad' : '',
      note: [overdue.total > 0 ? `oldest ${relative(oldest)}` : wanted.total > 0 ? '' : 'all on time', wanted.total > 0 ? `${wanted.text} more in queues that are paused or closed` : ''].filter(Boolean).join(', '),
    })}
    ${figure('Due in an hour', intervals ? `${isLeast ? '≥ ' : ''}${shortNumber(hour ? hour.jobs + hour.runs : 0)}` : number(), { to: href(['agenda']) })}
    ${figure('Waiting', shortNumber(ledger.waiting), { to: href(['jobs']) })}
    ${figure('Dispatched/min', number(points && (last?.dispatched ?? 0)), { to: href(['queues']), note: last?.lateness ? `p99 ${duration(last.lateness.p99)} late` : nothing })}
    ${figure('Failed, last hour', number(failed), { to: href(['runs'], { outcome: 'failed', endedFrom: counted?.[0]?.at }), tone: failed > 0 ? 'warn' : '' })}
    ${figure('Quarantined', cappedNumber(quarantined), { to: href(['quarantine']), tone: quarantined > 0 ? 'warn' : '' })}
    ${figure('In doubt', number(inDoubt), { to: href(['in-doubt']), tone: inDoubt > 0 ? 'warn' : '' })}
  </div>`;
}

const sum = (rows, field) => rows.reduce((total, row) => total + (row[field] || 0), 0);

const shownOf = (ctx, rates) => (isHour(ctx) ? fullMinutes(rates) : rates);

/**
 * With the minute that has just begun, each line would fall at its end. It is shown while there is nothing else.
 * The minutes before the first job are left out, so that a new scheduler's first minutes can be seen.
 */
function fullMinutes({ points }) {
  const busy = ({ registered, dispatched }) => registered || dispatched;
  const full = points.slice(0, -1);
  const shown = full.some(busy) ? full : points;
  return { points: shown.slice(Math.max(0, Math.min(shown.findIndex(busy) - 1, shown.length - LEAST_MINUTES))) };
}

/** What needs a person: `{ text, cure }`, which are drawn more often than the page is read. */
function problemsOf({ workerQueues, nodes: all, ledger, quarantined, inDoubt, paused = [], held = [], schedules = [], errors = [] }) {
  return [
    ...unserved(workerQueues),
    ...late(workerQueues),
    ...paused.map((schedule) => ({ text: () => html`Schedule ${scheduleName(schedule)} is paused: ${readable(schedule.reason)}. Remove the cause, and resume it.` })),
    ...held.map((group) => ({ text: () => waitsForPerson(group) })),
    ...schedules.map((schedule) => ({ text: () => failing(schedule) })),
    ...errors.map((error) => ({ text: () => failed(error), cure: (ctx) => runAgain(ctx, error) })),
    ...workerQueues.filter(({ backlog }) => backlog?.messages > 0 && backlog.consumers === 0).map((queue) => ({
      text: () => html`Queue <a href=${href(['queues', queue.name])}>${queue.name}</a>: no worker consumes, ${number(queue.backlog.messages)} messages wait. Deploy or start its workers.`,
    })),
    ...all.filter(({ live, goneSince }) => !live && !goneSince).map((node) => ({
      text: () => html`Node <a href="#/cluster">${node.name}</a> has no database session${node.seenAt ? html`, and was seen ${time(node.seenAt)}` : nothing}. Start it, or leave it: the others do its work.`,
    })),
    ...(quarantined > 0 ? [{ text: () => html`<a href="#/quarantine">Quarantine</a>: ${cappedNumber(quarantined)} ${quarantined === 1 ? 'message' : 'messages'} to mend and resubmit, or to delete.` }] : []),
    ...(inDoubt > 0 ? [{ text: () => html`<a href="#/in-doubt">In doubt</a>: ${number(inDoubt)} ${inDoubt === 1 ? 'transaction' : 'transactions'} for more than 15 seconds. The leader resolves what it has evidence for.` }] : []),
    ...(ledger.difference ? [{ text: () => html`The table differs from the ledger by ${number(ledger.difference)} jobs: see docs/codes.md, SCHED-0710.` }] : []),
  ];
}

/** Each cause once, whatever queue and time it names; a pause only of queues with due jobs. */
function unserved(workerQueues) {
  const causes = new Map();
  for (const queue of workerQueues) {
    for (const cause of queue.state === 'paused' && !queue.due ? [] : queue.causes ?? []) {
      if (cause.code === 'queue-closed') continue;
      const kind = cause.text.replace(/[\w-]+(?:[.:][\w-]+)*/g, (word) => (word === queue.name || /^\d{4}-.*Z$/.test(word) ? '' : word)) + cause.cure?.path;
      causes.set(kind, { cause, queues: [...causes.get(kind)?.queues ?? [], queue] });
    }
  }
  return [...causes.values()].map(({ cause, queues }) => ({
    text: () => html`${causeText(queues[1] ? { text: cause.text.replace(`worker queue ${queues.at(-1).name} `, 'each of these worker queues ') } : cause)} ${queues.slice(0, MOST_NAMES).map(({ name, due }) => html`<a href=${href(['queues', name])}>${name}</a>${due ? html` (${cappedNumber(due)} due)` : nothing} `)}${queues.length > MOST_NAMES ? `and ${queues.length - MOST_NAMES} more` : nothing}`,
    cure: (ctx) => causeCure(ctx, cause),
  }));
}

/** Overdue jobs of queues that nothing is known to stop; those of a busy moment are late for less than a minute. */
function late(workerQueues) {
  return workerQueues
    .filter(({ state, overdue, causes, oldestDueAt }) => state === 'open' && overdue > 0 && !causes?.length && Date.now() - Date.parse(oldestDueAt) > LATE_MILLIS)
    .map(({ name, overdue, oldestDueAt }) => ({
      text: () => html`Queue <a href=${href(['queues', name])}>${name}</a>: <a href=${href(['jobs'], { queue: name, state: 'overdue' })}>${cappedNumber(overdue)} overdue ${overdue === 1 ? 'job' : 'jobs'}</a>, the oldest was due ${time(oldestDueAt)}.`,
    }));
}

const scheduleName = ({ queue, jobId }) => html`<a href=${href(['schedules', queue, jobId])}>${text(`${queue}/${jobId}`, 80)}</a>`;

function waitsForPerson({ queue, jobs, since, jobId, reason }) {
  return html`<a href=${href(['jobs'], { queue, state: 'held' })}>${cappedNumber(jobs)} ${jobs === 1 ? 'job' : 'jobs'}</a> of <a href=${href(['queues', queue])}>${queue}</a> ${jobs === 1 ? 'is' : 'are'} held because a parent has failed, since ${time(since)}: <a href=${href(['jobs', queue, jobId])}>${text(jobId, 80)}</a>: ${text(reason, 120)}. Release or cancel ${jobs === 1 ? 'it' : 'them'}.`;
}

function failing({ queue, jobId, runs, since, latestFireId, latestMessage }) {
  return html`Schedule ${scheduleName({ queue, jobId })}: ${runs === 1 ? 'its latest run' : `its latest ${number(runs)} runs`} failed, since ${time(since)}${latestMessage ? html`: ${text(latestMessage, 120)}` : nothing} <a href=${href(['runs', latestFireId])}>Latest run</a>`;
}

/** The runs behind a group have the beginning of its message that does not vary; undefined if it has none. */
function behind({ queue, error, since, latestMessage }) {
  const message = latestMessage && error.split('…')[0];
  return message ? { queue, outcome: 'failed', unhandled: 'true', message, endedFrom: since } : undefined;
}

function failed(group) {
  const { queue, error, runs, since, latestMessage } = group;
  const filter = behind(group);
  const count = `${number(runs)} failed ${runs === 1 ? 'run' : 'runs'}`;
  return html`${text(latestMessage ? error : 'Failed without a message', 120)}: ${filter ? html`<a href=${href(['runs'], filter)}>${count}</a>` : count} of <a href=${href(['queues', queue])}>${queue}</a>, since ${time(since)}.`;
}

/** The latest of them, if there are many: the list of runs has the others. */
function runAgain(ctx, group) {
  const filter = behind(group);
  if (!filter || !ctx.may('operator')) return nothing;
  const again = async () => {
    const { executions } = await ctx.get('executions', { ...filter, sort: '-latest', limit: MOST_RUNS });
    await run(ctx, { operation: 'run-again', label: 'Run again' }, executions, {
      noun: ['run', 'runs'], key: ({ queue, jobId }) => `${queue}/${jobId}`, path: ({ fireId }) => `executions/${fireId}`,
    });
  };
  return button(group.runs > MOST_RUNS ? `Run the latest ${MOST_RUNS} again` : `Run again ${number(group.runs)}`, again, { why: lacksGrant(ctx, group.queue) });
}

function problemList(ctx, found) {
  return found.length === 0 ? html`<p class="hint">Nothing.</p>`
    : html`<ul class="list">${found.map(({ text, cure }) => html`<li><div>${text()}</div>${cure ? cure(ctx) : nothing}</li>`)}</ul>`;
}

function ledgerFacts({ ledger }) {
  const { registered, waiting, dispatched, cancelled, expired, quarantined, difference, checkedAt } = ledger;
  return html`<p>${difference === 0 ? badge('no job is missing', 'good') : difference ? badge(`differs by ${number(difference)}`, 'bad') : badge('not counted yet')}</p>
    ${facts([['Registered', number(registered)], ['Waiting', number(waiting)], ['Dispatched', number(dispatched)],
      ['Cancelled', number(cancelled)], ['Expired', number(expired)], ['Moved to the quarantine', number(quarantined)]])}
    <p class="hint">${difference === undefined ? 'More than 10,000 jobs wait: the leader counts them soon after it has begun to lead.'
    : html`The waiting jobs were counted ${time(checkedAt)}${difference === 0 ? ': they are all that was registered and has not ended' : nothing}.`}</p>`;
}

function ahead({ intervals, estimated, leftOut, computedUntil }) {
  const data = [intervals.map(({ at }) => seconds(at)), intervals.map(({ jobs, runs }) => jobs + runs)];
  return html`${chart('Due jobs and runs an hour', [{ label: 'due', tone: 1, bars: true }], data, { completeUntil: computedUntil })}
    ${estimated ? html`<p class="hint">The jobs after the first 10,000 are estimated.</p>` : nothing}
    ${computedUntil ? html`<p class="hint">Hatched: more runs are due than were computed.</p>` : nothing}
    ${leftOut ? html`<p class="hint">Runs of ${number(leftOut)} ${leftOut === 1 ? 'schedule' : 'schedules'} are not counted.</p>` : nothing}`;
}

function nodes({ nodes: all }) {
  return table([
    { title: 'Node', cell: (node) => node.name },
    { title: 'State', cell: (node) => badge(node.live ? 'live' : node.goneSince ? 'gone' : 'down', node.live ? 'good' : 'bad') },
    { title: 'Leads', cell: (node) => (node.leads?.length ? node.leads.join(', ') : '–') },
  ], all, { key: (node) => node.name, caption: 'Nodes' });
}

function queues({ workerQueues }) {
  if (workerQueues.length === 0) return empty('There is no worker queue yet.', DEMO);
  return table([
    { title: 'Queue', cell: (queue) => name(queue.name, href(['queues', queue.name])) },
    { title: 'State', cell: (queue) => badge(queue.state) },
    { title: 'Waiting', number: true, cell: (queue) => cappedNumber(queue.waiting) },
    { title: 'Due', number: true, cell: (queue) => cappedNumber(queue.due) },
    { title: 'Overdue', number: true, cell: (queue) => cappedNumber(queue.overdue) },
    { title: 'At the workers', number: true, cell: (queue) => number(queue.backlog?.messages) },
    { title: 'Consumers', number: true, cell: (queue) => number(queue.backlog?.consumers) },
  ], workerQueues, { key: (queue) => queue.name, link: (queue) => href(['queues', queue.name]), caption: 'Worker queues' });
}

const alarms = (ctx, { problems }) => problems.length;

export default { title: () => 'Overview', load, view, alarms };
