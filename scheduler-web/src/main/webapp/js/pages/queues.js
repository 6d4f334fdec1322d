/** The worker queues, and one of them. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { mistake } from '../api.js';
import { form } from '../dialogs.js';
import { told } from '../editing.js';
import { cappedNumber, duration, number, pauseEnd } from '../format.js';
import { readable } from '../explanation.js';
import { href } from '../router.js';
import { every, lastHour, lastMinutes, sparkline } from '../statistics.js';
import { action, badge, empty, figure, name, table, text, time } from '../ui.js';
import { meant, overdueOf } from '../worker-queues.js';
import queueDetail, { unread } from './queue.js';

const EXAMPLE = ['PUT', 'worker-queues/order-check', { tracked: true }];

const RATES_MAX_AGE = 10_000;
const MINUTES = 5;

const link = (queue) => href(['queues', queue.name]);
const jobs = (queue, state) => href(['jobs'], { queue, state });
const counted = (count, address) => (count ? html`<a href=${address}>${cappedNumber(count)}</a>` : html`<span class="faint">0</span>`);
const below = (content, tone = '') => html`<small class="below ${tone}">${content}</small>`;

const until = ({ state, pausedUntil, closedUntil }) => ({ paused: pausedUntil, closed: closedUntil })[state];

const COLUMNS = [
  { title: 'Queue', cell: (queue) => html`${name(queue.name, link(queue))}${below(html`${queue.partition ? text(queue.partition, 18) : nothing}${queue.tracked ? ', tracked' : nothing}`)}` },
  { title: 'Health', cell: (queue) => html`${badge(...health(queue))}${until(queue) ? below(html`until ${time(until(queue))}`) : nothing}${queue.limits ? below(text(queue.limits, 40)) : nothing}` },
  { title: 'Waiting', number: true, cell: (queue) => html`${counted(queue.waiting, jobs(queue.name))}${queue.held ? below(html`<a href=${jobs(queue.name, 'held')}>${cappedNumber(queue.held)} held</a>`) : nothing}` },
  { title: 'Due', number: true, cell: (queue) => html`${counted(queue.due, jobs(queue.name, 'due'))}${queue.retrying ? below(html`<a href=${jobs(queue.name, 'retrying')}>${cappedNumber(queue.retrying)} retrying</a>`) : nothing}` },
  { title: 'Overdue', number: true, cell: (queue) => (queue.overdue ? html`<span class=${meant(queue) || queue.limits ? '' : 'alarm'}>${cappedNumber(queue.overdue)}</span>${below(time(queue.oldestDueAt))}` : html`<span class="faint">0</span>`) },
  { title: 'At the broker', number: true, cell: atTheBroker },
  { title: 'Last 5 min', cell: ({ minutes }) => sparkline(minutes) },
  { title: 'Last hour', number: true, cell: lastHourOf },
  { title: 'Quarantined', number: true, cell: (queue) => (queue.backlog?.deadLetters ? html`<a class="alarm" href=${href(['quarantine'], { queue: queue.name, stage: 'execution' })}>${number(queue.backlog.deadLetters)}</a>` : number(queue.backlog?.deadLetters)) },
];

function atTheBroker(queue) {
  const { backlog } = queue;
  if (!backlog) return number();
  return html`${number(backlog.messages)}${below(`${number(backlog.consumers)} consumer${backlog.consumers === 1 ? '' : 's'}`, unread(queue) ? 'alarm' : '')}${backlog.oldestAt ? below(html`oldest ${time(backlog.oldestAt)}`) : nothing}`;
}

function lastHourOf({ rates, unrated }) {
  if (unrated) return number();
  return html`${rates?.dispatched ? number(rates.dispatched) : html`<span class="faint">0</span>`}${rates?.lateness?.p95 === undefined ? nothing : below(`p95 ${duration(rates.lateness.p95)} late`)}
    ${rates?.failed ? below(`${number(rates.failed)} failed`, 'alarm') : nothing}`;
}

const failing = ({ minutes }) => minutes.some((minute) => minute?.failed || minute?.quarantined);

/** What is wrong with a queue in a word, with its tone; the first one is the worst. */
const TROUBLES = [
  [(queue) => queue.problem && !meant(queue) && queue.state !== 'open', ({ state }) => [state, 'bad']],
  [(queue) => unread(queue), () => ['no consumer', 'bad']],
  [(queue) => queue.overdue && !meant(queue) && !queue.limits, () => ['overdue', 'bad']],
  [failing, () => ['failing', 'bad']],
  [(queue) => queue.problem && !meant(queue), () => ['slowed', 'warn']],
  [({ state }) => state !== 'open', ({ state }) => [state, 'warn']],
  [({ backlog }) => backlog?.deadLetters, () => ['quarantined', 'warn']],
  [({ overdue, retrying }) => overdue || retrying, ({ overdue }) => [overdue ? 'overdue' : 'retrying', 'warn']],
];
const rank = (queue) => (TROUBLES.findIndex(([holds]) => holds(queue)) + TROUBLES.length + 1) % (TROUBLES.length + 1);
const health = (queue) => TROUBLES.find(([holds]) => holds(queue))?.[1](queue) ?? ['fine', 'good'];

function problems(queue) {
  const texts = [!meant(queue) && queue.problem, unread(queue) && 'no consumer, messages wait', queue.lastError !== queue.problem && queue.lastError].filter(Boolean);
  return texts.length > 0 ? html`<span class="alarm">${texts.map((each, index) => html`${index > 0 ? '; ' : nothing}${text(readable(each), 900)}`)}</span>` : nothing;
}

async function load(ctx) {
  const [{ workerQueues }, { pauses }, statistics, minutes] = await Promise.all([
    ctx.get('worker-queues'), ctx.get('dispatch'), every(ctx, 'statistics', RATES_MAX_AGE, () => ({ ...lastHour(), step: 'PT1H' })), lastMinutes(ctx, MINUTES)]);
  const rates = new Map(statistics.queues?.map((each) => [each.queue, each]));
  const queues = workerQueues.map((queue) => ({ ...queue, rates: rates.get(queue.name), unrated: Boolean(statistics.failure), minutes: minutes.map((each) => each.get(queue.name)) }));
  return { workerQueues: queues.sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name)), pauses };
}

function view(ctx, { workerQueues, pauses }) {
  return html`${ctx.may('operator') ? html`<div class="actions"><button type="button" class="primary" @click=${() => add(ctx, workerQueues)}>Add a queue …</button>${pauses.some(({ group }) => !group) ? nothing : pauseAll(ctx)}</div>` : nothing}
    ${pauses.map((pause) => paused(ctx, pause))}
    ${workerQueues.length === 0 ? empty('No worker queue is on the allow-list: no job can be registered.', EXAMPLE)
    : html`${summary(workerQueues)}${table(COLUMNS, workerQueues, { key: (queue) => queue.name, link, caption: 'Worker queues', below: problems })}
      <p class="hint">The worst first. Counts of waiting jobs go up to 1,000. The broker’s figures are ${seen(workerQueues)}. Bars: jobs dispatched in each of the last five minutes, red where some failed. p95: 95 of 100 jobs were at most so late.</p>`}`;
}

function pauseAll(ctx) {
  return action(ctx, {
    label: 'Pause all dispatch', danger: true, path: 'dispatch/pause', body: {}, done: 'No job is dispatched',
    confirm: { title: 'Pause the dispatch of all jobs?', text: 'No job is dispatched until a resume, also none that is registered meanwhile.' },
  });
}

function paused(ctx, { group, pausedAt, pausedBy, pausedUntil }) {
  const what = group ? html`jobs of group ${text(group, 60)}` : 'all jobs';
  return html`<p class="hint alarm">Dispatch of ${what} is paused${pausedUntil ? ` ${pauseEnd(pausedUntil)}` : nothing}, by ${text(pausedBy, 40)} ${time(pausedAt)}.
    ${action(ctx, { label: group ? `Resume ${group}` : 'Resume dispatch', path: 'dispatch/resume', body: group ? { group } : {}, done: 'Dispatch goes on' })}</p>`;
}

function seen(queues) {
  const moments = queues.map(({ backlog }) => backlog?.seenAt).filter(Boolean).sort();
  return moments.length > 0 ? html`as of ${time(moments.at(-1))}` : 'not known yet';
}

function summary(queues) {
  const sum = (value) => queues.reduce((total, queue) => total + (value(queue) || 0), 0);
  const stopped = queues.filter(({ state }) => state !== 'open').length;
  const alone = queues.filter(unread).length;
  const { open: overdue } = overdueOf(queues);
  const dead = sum(({ backlog }) => backlog?.deadLetters);
  return html`<div class="figures">
    ${figure('Queues', number(queues.length))}
    ${figure('Not open', number(stopped), { tone: stopped ? 'warn' : '' })}
    ${figure('Overdue jobs', overdue.text, { tone: overdue.total ? 'bad' : '' })}
    ${figure('Without consumer', number(alone), { tone: alone ? 'bad' : '', note: 'although messages wait' })}
    ${figure('Quarantined', number(dead), { tone: dead ? 'bad' : '', note: 'after their last delivery', to: href(['quarantine'], { stage: 'execution' }) })}
  </div>`;
}

async function add(ctx, queues) {
  const answer = await form({
    title: 'Add a worker queue',
    label: 'Add',
    note: 'Jobs can be registered for it at once. The queue itself must exist at the broker.',
    fields: [
      { name: 'name', label: 'Name', required: true, hint: 'As at the broker: letters, digits, dots, hyphens and underscores.' },
      { name: 'partition', label: 'Partition', value: 'default', required: true, hint: 'A node must lead it, or the jobs wait.' },
      { name: 'tracked', label: 'Tracked', type: 'checkbox', value: false, hint: 'Runs of its jobs leave a history.' },
    ],
    submit: async ({ name, partition, tracked }) => {
      if (!/^[A-Za-z0-9]/.test(name)) throw mistake('name', 'The name must begin with a letter or a digit.');
      if (queues.some((queue) => queue.name === name)) throw mistake('name', `${name} is on the allow-list already: change it on its own page.`);
      return ctx.send('PUT', `worker-queues/${encodeURIComponent(name)}`, { partition, tracked }, { ifNoneMatch: '*' });
    },
  });
  if (!answer) return;
  ctx.reload();
  nextStep(answer.data);
}

function nextStep({ name, nextStep: step }) {
  if (!step) return;
  const at = step.indexOf('goodtiming ');
  told({
    title: `${name} is on the allow-list`,
    note: at > 0 ? `Next step: ${step.slice(0, at).trim()}` : 'Next step:',
    text: at > 0 ? step.slice(at) : step,
  });
}

const list = { title: () => 'Queues', load, view };
const shown = (ctx) => (ctx.segments.length > 1 ? queueDetail : list);

export default {
  title: (ctx) => shown(ctx).title(ctx),
  load: (ctx) => shown(ctx).load(ctx),
  view: (ctx, data) => shown(ctx).view(ctx, data),
  keys: (data) => data.workerQueues?.map((queue) => queue.name) ?? [],
};
