/** One job: why it waits, its payload, its runs, and what an operator can do with it. */

import { keyPath } from '../api.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { form } from '../dialogs.js';
import { editing } from '../editing.js';
import { absolute, readableDurations, readableRetry } from '../format.js';
import { batchLink, family, runTable } from '../executions.js';
import { explanation, questionOf } from '../explanation.js';
import { zoneOf } from '../preview.js';
import { href } from '../router.js';
import { written } from '../times.js';
import { scheduleActions } from '../schedule-actions.js';
import { action, badge, button, changes, facts, lacksGrant, longText, payload, properties, scheduleMark, section, text, time, timeIn, visible } from '../ui.js';

const path = (ctx) => keyPath('jobs', ctx.segments[1], jobId(ctx));
const jobId = (ctx) => ctx.segments.slice(2).join('/');
const queueLink = ({ queue }) => html`<a href=${href(['queues', queue])}>${queue}</a>`;

/** A job without a history is gone with its end: its page keeps what it was, or says what is known of its end. */
async function load(ctx) {
  try {
    const [job, why] = await Promise.all([ctx.get(path(ctx)), ctx.get(`${path(ctx)}/explanation`)]);
    const schedule = job.recurs ? await ctx.get(keyPath('schedules', job.queue, job.jobId)).catch(missing) : undefined;
    return (ctx.local.shown = { job, why, schedule });
  } catch (failure) {
    if (failure.status !== 404) throw failure;
    if (ctx.local.shown) return { ...ctx.local.shown, gone: true };
    const why = await ctx.get(`${path(ctx)}/explanation`).catch(missing);
    if (!why) throw failure;
    return { job: { queue: ctx.segments[1], jobId: jobId(ctx), waiting: false }, why };
  }
}

/** The schedule may have ended meanwhile. */
function missing(failure) {
  if (failure.status !== 404) throw failure;
}

function view(ctx, { job, why, schedule, gone }) {
  const waits = job.waiting !== false;
  const batch = job.executions?.[0]?.batch;
  return html`<div class="actions">${badge(waits && !gone ? job.state : 'no longer waiting')}${waits ? nothing : html`<span>of queue ${queueLink(job)}</span>`}${job.recurs ? html`<span>next run of ${scheduleMark(job)}</span>` : nothing}${batch ? html`<span>member of ${batchLink(batch)}</span>` : nothing}${waits && !gone ? actions(ctx, job, schedule, why) : nothing}</div>
    <div class="cards">
      ${gone ? section('Why', html`<p>It was dispatched, cancelled or has expired. <a href=${href(['search'], { q: job.jobId })}>Look for its traces</a></p>`, { wide: true })
      : section(questionOf(why), explanation(ctx, why), { wide: true })}
      ${waits ? section('Job', details(ctx, job, schedule)) : nothing}
      ${waits ? section('Payload', html`${payload(job)}${properties(job.properties)}`, { two: true }) : nothing}
      ${section('Runs', job.executions?.length ? runTable(job.executions, { caption: 'Runs of the job' })
      : html`<p class="hint">The job is not tracked: its runs leave no history. Register it with "tracked": true, or track its queue, to see them.</p>`, { wide: true })}
      ${family(job)}
    </div>`;
}

function actions(ctx, job, schedule, why) {
  const waitsForOthers = why?.causes?.some(({ code }) => code === 'parents');
  const base = path(ctx);
  const ifMatch = job.tag;
  const held = job.state === 'held';
  const samples = [`${job.queue}/${visible(job.jobId)}`];
  return html`
    ${schedule ? nothing : action(ctx, {
      label: 'Run now', path: `${base}/run-now`, ifMatch, primary: true, why: held ? 'The job is held: release it first' : waitsForOthers ? 'It waits for the ends of other jobs' : '', done: 'The job is due now',
      confirm: { title: 'Run the job now?', text: `It is dispatched at once instead of ${absolute(job.dueAt)}.`, samples, label: 'Run it now' },
    })}
    ${ctx.may('operator') ? button('Reschedule …', () => reschedule(ctx, job), { why: schedule?.state === 'paused' ? 'The schedule is paused: resume it first' : '' }) : nothing}
    ${ctx.may('operator') ? button('Settings …', () => edit(ctx, job)) : nothing}
    ${held ? action(ctx, { label: 'Release', path: `${base}/release`, ifMatch })
    : action(ctx, { label: 'Hold', path: `${base}/hold`, ifMatch, why: job.recurs ? 'It is the next run of a schedule: pause the schedule' : '' })}
    ${schedule ? scheduleActions(ctx, schedule, job) : action(ctx, {
      label: 'Cancel', role: 'submitter', method: 'DELETE', path: base, ifMatch, danger: true, done: 'The job is cancelled', why: lacksGrant(ctx, job.queue),
      confirm: { title: 'Cancel the job?', text: 'It will not be dispatched. This cannot be undone.', samples, label: 'Cancel the job', keep: 'Keep it' },
    })}`;
}

function reschedule(ctx, job) {
  const send = editing(ctx, {
    method: 'POST', path: path(ctx), to: `${path(ctx)}/reschedule`, tag: job.tag,
    describe: (now) => `${now.state}, due at ${absolute(now.dueAt)}`,
  });
  return form({
    title: 'Reschedule the job',
    label: 'Reschedule',
    fields: [{ name: 'dueAt', label: 'Due at', type: 'time', value: written(job.dueAt), required: true }],
    submit: send,
  });
}

function edit(ctx, job) {
  const own = ({ retry, runTimeout }) => `retries ${retry || 'as its queue says'}, limit of a run ${runTimeout || 'as its queue says'}`;
  const send = editing(ctx, { method: 'POST', path: path(ctx), to: `${path(ctx)}/settings`, tag: job.tag, describe: own });
  return form({
    title: 'Settings of the job',
    label: 'Save',
    note: 'An empty field: what its queue says.',
    fields: [
      { name: 'retry', label: 'Retries', value: job.retry, hint: 'After the last delivery of the broker: none, delays as PT1M,PT10M,PT1H, or growth as 5/PT1M*2..PT6H; ~20% adds jitter.' },
      { name: 'runTimeout', label: 'Limit of a run', value: job.runTimeout, hint: 'From the dispatch, if it is tracked: PT1S to P366D.' },
    ],
    submit: ({ retry, runTimeout }) => send({ retry: retry.trim() || null, runTimeout: runTimeout.trim() || null }),
  });
}

function details(ctx, job, schedule) {
  return facts([
    ['Queue', queueLink(job)],
    ['Due', html`${time(job.dueAt, { exact: true })}${schedule ? timeIn(job.dueAt, zoneOf(schedule.recurrence)) : nothing}`],
    ['Can be dispatched from', job.eligibleAt && job.eligibleAt !== job.dueAt && job.state !== 'held' ? time(job.eligibleAt, { exact: true }) : undefined],
    ['Held', job.heldBy ? html`by ${text(job.heldBy)} ${time(job.heldAt)}` : undefined],
    ['Expires', job.expiresAt ? time(job.expiresAt, { exact: true }) : undefined],
    ['Priority', job.priority],
    ['Failed dispatches', job.attempts || undefined],
    ['Retries', job.retry ? text(job.retry === 'none' ? 'none' : readableRetry(job.retry), 250) : 'as its queue says'],
    ['Limit of a run', job.runTimeout ? text(readableDurations(job.runTimeout)) : 'as its queue says'],
    ['Last error', job.lastError ? longText(job.lastError, 400) : undefined, true],
    ['Registered', html`${time(job.registeredAt)} by ${text(job.registeredBy)}`],
    ['Content type', job.contentType ? text(job.contentType, 200) : undefined],
    ['Fire id', job.fireId ? html`<span class="mono">${job.fireId}</span>` : undefined, true],
    ['Changes by people', changes(ctx, job)],
  ]);
}

export default { title: (ctx) => visible(jobId(ctx)), load, view };
