/** The fields of a schedule, for a new one and for a change, with its next times. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { copyForm, field, mistakeText, notifyRefused, notifySent, refusal, showRefusal, typed, valuesOf, withMistake } from './dialogs.js';
import { absolute, isShown } from './format.js';
import { headerFields, payloadField, requestOf } from './job-fields.js';
import { compared, withCalendar, zoneOf } from './preview.js';
import { badge, problem, table, visible } from './ui.js';

const TIMES = 10;
const WAIT_MILLIS = 300;
const MISFIRES = ['fire-once', 'fire-once-counted', 'skip', 'skip-counted', 'fire-all'];
const OVERLAPS = ['allow', 'wait', 'skip', 'cancel'];
const CHANGES = { moved: 'warn', added: 'good', removed: 'bad' };

/**
 * An open form. `registration` has the fields of the API that it begins with, `before` is the recurrence that it changes.
 * `definitions` are those of its queue.
 */
export async function openForm(ctx, { registration, before, ...more }) {
  const [{ calendars }, { definitions }] = await Promise.all([ctx.get('calendars'), ctx.get('definitions')]);
  ctx.local.edit = { registration, before, recurrence: registration.recurrence || '', calendars: calendars.map(({ name }) => name), definitions, ...more };
  ctx.update();
  await preview(ctx);
}

export function closeForm(ctx) {
  clearTimeout(ctx.local.edit?.timer);
  ctx.local.edit = undefined;
  ctx.update();
}

/** The next times, of a change before and after from the same moment on. */
export async function preview(ctx) {
  const { edit } = ctx.local;
  if (!edit) return;
  const run = (edit.previewRun = {});
  const after = new Date().toISOString();
  const ask = (recurrence) => (recurrence ? ctx.get('schedules/preview', { recurrence, after, runs: TIMES }) : undefined);
  try {
    const [before, now] = await Promise.all([ask(edit.before), ask(edit.recurrence.trim())]);
    if (edit.previewRun === run) Object.assign(edit, { preview: { before, now }, unreadable: undefined });
  } catch (failure) {
    if (failure.name === 'AbortError') return;
    if (edit.previewRun === run) edit.unreadable = failure;
  }
  ctx.update();
}

/** What the form says, as the body of a registration. */
export function registered(form, { registration }) {
  const { misfireWithin, overlapLimit, successes, ...values } = valuesOf(form, fieldsOf(registration));
  return requestOf({
    ...values,
    traceparent: registration.traceparent,
    tracestate: registration.tracestate,
    recurrence: values.recurrence.trim(),
    misfire: limited(values.misfire, misfireWithin),
    overlap: limited(values.overlap, overlapLimit),
    countOf: successes ? 'successes' : undefined,
  });
}

const limited = (policy, limit) => (limit ? `${policy}/${limit}` : policy);

function fieldsOf(registration) {
  return [...whenFields(registration), ...whatFields(registration, []), ...moreFields(registration)];
}

/** The recurrence is drawn apart. */
function whenFields({ misfire = 'fire-once', overlap = 'allow', pauseAfterFailures, jitter, count }) {
  const [policy, within] = misfire.split('/');
  const [order, limit] = overlap.split('/');
  return [
    { name: 'misfire', label: 'Missed times', type: 'select', options: MISFIRES, value: policy, hint: 'One run for all of them, none, or one for each.' },
    { name: 'misfireWithin', label: 'Missed at most ago', value: within, placeholder: 'any time', hint: 'Of fire-all: such as PT30M.' },
    { name: 'overlap', label: 'Overlap', type: 'select', options: OVERLAPS, value: order, hint: 'A run waits for the last one, is skipped, or cancels it.' },
    { name: 'overlapLimit', label: 'Waits at most', value: limit, placeholder: 'PT24H', hint: 'Of wait: such as PT2H.' },
    { name: 'pauseAfterFailures', label: 'Pause after failures', type: 'number', value: pauseAfterFailures, placeholder: 'never', hint: 'Failed runs in a row.' },
    { name: 'jitter', label: 'Jitter', value: jitter, placeholder: 'none', hint: 'Each run is up to this much later, such as PT30S.' },
    { name: 'count', label: 'Number of runs', type: 'number', value: count, placeholder: 'no limit', hint: 'Instead of times= in the recurrence.' },
  ];
}

function whatFields(registration, definitions) {
  return [
    { name: 'definition', label: 'Definition', type: 'select', options: [['', 'none'], ...definitions], value: registration.definition || '', hint: 'What the schedule does not say itself, it takes from there.' },
    payloadField(registration),
  ];
}

function moreFields(registration) {
  return [
    { name: 'tracked', label: 'Tracked: its runs leave a history', type: 'checkbox', value: registration.tracked },
    { name: 'stateful', label: 'Stateful: the result is the payload of the next run', type: 'checkbox', value: registration.stateful },
    { name: 'successes', label: 'Only finished runs count', type: 'checkbox', value: registration.countOf === 'successes' },
    ...headerFields(registration),
  ];
}

/** `fields` come first; `below` the next times. Notices have the `title`. */
export function scheduleForm(ctx, { title, fields = [], below = nothing, label, save }) {
  const { edit } = ctx.local;
  const { registration, definitions } = edit;
  const names = definitions.filter(({ queue }) => queue === edit.queue).map(({ name }) => name);
  const wrong = withMistake([...fields, { name: 'recurrence' }, ...fieldsOf(registration)], edit.failure).find(({ mistake }) => mistake);
  const drawn = (each) => field(each.name === wrong?.name ? { ...each, mistake: wrong.mistake } : each);
  const recurrence = wrong?.name === 'recurrence' ? wrong.mistake : undefined;
  return html`<form class="edit" aria-busy=${String(Boolean(edit.busy))} @input=${(event) => changed(ctx, event)} @submit=${(event) => submit(event, ctx, { title, save })}>
    ${fields.map(drawn)}
    <label class="whole"><span>Recurrence</span><textarea name="recurrence" aria-invalid=${recurrence ? 'true' : nothing} rows="2" required spellcheck="false" .defaultValue=${registration.recurrence || ''}></textarea>${mistakeText(recurrence)}
      <small><code>cron:0 0 6 ? * MON-FRI</code>, a crontab's <code>unix:0 6 * * 1-5</code>, <code>every:PT20M</code>, <code>rrule:FREQ=MONTHLY;BYDAY=-1FR</code>, <code>@daily</code>; then attributes such as <code>zone=Europe/Berlin</code></small></label>
    <div class="whole">${edit.unreadable ? problem(edit.unreadable) : times(edit)}</div>
    ${edit.calendars.length > 0 ? html`<label><span>Leave out a calendar</span><select @change=${(event) => addCalendar(event, ctx)}>
      <option value="">add …</option>${edit.calendars.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>` : nothing}
    ${whenFields(registration).map(drawn)}
    ${whatFields(registration, names).map(drawn)}
    <details class="whole"><summary>More: tracking, content type, priority, headers, properties</summary><div class="edit">${moreFields(registration).map(drawn)}</div></details>
    ${below}
    <footer class="whole">${refusal(edit.failure)}${copyForm(save, (failure) => {
      edit.failure = failure;
      ctx.update();
    })}<button type="button" @click=${() => cancel(ctx, title)}>${edit.busy ? 'Close' : 'Cancel'}</button>
      <button type="submit" class="primary" ?disabled=${Boolean(edit.unreadable) || edit.busy}>${label}</button></footer>
  </form>`;
}

function changed(ctx, event) {
  typed(event);
  follow(ctx, event.target);
}

/** Of a queue, its definitions can be chosen; of a recurrence, the next times are shown. */
function follow(ctx, { name, value }) {
  const { edit } = ctx.local;
  if (name === 'queue') {
    edit.queue = value;
    ctx.update();
  }
  if (name !== 'recurrence') return;
  edit.recurrence = value;
  clearTimeout(edit.timer);
  edit.timer = setTimeout(() => preview(ctx), WAIT_MILLIS);
}

function addCalendar({ target }, ctx) {
  const { recurrence } = target.form.elements;
  if (target.value) recurrence.value = withCalendar(recurrence.value.trim(), target.value);
  target.value = '';
  follow(ctx, recurrence);
}

function cancel(ctx, title) {
  if (ctx.local.edit.busy) notifySent(title);
  closeForm(ctx);
}

async function submit(event, ctx, { title, save }) {
  event.preventDefault();
  const { edit } = ctx.local;
  const { target } = event;
  Object.assign(edit, { busy: true, failure: undefined });
  ctx.update();
  try {
    await save(target);
  } catch (failure) {
    edit.failure = failure;
  }
  edit.busy = false;
  ctx.update();
  if (!edit.failure) return;
  if (target.isConnected) showRefusal(target);
  else notifyRefused(title, edit.failure);
}

function times({ before, preview: { before: old, now } = {} }) {
  if (!now) return html`<p class="hint">${before ? 'Computing the next times …' : 'Here you will see the next times.'}</p>`;
  return old ? comparison(old, now) : next(now);
}

function next(preview) {
  const zone = zoneOf(preview.recurrence);
  const columns = [
    { title: `Next times (${zone})`, cell: ({ dueAt, omittedAt }) => at(dueAt || omittedAt, zone) },
    ...(preview.occurrences.some(({ reason }) => reason) ? [{ title: 'Why', cell: ({ omittedAt, reason }) => html`<div class="roomy">${omittedAt ? badge('left out', 'plain') : reason ? badge('shifted', 'warn') : nothing} ${visible(reason || '')}</div>` }] : []),
  ];
  return html`<p>${visible(preview.meaning)}</p>${preview.occurrences.length === 0 ? html`<p class="hint">No time is due any more.</p>` : table(columns, preview.occurrences, { caption: 'Next times' })}`;
}

function comparison(before, after) {
  const rows = compared(before, after, TIMES);
  const changed = rows.some(({ change }) => CHANGES[change]);
  return html`<p>${visible(after.meaning)}${changed ? nothing : html` <span class="hint">The next times stay as they are.</span>`}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Next times before and after the change"><table class="compare">
      <thead><tr><th scope="col">Before (${zoneOf(before.recurrence)})</th><th scope="col">After (${zoneOf(after.recurrence)})</th><th scope="col">Change</th><th scope="col">Why</th></tr></thead>
      <tbody>${rows.map((row) => html`<tr class=${row.change}><td>${at(row.before, zoneOf(before.recurrence))}</td><td>${at(row.after, zoneOf(after.recurrence))}</td>
        <td>${CHANGES[row.change] ? badge(row.change, CHANGES[row.change]) : html`<span class="faint">${row.change === 'later' ? 'beyond the other ten' : row.change}</span>`}</td><td>${row.reason ? html`<div class="roomy">${visible(row.reason)}</div>` : nothing}</td></tr>`)}
      ${rows.length === 0 ? html`<tr><td colspan="4">No time is due any more.</td></tr>` : nothing}</tbody></table></div>
    ${/ times=/.test(before.recurrence) ? html`<p class="hint">The number of runs in the recurrence counts from the change on.</p>` : nothing}`;
}

function at(instant, timeZone) {
  if (instant === undefined) return html`<span class="faint">–</span>`;
  try {
    return html`<time class="nowrap" datetime=${new Date(instant).toISOString()} title=${absolute(instant)}>${absolute(instant, { timeZone })}</time>${isShown(timeZone) ? nothing : html` <span class="faint nowrap">${absolute(instant)} here</span>`}`;
  } catch {
    return html`<span class="faint">this browser does not know the zone</span>`;
  }
}
