/** A new schedule, and the change of one. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { getTagged, keyPath, send } from './api.js';
import { notify } from './dialogs.js';
import { href } from './router.js';
import { closeForm, openForm, preview, registered, scheduleForm } from './schedule-form.js';
import { button, section } from './ui.js';

/** A button for who may register, in the queues that it is given; without a grant it says why it cannot be used. */
export function registerButton(ctx, label, click) {
  if (!ctx.may('submitter')) return nothing;
  const queues = granted(ctx);
  return button(label, () => click(queues), {
    primary: true, why: queues?.length === 0 ? 'You have no grant for a queue: an administrator can add it' : '', busy: !queues || Boolean(ctx.local.edit),
  });
}

export const newButton = (ctx) => registerButton(ctx, 'New schedule …', (queues) => beginNew(ctx, queues));

function granted({ session: { grants = [] }, local: { queueNames } }) {
  return grants.includes('*') ? queueNames : grants;
}

function beginNew(ctx, queues) {
  const queue = queues.includes(ctx.query.queue) ? ctx.query.queue : queues[0];
  return begin(ctx, { registration: { tracked: true }, queue, queues });
}

async function begin(ctx, edit) {
  try {
    await openForm(ctx, edit);
  } catch (failure) {
    notify(failure, 'bad');
  }
}

export function newForm(ctx) {
  if (!ctx.local.edit) return nothing;
  const { queue, queues } = ctx.local.edit;
  return section('New schedule', scheduleForm(ctx, {
    title: 'New schedule',
    fields: [
      { name: 'queue', label: 'Queue', type: 'select', options: queues, value: queue },
      { name: 'jobId', label: 'Schedule', required: true, hint: 'The job id of all its runs.' },
    ],
    label: 'Create',
    save: async (form) => {
      const { queue: { value: chosen }, jobId: { value: jobId } } = form.elements;
      await send('POST', 'jobs', { ...registered(form, ctx.local.edit), queue: chosen, jobId, ifExists: 'reject' });
      notify(`${jobId}: created`, 'good');
      if (!form.isConnected) return;
      closeForm(ctx);
      location.hash = href(['schedules', chosen, jobId]);
    },
  }), { wide: true });
}

/** Begins the registration of a schedule that has ended: with the input of its latest run, if there is one that the user may read. */
export async function beginAgain(ctx, { schedule, run }) {
  const { input = {} } = run ? await ctx.get(`executions/${run.fireId}`, { follow: false }).catch(() => ({})) : {};
  const { body, bodyBase64, contentType, properties = {} } = input;
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => name.startsWith('x_')));
  return begin(ctx, {
    registration: { ...told(schedule), body, bodyBase64, contentType, properties: own }, queue: schedule.queue, schedule, input: body ?? bodyBase64,
  });
}

export function againForm(ctx) {
  const { schedule: { queue, jobId }, input } = ctx.local.edit;
  return scheduleForm(ctx, {
    title: 'Registration',
    below: html`<p class="whole hint">${input === undefined ? 'Payload, headers and properties of a schedule that has ended are not kept: enter them.' : 'The payload is that of the latest run. Check headers and properties: they are not all kept.'}</p>`,
    label: 'Register',
    save: async (form) => {
      await send('POST', 'jobs', { ...registered(form, ctx.local.edit), queue, jobId, ifExists: 'reject' });
      notify('The schedule is registered', 'good');
      await ctx.reload();
      closeForm(ctx);
    },
  });
}

/** Begins a change of what the page shows. */
export function beginEdit(ctx, { schedule, job }) {
  return begin(ctx, {
    registration: schedule.registration || told(schedule), before: schedule.recurrence, queue: schedule.queue,
    schedule, tag: job.tag, seen: schedule.tag, keepPaused: schedule.state === 'paused',
  });
}

/** What everybody may read of a registration. */
function told({ recurrence, misfire, overlap, overlapLimit, pauseAfterFailures, jitter, stateful, tracked, definition, wantedSuccesses }) {
  return {
    recurrence, misfire, pauseAfterFailures, jitter, stateful, tracked, definition,
    overlap: overlapLimit ? `${overlap}/${overlapLimit}` : overlap,
    count: wantedSuccesses,
    countOf: wantedSuccesses ? 'successes' : undefined,
  };
}

export function editForm(ctx) {
  return scheduleForm(ctx, { title: 'Change', below: consequences(ctx), label: 'Save', save: (form) => save(ctx, form) });
}

function consequences(ctx) {
  const { edit } = ctx.local;
  return html`<p class="whole hint">To save registers the schedule again: its count of runs begins at 0, and it belongs to you.</p>
    ${edit.schedule.state === 'paused' ? html`<label class="inline whole"><input type="checkbox" .checked=${edit.keepPaused} @change=${(event) => { edit.keepPaused = event.target.checked; }}> <span>Pause it again after the change</span></label>` : nothing}
    ${edit.schedule.registration ? nothing : html`<div class="whole banner">You may not read payload, headers and properties of this schedule: those that you do not enter here are lost.</div>
      <label class="inline whole"><input type="checkbox" required> <span>Save without them</span></label>`}`;
}

async function save(ctx, form) {
  const { edit } = ctx.local;
  const { state, queue, jobId, pausedUntil } = edit.schedule;
  const pause = state === 'paused' && edit.keepPaused ? ['POST', `${keyPath('schedules', queue, jobId)}/pause`, pausedUntil ? { until: pausedUntil } : {}] : undefined;
  await put(ctx, registered(form, edit), pause);
  if (pause) await send(...pause);
  notify('Change: done', 'good');
  await ctx.reload();
  closeForm(ctx);
}

/** The waiting run changes with each dispatch; only a change of the registration or of the pause is a conflict. */
async function put(ctx, body, next) {
  const { edit } = ctx.local;
  const { queue, jobId } = edit.schedule;
  try {
    await send('PUT', keyPath('jobs', queue, jobId), body, { ifMatch: edit.tag, next });
  } catch (failure) {
    if (failure.status !== 412) throw failure;
    const [schedule, job] = await Promise.all([getTagged(keyPath('schedules', queue, jobId)), getTagged(keyPath('jobs', queue, jobId))]);
    const changed = schedule.tag !== edit.seen;
    Object.assign(edit, { schedule: schedule.data, before: schedule.data.recurrence, seen: schedule.tag, tag: job.tag });
    if (!changed) {
      await send('PUT', keyPath('jobs', queue, jobId), body, { ifMatch: edit.tag });
      return;
    }
    preview(ctx);
    throw Object.assign(new Error(`Somebody has changed it meanwhile. Now: ${schedule.data.recurrence}, ${schedule.data.state}, by ${schedule.data.registeredBy}. Your input is kept: save again to replace that, or cancel.`), { code: failure.code });
  }
}
