/** The form that changes a schedule, with its next times before and after the change side by side. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { getTagged, keyPath, send } from './api.js';
import { notify } from './dialogs.js';
import { absolute } from './format.js';
import { compared, withCalendar, zoneOf } from './preview.js';
import { badge, problem, visible } from './ui.js';

const TIMES = 10;
const WAIT_MILLIS = 300;
const MISFIRES = ['fire-once', 'fire-once-counted', 'skip', 'skip-counted', 'fire-all', 'fire-all/PT30M'];
const CHANGES = { moved: 'warn', added: 'good', removed: 'bad' };

/** Begins an edit of what the page shows. */
export async function beginEdit(ctx, { schedule, job }) {
  try {
    const [calendars, definition] = await Promise.all([
      ctx.get('calendars'),
      schedule.definition && ctx.may('operator') ? ctx.get(`definitions/${schedule.definition}`) : undefined,
    ]);
    ctx.local.edit = {
      schedule, job, definition, tag: job.tag, registration: schedule.tag,
      calendars: calendars.calendars.map(({ name }) => name),
      values: { recurrence: schedule.recurrence, misfire: schedule.misfire, overlap: schedule.overlap || 'allow', jitter: schedule.jitter || '' },
      keepPaused: schedule.state === 'paused',
    };
    ctx.update();
    await preview(ctx);
  } catch (failure) {
    notify(failure, 'bad');
  }
}

/** The next times before and after, from the same moment on. */
async function preview(ctx) {
  const edit = ctx.local.edit;
  const run = (edit.previewRun = {});
  const after = new Date().toISOString();
  const ask = (recurrence) => ctx.get('schedules/preview', { recurrence, after, runs: TIMES });
  try {
    const [before, now] = await Promise.all([ask(edit.schedule.recurrence), ask(edit.values.recurrence.trim())]);
    if (edit.previewRun === run) Object.assign(edit, { before, after: now, unreadable: undefined });
  } catch (failure) {
    if (failure.name === 'AbortError') return;
    if (edit.previewRun === run) edit.unreadable = failure;
  }
  ctx.update();
}

function typed(ctx, name, value) {
  const edit = ctx.local.edit;
  edit.values[name] = value;
  if (name !== 'recurrence') return;
  clearTimeout(edit.timer);
  edit.timer = setTimeout(() => preview(ctx), WAIT_MILLIS);
}

export function editForm(ctx) {
  const edit = ctx.local.edit;
  const { values, calendars } = edit;
  const input = (name) => (event) => typed(ctx, name, event.target.value);
  return html`<form class="edit" @submit=${(event) => save(event, ctx)}>
    <label class="whole"><span>Recurrence</span><textarea name="recurrence" rows="2" required spellcheck="false" .value=${values.recurrence} @input=${input('recurrence')}></textarea>
      <small><code>cron:0 0 6 ? * MON-FRI</code>, a crontab's <code>unix:0 6 * * 1-5</code>, <code>every:PT20M</code>, <code>rrule:FREQ=MONTHLY;BYDAY=-1FR</code>, <code>@daily</code>; then attributes such as <code>zone=Europe/Berlin</code></small></label>
    ${calendars.length > 0 ? html`<label><span>Leave out a calendar</span><select .value=${''} @change=${(event) => addCalendar(event, ctx)}>
      <option value="">add …</option>${calendars.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>` : nothing}
    <label><span>Missed times</span><input name="misfire" list="misfires" .value=${values.misfire} @input=${input('misfire')} autocomplete="off">
      <datalist id="misfires">${MISFIRES.map((policy) => html`<option value=${policy}></option>`)}</datalist></label>
    <label><span>Overlap</span><input name="overlap" .value=${values.overlap} @input=${input('overlap')} autocomplete="off">
      ${edit.schedule.overlap === 'wait' ? html`<small>The API does not tell the present limit: <code>wait</code> is one day, <code>wait/PT2H</code> two hours.</small>` : html`<small><code>allow</code>, <code>wait</code> or <code>wait/PT2H</code></small>`}</label>
    <label><span>Jitter</span><input name="jitter" .value=${values.jitter} @input=${input('jitter')} placeholder="none" autocomplete="off"></label>
    <div class="whole">${edit.unreadable ? problem(edit.unreadable) : comparison(edit)}</div>
    ${consequences(edit, ctx)}
    ${edit.failure ? html`<div class="whole">${problem(edit.failure)}</div>` : nothing}
    <footer class="whole"><button type="button" @click=${() => end(ctx)}>Cancel</button>
      <button type="submit" class="primary" ?disabled=${Boolean(edit.unreadable) || edit.busy}>Save</button></footer>
  </form>`;
}

function addCalendar(event, ctx) {
  const name = event.target.value;
  event.target.value = '';
  if (!name) return;
  typed(ctx, 'recurrence', withCalendar(ctx.local.edit.values.recurrence.trim(), name));
  ctx.update();
}

function comparison({ before, after, schedule }) {
  if (!before || !after) return html`<p class="hint">Computing the next times …</p>`;
  const zone = zoneOf(after.recurrence);
  const rows = compared(before, after, TIMES);
  const changed = rows.some(({ change }) => CHANGES[change]);
  const at = (instant, timeZone) => (instant === undefined ? html`<span class="faint">–</span>` : html`<time class="nowrap" datetime=${new Date(instant).toISOString()} title=${absolute(instant)}>${absolute(instant, { timeZone })}</time>`);
  return html`<p>${visible(after.meaning)}${changed ? nothing : html` <span class="hint">The next times stay as they are.</span>`}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Next times before and after the change"><table class="compare">
      <thead><tr><th scope="col">Before (${zoneOf(before.recurrence)})</th><th scope="col">After (${zone})</th><th scope="col">Change</th><th scope="col">Why</th></tr></thead>
      <tbody>${rows.map((row) => html`<tr class=${row.change}><td>${at(row.before, zoneOf(before.recurrence))}</td><td>${at(row.after, zone)}</td>
        <td>${CHANGES[row.change] ? badge(row.change, CHANGES[row.change]) : html`<span class="faint">${row.change === 'later' ? 'beyond the other ten' : row.change}</span>`}</td><td>${row.reason ? html`<div class="roomy">${visible(row.reason)}</div>` : nothing}</td></tr>`)}
      ${rows.length === 0 ? html`<tr><td colspan="4">No time is due any more.</td></tr>` : nothing}</tbody></table></div>
    ${/ times=/.test(schedule.recurrence) ? html`<p class="hint">The number of runs in the recurrence counts from the change on.</p>` : nothing}`;
}

/** What a registration replaces beside the times. */
function consequences(edit, ctx) {
  const unread = unreadable(edit, ctx);
  return html`<div class="whole hint"><p>To save registers the schedule again: its count of runs begins at 0, and it belongs to you.
      ${edit.definition ? html`What it takes from the definition <code>${edit.schedule.definition}</code>, it goes on to take from there.` : nothing}
      Group, type, correlation id, reply address, time to live, delivery mode and locale are not told by the API: a schedule that was registered with them loses them.</p></div>
    ${edit.schedule.state === 'paused' ? html`<label class="inline whole"><input type="checkbox" .checked=${edit.keepPaused} @change=${(event) => { edit.keepPaused = event.target.checked; }}> <span>Pause it again after the change</span></label>` : nothing}
    ${unread ? html`<div class="whole banner">${unread}</div><label class="inline whole"><input type="checkbox" required .checked=${Boolean(edit.agreed)} @change=${(event) => { edit.agreed = event.target.checked; }}> <span>Save without them</span></label>` : nothing}`;
}

/** Why payload and properties cannot be sent again; empty if they can. */
function unreadable({ schedule, job }, ctx) {
  const readable = job.body !== undefined || job.bodyBase64 !== undefined;
  if (!readable) return `You may not read the payload and properties of this schedule, so the change would lose those of its own${schedule.definition ? ', and keep those of its definition' : ''}.`;
  if (schedule.definition && !ctx.may('operator')) return 'You may not read the payload of the definition, so the change would lose the payload and properties that only this schedule has.';
  return '';
}

async function save(event, ctx) {
  event.preventDefault();
  const { edit } = ctx.local;
  Object.assign(edit, { busy: true, failure: undefined });
  ctx.update();
  try {
    await put(edit, ctx);
    if (edit.schedule.state === 'paused' && edit.keepPaused) await pauseAgain(edit.schedule);
    notify('Change: done', 'good');
    await ctx.reload();
    end(ctx);
  } catch (failure) {
    Object.assign(edit, { busy: false, failure });
    ctx.update();
  }
}

async function pauseAgain({ queue, jobId, pausedUntil }) {
  await send('POST', `${keyPath('schedules', queue, jobId)}/pause`, pausedUntil ? { until: pausedUntil } : {});
}

/** The waiting run changes with each dispatch; only a change of the registration or of the pause is a conflict. */
async function put(edit, ctx) {
  const { queue, jobId } = edit.schedule;
  try {
    await send('PUT', keyPath('jobs', queue, jobId), registration(edit, ctx), { ifMatch: edit.tag });
  } catch (failure) {
    if (failure.status !== 412) throw failure;
    const [schedule, job] = await Promise.all([getTagged(keyPath('schedules', queue, jobId)), getTagged(keyPath('jobs', queue, jobId))]);
    const changed = schedule.tag !== edit.registration;
    Object.assign(edit, { schedule: schedule.data, registration: schedule.tag, job: job.data, tag: job.tag });
    if (!changed) {
      await send('PUT', keyPath('jobs', queue, jobId), registration(edit, ctx), { ifMatch: edit.tag });
      return;
    }
    preview(ctx);
    throw Object.assign(new Error(`Somebody has changed it meanwhile. Now: ${schedule.data.recurrence}, ${schedule.data.state}, by ${schedule.data.registeredBy}. Your input is kept: save again to replace that, or cancel.`), { code: failure.code });
  }
}

function registration({ schedule, job, definition, values }, ctx) {
  const body = {
    recurrence: values.recurrence.trim(),
    misfire: values.misfire?.trim() || undefined,
    overlap: values.overlap.trim() || undefined,
    jitter: values.jitter.trim() || undefined,
    tracked: schedule.tracked || undefined,
    stateful: schedule.stateful || undefined,
    countOf: schedule.wantedSuccesses ? 'successes' : undefined,
    definition: schedule.definition,
  };
  return unreadable({ schedule, job }, ctx) ? body : { ...body, ...own(job, definition) };
}

/** Payload, properties and priority, without what a definition says anyway, so that its changes go on to reach the schedule. */
function own(job, definition) {
  const given = {};
  const samePayload = definition && ['body', 'bodyBase64', 'contentType'].every((name) => definition[name] === job[name]);
  if (!samePayload) Object.assign(given, { body: job.body, bodyBase64: job.bodyBase64, contentType: job.contentType });
  if (job.priority !== definition?.priority) given.priority = job.priority;
  const properties = Object.entries(job.properties || {}).filter(([name, value]) => name.startsWith('x_') && definition?.properties?.[name] !== value);
  if (properties.length > 0) given.properties = Object.fromEntries(properties);
  return given;
}

function end(ctx) {
  clearTimeout(ctx.local.edit?.timer);
  ctx.local.edit = undefined;
  ctx.update();
}
