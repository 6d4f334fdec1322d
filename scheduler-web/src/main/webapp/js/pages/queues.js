/** The worker queues, and one of them. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { mistake } from '../api.js';
import { form } from '../dialogs.js';
import { told } from '../editing.js';
import { cappedNumber, duration, number, pauseEnd } from '../format.js';
import { href } from '../router.js';
import { every, lastHour } from '../statistics.js';
import { action, badge, empty, figure, table, text, time } from '../ui.js';
import { overdueOf } from '../worker-queues.js';
import queueDetail, { unread } from './queue.js';

const EXAMPLE = ['PUT', 'worker-queues/order-check', { tracked: true }];

const RATES_MAX_AGE = 10_000;

const link = ({ name }) => href(['queues', name]);
const jobs = (queue, state) => href(['jobs'], { queue, state });
const counted = (count, address) => (count ? html`<a href=${address}>${cappedNumber(count)}</a>` : html`<span class="faint">0</span>`);

const COLUMNS = [
  { title: 'Queue', cell: (queue) => html`<div class="spacious"><a href=${link(queue)}>${text(queue.name)}</a>${problems(queue)}</div>` },
  { title: 'State', cell: ({ state, rateLimit }) => html`${badge(state)}${rateLimit ? html`<small class="below">at most ${number(rateLimit)} a minute</small>` : nothing}` },
  { title: 'Waiting', number: true, cell: ({ name, waiting }) => counted(waiting, jobs(name)) },
  { title: 'Due', number: true, cell: ({ name, due }) => counted(due, jobs(name, 'due')) },
  { title: 'Overdue', number: true, cell: ({ overdue, oldestDueAt }) => (overdue ? html`<span class="alarm">${cappedNumber(overdue)}</span><small class="below">${time(oldestDueAt)}</small>` : html`<span class="faint">0</span>`) },
  { title: 'Retrying', number: true, cell: ({ name, retrying }) => counted(retrying, jobs(name, 'retrying')) },
  { title: 'Held', number: true, cell: ({ name, held }) => counted(held, jobs(name, 'held')) },
  { title: 'Last hour', number: true, cell: dispatched },
  { title: 'Messages', number: true, cell: ({ backlog }) => (backlog ? html`${number(backlog.messages)}${backlog.oldestAt ? html`<small class="below">oldest ${time(backlog.oldestAt)}</small>` : nothing}${backlog.delivering ? html`<small class="below">${number(backlog.delivering)} delivering</small>` : nothing}` : number()) },
  { title: 'Consumers', number: true, cell: (queue) => (unread(queue) ? html`<span class="alarm">0</span>` : number(queue.backlog?.consumers)) },
  { title: 'Quarantined', number: true, cell: ({ name, backlog }) => (backlog?.deadLetters ? html`<a class="alarm" href=${href(['quarantine'], { queue: name, stage: 'execution' })}>${number(backlog.deadLetters)}</a>` : number(backlog?.deadLetters)) },
  { title: 'Partition', cell: ({ partition, tracked }) => html`${text(partition, 30)}${tracked ? html`<small class="below">tracked</small>` : nothing}` },
];

/** What was dispatched, and how late 95 of 100 jobs were at most; not known without the statistics. */
function dispatched({ rates, unrated }) {
  if (unrated) return number();
  return html`${rates?.dispatched ? number(rates.dispatched) : html`<span class="faint">0</span>`}${rates?.lateness?.p95 === undefined ? nothing : html`<small class="below">p95 ${duration(rates.lateness.p95)} late</small>`}
    ${rates?.failed ? html`<small class="below alarm">${number(rates.failed)} failed</small>` : nothing}`;
}

function problems(queue) {
  return html`${queue.problem ? html`<small class="below ${queue.state === 'paused' ? '' : 'alarm'}">${text(queue.problem, 140)}</small>` : nothing}
    ${unread(queue) ? html`<small class="below alarm">no consumer, messages wait</small>` : nothing}`;
}

async function load(ctx) {
  const [{ workerQueues }, { pauses }, statistics] = await Promise.all([ctx.get('worker-queues'), ctx.get('dispatch'), every(ctx, 'statistics', RATES_MAX_AGE, () => ({ ...lastHour(), step: 'PT1H' }))]);
  const rates = new Map(statistics.queues?.map((each) => [each.queue, each]));
  return { workerQueues: workerQueues.map((queue) => ({ ...queue, rates: rates.get(queue.name), unrated: Boolean(statistics.failure) })), pauses };
}

function view(ctx, { workerQueues, pauses }) {
  return html`${ctx.may('operator') ? html`<div class="actions"><button type="button" class="primary" @click=${() => add(ctx, workerQueues)}>Add a queue …</button>${pauses.some(({ group }) => !group) ? nothing : pauseAll(ctx)}</div>` : nothing}
    ${pauses.map((pause) => paused(ctx, pause))}
    ${workerQueues.length === 0 ? empty('No worker queue is on the allow-list: no job can be registered.', EXAMPLE)
    : html`${summary(workerQueues)}${table(COLUMNS, workerQueues, { key: ({ name }) => name, link, caption: 'Worker queues' })}
      <p class="hint">Counts of waiting jobs go up to 1,000. The broker’s figures are ${seen(workerQueues)}. Last hour: what was dispatched; p95: 95 of 100 jobs were at most so late.</p>`}`;
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
  keys: (data) => data.workerQueues?.map(({ name }) => name) ?? [],
};
