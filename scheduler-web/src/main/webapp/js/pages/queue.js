/** One worker queue: what waits, what the broker has, its rates, and its settings. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { form } from '../dialogs.js';
import { editing } from '../editing.js';
import { causeList } from '../explanation.js';
import { cappedNumber, number, toInstant } from '../format.js';
import { schemaField, schemaOf } from '../job-fields.js';
import { href } from '../router.js';
import { every, lastHour, latenessChart, throughputChart } from '../statistics.js';
import { action, badge, facts, figure, problem, schemaFact, section, text, time, visible } from '../ui.js';

const RATES_MAX_AGE = 10_000;

const name = (ctx) => ctx.segments[1];
const path = (ctx) => `worker-queues/${encodeURIComponent(name(ctx))}`;

/** Whether messages wait that nobody consumes. */
export const unread = ({ backlog }) => backlog !== undefined && backlog.messages > 0 && backlog.consumers === 0;

async function load(ctx) {
  const [queue, rates] = await Promise.all([
    ctx.get(path(ctx)),
    every(ctx, 'statistics', RATES_MAX_AGE, () => ({ ...lastHour(), step: 'PT1M', queue: name(ctx) })),
  ]);
  return { queue, rates };
}

function view(ctx, { queue, rates }) {
  return html`<div class="actions">${badge(queue.state)}${controls(ctx, queue)}</div>
    ${queue.causes ? section('Why are its jobs not dispatched?', causeList(ctx, queue.causes.map(withoutResume))) : nothing}
    ${unread(queue) ? html`<div class="problem">No consumer, messages wait: ${number(queue.backlog.messages)} messages are in the queue at the broker, and no worker is connected to it.</div>` : nothing}
    ${figures(queue)}
    <div class="cards">
      ${section('Settings', settings(queue))}
      ${section('More about this queue', links(queue.name))}
    </div>
    ${section('Last hour, by minute', charts(rates))}`;
}

/** The page has a button of its own for it. */
const withoutResume = (cause) => cause.code === 'queue-paused' ? { ...cause, cure: undefined } : cause;

function controls(ctx, queue) {
  return html`
    ${queue.paused ? action(ctx, { label: 'Resume', path: `${path(ctx)}/resume`, ifMatch: queue.tag, primary: true, done: `${queue.name} is open` })
    : ctx.may('operator') ? html`<button type="button" @click=${() => pause(ctx, queue)}>Pause …</button>` : nothing}
    ${ctx.may('operator') ? html`<button type="button" @click=${() => edit(ctx, queue)}>Settings …</button>` : nothing}`;
}

function pause(ctx, queue) {
  return form({
    title: `Pause ${queue.name}?`,
    label: 'Pause',
    note: `It has ${cappedNumber(queue.waiting)} waiting jobs. Jobs are accepted and wait.`,
    fields: [{ name: 'until', label: 'Until', type: 'datetime-local', hint: 'Empty: until somebody resumes it.' }],
    submit: async ({ until }) => {
      try {
        await ctx.send('POST', `${path(ctx)}/pause`, until ? { until: toInstant(until) } : {}, { ifMatch: queue.tag });
      } catch (failure) {
        if (failure.status === 412) ctx.reload();
        throw failure.status === 412 ? Object.assign(new Error('Somebody has changed it meanwhile. Close this, look at it, and pause it again if you still want to.'), { code: failure.code }) : failure;
      }
      ctx.reload();
    },
  });
}

function figures(queue) {
  const jobs = (state) => href(['jobs'], { queue: queue.name, state });
  const { backlog } = queue;
  return html`<div class="figures">
    ${figure('Waiting', cappedNumber(queue.waiting), { to: jobs() })}
    ${figure('Due', cappedNumber(queue.due), { to: jobs('due') })}
    ${figure('Overdue', cappedNumber(queue.overdue), { to: jobs('due'), tone: !queue.overdue ? '' : queue.rateLimit ? 'warn' : 'bad', note: queue.overdue ? html`oldest due ${time(queue.oldestDueAt)}` : nothing })}
    ${figure('Retrying', cappedNumber(queue.retrying), { to: jobs('retrying'), tone: queue.retrying ? 'warn' : '' })}
    ${figure('Held', cappedNumber(queue.held), { to: jobs('held') })}
    ${figure('At the broker', number(backlog?.messages), { tone: unread(queue) ? 'bad' : '', note: backlog ? html`${number(backlog.delivering)} being delivered` : 'not known yet' })}
    ${figure('Consumers', number(backlog?.consumers), { tone: unread(queue) ? 'bad' : '', note: backlog ? html`seen ${time(backlog.seenAt)}` : nothing })}
    ${figure('Oldest message', backlog?.oldestAt ? time(backlog.oldestAt) : '–')}
    ${figure('Dead letters', number(backlog?.deadLetters), { tone: backlog?.deadLetters ? 'bad' : '', to: href(['quarantine'], { queue: queue.name }) })}
  </div>`;
}

function settings(queue) {
  return facts([
    ['Partition', html`<a href=${href(['cluster'], { partition: queue.partition })}>${text(queue.partition)}</a>`],
    ['Tracked', queue.tracked ? 'yes: runs leave a history' : 'no'],
    ['Events', queue.events ? html`published on <span class="mono">scheduler.events</span>` : 'no'],
    ['Encrypted', queue.encrypted ? 'yes: payloads and properties, in the database' : 'no'],
    ['Rate limit', queue.rateLimit ? html`${number(queue.rateLimit)} a minute` : 'none'],
    ['Retries', queue.retry === 'none' ? 'none: what fails goes to the quarantine' : text(queue.retry, 250)],
    ['Limit of a run', html`${text(queue.runTimeout)} <span class="faint">from its dispatch, if it is tracked</span>`],
    ['Acknowledgement', queue.finishedWhenAcknowledged ? 'finishes a tracked run' : 'is no end: workers report'],
    ['Paused', queue.pausedUntil ? html`until ${time(queue.pausedUntil, { exact: true })}` : queue.paused ? 'yes' : 'no'],
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

function charts(rates) {
  if (rates.failure) return problem(rates.failure);
  return html`<div class="cards">
    <div><h3>Jobs a minute</h3>${throughputChart(rates)}</div>
    <div><h3>Lateness of dispatch</h3>${latenessChart(rates)}</div>
  </div><p class="hint">Only tracked jobs are counted as finished or failed.</p>`;
}

function edit(ctx, queue) {
  const send = editing(ctx, {
    path: path(ctx),
    tag: queue.tag,
    describe: ({ partition, tracked, rateLimit, retry, runTimeout, finishedWhenAcknowledged, events, encrypted, inputSchema }) => `partition ${partition}, ${tracked ? 'tracked' : 'not tracked'}, ${rateLimit ? `at most ${rateLimit} jobs a minute` : 'no rate limit'}, retries ${retry}, limit of a run ${runTimeout}, ${finishedWhenAcknowledged ? 'finished when acknowledged' : 'finished by reports'}, ${events ? 'events' : 'no events'}, ${encrypted ? 'encrypted' : 'not encrypted'}, ${inputSchema === undefined ? 'no schema' : `schema ${JSON.stringify(inputSchema).slice(0, 80)}`}`,
  });
  return form({
    title: `Settings of ${queue.name}`,
    label: 'Save',
    fields: [
      { name: 'partition', label: 'Partition', value: queue.partition, required: true, hint: 'Start a node that leads the partition before you move a queue to it.' },
      { name: 'tracked', label: 'Tracked', type: 'checkbox', value: queue.tracked, hint: 'Runs of jobs that are registered from now on leave a history.' },
      { name: 'events', label: 'Events', type: 'checkbox', value: queue.events, hint: 'What happens to its jobs from now on is published on the topic scheduler.events.' },
      { name: 'encrypted', label: 'Encrypted', type: 'checkbox', value: queue.encrypted, hint: 'The database keeps payloads and properties of jobs that are registered from now on encrypted. All nodes need the keys.' },
      { name: 'rateLimit', label: 'Rate limit', type: 'number', value: queue.rateLimit, required: true, hint: 'Jobs that are dispatched per minute at most, 0 to 1,000,000; 0: no limit. Due jobs beyond it wait in the database.' },
      { name: 'retry', label: 'Retries', value: queue.retry, required: true, hint: 'After the last delivery of the broker: none, delays as PT1M,PT10M,PT1H, or growth as 5/PT1M*2..PT6H; ~20% adds jitter. Applies to what fails from now on.' },
      { name: 'runTimeout', label: 'Limit of a run', value: queue.runTimeout, required: true, hint: 'From the dispatch of a tracked run, PT1S to P366D: then it is tried again, or ends as an error. Applies to jobs that are registered from now on.' },
      { name: 'finishedWhenAcknowledged', label: 'Finished when acknowledged', type: 'checkbox', value: queue.finishedWhenAcknowledged, hint: 'For workers that send no reports: a tracked run that is dispatched from now on is finished when the broker has acknowledged its message.' },
      schemaField(queue),
    ],
    submit: ({ partition, tracked, events, encrypted, rateLimit, retry, runTimeout, finishedWhenAcknowledged, inputSchema }) => send({
      partition, tracked, events, encrypted, rateLimit: Number(rateLimit), retry: retry.trim(), runTimeout: runTimeout.trim(), finishedWhenAcknowledged, ...changedSchema(queue, inputSchema),
    }),
  });
}

/** Nothing if the user has left it as it was: what is not sent does not change. */
function changedSchema(queue, text) {
  const schema = schemaOf(text);
  return JSON.stringify(schema) === JSON.stringify(queue.inputSchema) ? {} : { inputSchema: schema ?? null };
}

export default { title: (ctx) => visible(name(ctx)), load, view };
