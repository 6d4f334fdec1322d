/** One worker queue: what waits, what the broker has, its rates, and its settings. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { form } from '../dialogs.js';
import { editing } from '../editing.js';
import { causeList } from '../explanation.js';
import { cappedNumber, duration, number, pauseEnd, readableDurations, readableRetry } from '../format.js';
import { schemaField, schemaOf } from '../job-fields.js';
import { href } from '../router.js';
import { inRange, jobsIn, latenessChart, rangeLinks, throughputChart } from '../statistics.js';
import { action, badge, facts, figure, problem, schemaFact, section, text, time, visible } from '../ui.js';
import { meant } from '../worker-queues.js';

const name = (ctx) => ctx.segments[1];
const path = (ctx) => `worker-queues/${encodeURIComponent(name(ctx))}`;

export const unread = ({ backlog }) => backlog !== undefined && backlog.messages > 0 && backlog.consumers === 0;

let described;

async function settingsOf(ctx) {
  described ??= (await ctx.get('openapi')).components.schemas.WorkerQueueSettings.properties;
  return Object.entries(described).filter(([, { type }]) => type);
}

async function load(ctx) {
  const [queue, settings, rates] = await Promise.all([
    ctx.get(path(ctx)),
    settingsOf(ctx),
    inRange(ctx, name(ctx)),
  ]);
  return { queue, settings, rates };
}

function view(ctx, { queue, settings, rates }) {
  return html`<div class="actions">${badge(queue.state)}${controls(ctx, queue, settings)}</div>
    ${queue.causes ? section('Why are its jobs not dispatched?', causeList(ctx, queue.causes.map(withoutResume))) : nothing}
    ${unread(queue) ? html`<div class="problem">No consumer, messages wait: ${number(queue.backlog.messages)} messages are in the queue at the broker, and no worker is connected to it.</div>` : nothing}
    ${figures(queue)}
    <div class="cards">
      ${section('Settings', settingFacts(queue, settings))}
      ${section('More about this queue', links(queue.name))}
    </div>
    ${section('Rates and lateness', charts(rates, name(ctx)), { aside: rangeLinks(ctx) })}`;
}

const withoutResume = (cause) => cause.code === 'queue-paused' ? { ...cause, cure: undefined } : cause;

function controls(ctx, queue, settings) {
  return html`
    ${queue.paused ? action(ctx, { label: 'Resume', path: `${path(ctx)}/resume`, ifMatch: queue.tag, primary: true, done: `${queue.name} is open` })
    : ctx.may('operator') ? html`<button type="button" @click=${() => pause(ctx, queue)}>Pause …</button>` : nothing}
    ${ctx.may('operator') ? html`<button type="button" @click=${() => edit(ctx, queue, settings)}>Settings …</button>` : nothing}`;
}

function pause(ctx, queue) {
  const send = editing(ctx, { method: 'POST', path: path(ctx), to: `${path(ctx)}/pause`, tag: queue.tag, describe: ({ state }) => state });
  return form({
    title: `Pause ${queue.name}?`,
    label: 'Pause',
    note: `It has ${cappedNumber(queue.waiting)} waiting jobs. Jobs are accepted and wait.`,
    fields: [{ name: 'until', label: 'Until', type: 'time', hint: 'Empty: until somebody resumes it.' }],
    submit: ({ until }) => send(until ? { until } : {}),
  });
}

function figures(queue) {
  const jobs = (state) => href(['jobs'], { queue: queue.name, state });
  const { backlog } = queue;
  return html`<div class="figures">
    ${figure('Waiting', cappedNumber(queue.waiting), { to: jobs() })}
    ${figure('Due', cappedNumber(queue.due), { to: jobs('due') })}
    ${figure('Overdue', cappedNumber(queue.overdue), { to: jobs('overdue'), tone: !queue.overdue || meant(queue) ? '' : queue.limits ? 'warn' : 'bad', note: queue.overdue ? html`oldest due ${time(queue.oldestDueAt)}` : nothing })}
    ${figure('Retrying', cappedNumber(queue.retrying), { to: jobs('retrying'), tone: queue.retrying ? 'warn' : '' })}
    ${figure('Held', cappedNumber(queue.held), { to: jobs('held') })}
    ${figure('At the broker', number(backlog?.messages), { tone: unread(queue) ? 'bad' : '', note: backlog ? html`${number(backlog.delivering)} being delivered` : 'not known yet' })}
    ${figure('Consumers', number(backlog?.consumers), { tone: unread(queue) ? 'bad' : '', note: backlog ? html`seen ${time(backlog.seenAt)}` : nothing })}
    ${figure('Backlog done in', duration(backlog?.drainSeconds), { tone: backlog?.growthPerMinute > 0 ? 'warn' : '', note: backlog?.growthPerMinute > 0 ? html`grows by ${number(Math.ceil(backlog.growthPerMinute))} a minute` : nothing })}
    ${figure('Oldest message', backlog?.oldestAt ? time(backlog.oldestAt) : '–')}
    ${figure('Quarantined', number(backlog?.deadLetters), { tone: backlog?.deadLetters ? 'bad' : '', note: 'after their last delivery', to: href(['quarantine'], { queue: queue.name, stage: 'execution' }) })}
  </div>`;
}

const SHOWN = {
  partition: ({ partition }) => html`<a href=${href(['cluster'], { partition })}>${text(partition)}</a>`,
  tracked: ({ tracked }) => (tracked ? 'yes: runs leave a history' : 'no'),
  events: ({ events }) => (events ? html`published on <span class="mono">scheduler.events</span>` : 'no'),
  encrypted: ({ encrypted }) => (encrypted ? 'yes: payloads and properties, in the database' : 'no'),
  closed: ({ closed, closedUntil }) => html`${text(closed, 400)}${closedUntil ? html` <span class="faint">opens ${time(closedUntil, { exact: true })}</span>` : nothing}`,
  canary,
  retry: ({ retry }) => (retry === 'none' ? 'none: what fails goes to the quarantine' : text(readableRetry(retry), 250)),
  runTimeout: ({ runTimeout }) => html`${text(readableDurations(runTimeout))} <span class="faint">from its dispatch, if it is tracked</span>`,
  finishedWhenAcknowledged: (queue) => (queue.finishedWhenAcknowledged ? 'yes: it finishes a tracked run' : 'no: workers report'),
};

function canary({ canary: on, lastCanary: last }) {
  if (!on || last.state === 'not-sent') return on ? 'none is sent now' : 'no';
  if (last.missingSince) return html`<span class="alarm">none has arrived since ${time(last.missingSince)}</span>`;
  return last.arrivedAt ? html`${time(last.arrivedAt)}: stored after ${number(last.registrationMillis)} ms, dispatched ${number(last.dispatchMillis)} ms late, delivered after ${number(last.deliveryMillis)} ms`
    : 'none has arrived yet';
}

const amount = (value, unit) => (value ? `${number(value)} ${unit}` : 'no limit');
const plain = (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value));

function settingFacts(queue, settings) {
  return facts([
    ...settings.map(([name, { title, 'x-unit': unit }]) => [title, SHOWN[name] ? SHOWN[name](queue) : text(unit ? amount(queue[name], unit) : plain(queue[name]))]),
    ['Limited', queue.limits],
    ['Paused', queue.pausedUntil ? pauseEnd(queue.pausedUntil) : queue.paused ? 'yes' : 'no'],
    schemaFact(queue),
    ['Failures in a row', queue.failures || undefined],
    ['Next attempt', queue.retryAt ? time(queue.retryAt) : undefined],
    ['Last error', queue.lastError ? text(queue.lastError, 400) : undefined],
  ]);
}

function links(queue) {
  return html`<ul class="list">
    <li><a href=${href(['jobs'], { queue })}>Waiting jobs</a></li>
    <li><a href=${href(['runs'], { queue })}>Runs</a></li>
    <li><a href=${href(['schedules'], { queue })}>Schedules</a></li>
    <li><a href=${href(['quarantine'], { queue })}>Quarantine</a></li>
  </ul>`;
}

function charts(rates, queue) {
  if (rates.failure) return problem(rates.failure);
  const behind = (index) => href(['runs'], { queue, endedFrom: rates.points[index].at, endedBefore: rates.points[index + 1]?.at ?? rates.to });
  return html`<div class="cards">
    <div><h3>${jobsIn(rates.step)}</h3>${throughputChart(rates, behind)}</div>
    <div><h3>Lateness of dispatch</h3>${latenessChart(rates, behind)}</div>
  </div><p class="hint">A click opens the runs that ended in that time; only tracked jobs have runs, and are counted as finished or failed.
    The statistics are kept for <code>scheduler.statistics.age</code>, 14 days by default.</p>`;
}

/** By the type of a setting: that of its field, and its value of what the user has entered. */
const FIELDS = {
  boolean: { type: 'checkbox', of: (given) => given },
  integer: { type: 'number', required: true, of: Number },
  string: { type: 'text', required: true, of: (given) => given.trim() },
};

function edit(ctx, queue, settings) {
  const send = editing(ctx, {
    path: path(ctx),
    tag: queue.tag,
    describe: (now) => [
      ...settings.map(([name, { title }]) => `${title.toLowerCase()} ${plain(now[name])}`),
      now.inputSchema === undefined ? 'no schema' : `schema ${JSON.stringify(now.inputSchema).slice(0, 80)}`,
    ].join(', '),
  });
  return form({
    title: `Settings of ${queue.name}`,
    label: 'Save',
    fields: [
      ...settings.map(([name, { title, type, description }]) => ({ name, label: title, ...FIELDS[type], value: queue[name], hint: `${description[0].toUpperCase()}${description.slice(1)}.` })),
      schemaField(queue),
    ],
    // What another has changed since stays
    submit: ({ inputSchema, ...given }) => send({
      ...Object.fromEntries(settings.map(([name, { type }]) => [name, FIELDS[type].of(given[name])]).filter(([name, value]) => value !== queue[name])), ...changedSchema(queue, inputSchema),
    }),
  });
}

function changedSchema(queue, text) {
  const schema = schemaOf(text);
  return JSON.stringify(schema) === JSON.stringify(queue.inputSchema) ? {} : { inputSchema: schema ?? null };
}

export default { title: (ctx) => visible(name(ctx)), load, view };
