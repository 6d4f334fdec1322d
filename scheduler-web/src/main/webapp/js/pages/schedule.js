/** One schedule: what it means, when it is due, how its runs went, and what can be done with it. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { keyPath, once } from '../api.js';
import { form, notify } from '../dialogs.js';
import { editing } from '../editing.js';
import { failed, runLink, runTable, strip, took } from '../executions.js';
import { explanation, questionOf, readable } from '../explanation.js';
import { absolute, isShown, number, readableDurations, pauseEnd, relative, shortId, zoneId } from '../format.js';
import { zoneOf } from '../preview.js';
import { href } from '../router.js';
import { scheduleActions } from '../schedule-actions.js';
import { againForm, beginAgain, beginEdit, editForm } from '../schedule-edit.js';
import { action, badge, button, changes, facts, lacksGrant, longText, perform, problem, section, table, text, time, timeIn, visible } from '../ui.js';

const TIMES = 10;
const HISTORY = 60;
const PREVIEW_MILLIS = 60_000;

const jobId = (ctx) => ctx.segments.slice(2).join('/');
const path = (ctx) => keyPath('schedules', ctx.segments[1], jobId(ctx));
const jobPath = (ctx) => keyPath('jobs', ctx.segments[1], jobId(ctx));

async function load(ctx) {
  const schedule = await ctx.get(path(ctx));
  const [job, why, history] = await Promise.all([
    schedule.state === 'ended' ? undefined : ctx.get(jobPath(ctx)).catch(missing),
    ctx.get(`${path(ctx)}/explanation`).catch(missing),
    ctx.get(`${path(ctx)}/executions`, { limit: HISTORY }),
  ]);
  if (schedule.state !== 'ended') await previewed(ctx, schedule.recurrence);
  return { schedule, job, why, history };
}

function missing(failure) {
  if (failure.status !== 404) throw failure;
}

async function previewed(ctx, recurrence) {
  const known = ctx.local.preview;
  if (known?.of === recurrence && Date.now() - known.at < PREVIEW_MILLIS) return;
  try {
    ctx.local.preview = { of: recurrence, at: Date.now(), data: await ctx.get('schedules/preview', { recurrence, runs: TIMES }) };
  } catch (failure) {
    if (failure.status !== 422) throw failure;
    ctx.local.preview = { of: recurrence, at: Date.now(), failure };
  }
}

function view(ctx, data) {
  const { schedule, why, history } = data;
  const active = schedule.state !== 'ended';
  return html`<div class="actions">${badge(schedule.state)}${schedule.pauseReason ? html`<span class="hint">${readable(schedule.pauseReason)}</span>` : nothing}${schedule.pausedUntil ? html`<span class="hint">${pauseEnd(schedule.pausedUntil)}</span>` : nothing}${active ? actions(ctx, data) : again(ctx, data)}</div>
    ${ctx.local.edit ? section(active ? 'Change' : 'Register again', active ? editForm(ctx) : againForm(ctx), { wide: true }) : nothing}
    <div class="cards">
      ${section('Health', health(schedule, history.executions), { wide: true })}
      ${why ? section(questionOf(why), explanation(ctx, withoutResume(why)), { wide: true }) : nothing}
      ${section('Recurrence', meaning(ctx, schedule))}
      ${section('Schedule', details(ctx, schedule))}
      ${active ? section('Next times', nextTimes(ctx, schedule), { wide: !isShown(zoneOf(schedule.recurrence)) }) : nothing}
      ${section('History', historyView(schedule, history.executions), { wide: true, aside: history.executions.length === 0 ? nothing
      : html`<a href=${href(['runs'], { queue: schedule.queue, schedule: schedule.jobId })}>All runs</a>` })}
    </div>`;
}

/** The page has the button. */
const withoutResume = (why) => ({ ...why, causes: why.causes?.map((cause) => cause.code === 'schedule-paused' ? { ...cause, cure: undefined } : cause) });

function actions(ctx, { schedule, job }) {
  const waits = job && job.waiting !== false;
  const paused = schedule.state === 'paused';
  return html`
    ${paused ? action(ctx, { label: 'Resume', path: `${path(ctx)}/resume`, ifMatch: schedule.tag, primary: true })
    : ctx.may('operator') ? html`<button type="button" @click=${() => pause(ctx, schedule)}>Pause …</button>` : nothing}
    ${ctx.may('operator') ? button('Backfill …', () => backfill(ctx, schedule), { why: paused ? 'The schedule is paused: resume it first' : waits ? '' : 'No run waits' }) : nothing}
    ${ctx.may('submitter') ? button('Change …', () => beginEdit(ctx, { schedule, job }), {
      why: waits ? lacksGrant(ctx, schedule.queue) : 'No run waits', busy: Boolean(ctx.local.edit),
    }) : nothing}
    ${scheduleActions(ctx, schedule, job)}`;
}

function again(ctx, { schedule, history }) {
  return ctx.may('submitter') ? button('Register again …', () => beginAgain(ctx, { schedule, run: history.executions[0] }), {
    primary: true, why: lacksGrant(ctx, schedule.queue), busy: Boolean(ctx.local.edit),
  }) : nothing;
}

function pause(ctx, schedule) {
  const send = editing(ctx, { method: 'POST', path: path(ctx), to: `${path(ctx)}/pause`, tag: schedule.tag, describe: ({ state }) => state });
  return form({
    title: 'Pause the schedule',
    label: 'Pause',
    note: 'Its runs wait. After the pause, its policy for missed times applies.',
    fields: [{ name: 'until', label: 'Until', type: 'time', hint: 'Empty: until somebody resumes it.' }],
    submit: ({ until }) => send(until ? { until } : {}),
  });
}

async function backfill(ctx, { queue, jobId: id }) {
  const to = `${path(ctx)}/backfill`;
  const range = {};
  const found = await form({
    title: 'Backfill', label: 'Count the runs', local: true,
    note: 'Adds a run for each planned time of the range, in their order.',
    fields: [
      { name: 'from', label: 'Planned from', type: 'time', required: true },
      { name: 'until', label: 'Planned before', type: 'time', required: true },
      { name: 'pace', label: 'Pace', placeholder: 'as missed runs catch up', hint: 'From a run to the next: such as PT5S.' },
    ],
    submit: async (values) => (await ctx.send('POST', to, { ...Object.assign(range, values, { pace: values.pace || undefined }), dryRun: true })).data,
  });
  if (found?.runs === 0) notify('No time was planned in this range');
  else if (found) {
    await perform(ctx, {
      label: 'Backfill', path: to, body: range, ...once(), done: 'The runs are added',
      confirm: { title: `Add ${number(found.runs)} ${found.runs === 1 ? 'run' : 'runs'}?`, text: `Of the planned times from ${absolute(found.first)} to ${absolute(found.last)}.`, samples: [`${queue}/${visible(id)}`], label: 'Add them' },
    });
  }
}

function health(schedule, runs) {
  const over = runs.filter((run) => failed(run) || run.state === 'FINISHED');
  if (over.length === 0) return html`<p class="hint">${schedule.tracked ? 'No run has ended yet.' : 'How its runs end is not known: it is not tracked.'}</p>`;
  const bad = over.filter(failed);
  const lastGood = over.findIndex((run) => !failed(run));
  const count = `${bad.length} of ${over.length} failed`;
  const why = bad.length === 0 ? nothing : html` <a href=${runLink(bad[0])}>Why did it fail?</a>`;
  if (lastGood === 0) return html`<p>${badge('healthy', 'good')} ${count}; the latest run finished ${time(over[0].endedAt)}${bad.length === 0 ? nothing : html`, and the last failure was ${time(bad[0].endedAt)}`}.${why}</p>`;
  return html`<p>${badge('failing', 'bad')} ${count}${lastGood < 0 ? nothing : ', and every run'} since ${time(over.at(lastGood < 0 ? -1 : lastGood - 1).endedAt, { exact: true })}.${why}</p>${bad[0].message ? longText(bad[0].message, 300) : nothing}`;
}

const MISSED = {
  'fire-once': 'one run for all',
  'fire-once-counted': 'one run for all, each counts',
  skip: 'no run',
  'skip-counted': 'no run, but each counts',
  'fire-all': 'a run for each',
};
const OVERLAPS = {
  allow: 'a due run does not care for the last one',
  wait: 'a due run waits for the end of the last one',
  skip: 'a due run is left out until the last one has ended',
  cancel: 'a due run cancels the last one',
};

function missed({ misfire }) {
  const [policy, within] = misfire.split('/');
  return `${MISSED[policy] ?? policy}${within ? ` of the last ${readableDurations(within)}` : ''}`;
}

function meaning(ctx, schedule) {
  const { data, failure } = ctx.local.preview?.of === schedule.recurrence ? ctx.local.preview : {};
  return html`<p>${data ? visible(data.meaning) : nothing}</p><p><code class="break">${visible(schedule.recurrence)}</code></p>
    ${failure ? problem(failure) : nothing}
    ${facts([
      ['Missed times', missed(schedule)],
      ['Overlap', html`${OVERLAPS[schedule.overlap] ?? schedule.overlap}${schedule.overlapLimit ? `, at most ${readableDurations(schedule.overlapLimit)}` : nothing}${schedule.stateful ? ', the result is the payload of the next run' : nothing}`],
      ['Paused after', schedule.pauseAfterFailures ? `${number(schedule.pauseAfterFailures)} failed runs in a row` : undefined],
      ['Jitter', schedule.jitter ? html`up to ${readableDurations(schedule.jitter)}` : undefined],
      ['Definition', schedule.definition ? html`<a href=${href(['definitions', schedule.definition])}>${schedule.definition}</a>` : undefined],
    ])}`;
}

function details(ctx, schedule) {
  return facts([
    ['Queue', html`<a href=${href(['queues', schedule.queue])}>${schedule.queue}</a>`],
    ['Waiting run', schedule.state === 'ended' ? undefined : html`<a href=${href(['jobs', schedule.queue, schedule.jobId])}>Job</a>`],
    ['Next run', schedule.state === 'ended' || !schedule.nextPlannedAt ? undefined : schedule.nextPlannedAt.startsWith('9999')
      ? badge('a calendar leaves out all times', 'warn') : zoned(schedule, schedule.nextPlannedAt)],
    ['Waits for', schedule.waitsFor ? html`<a class="mono" href=${href(['runs', schedule.waitsFor])}>${shortId(schedule.waitsFor)}</a>` : undefined],
    ['At the latest until', schedule.heldUntil ? time(schedule.heldUntil, { exact: true }) : undefined],
    ['Last run', schedule.lastPlannedAt ? zoned(schedule, schedule.lastPlannedAt) : undefined],
    ['Runs', number(schedule.runs)],
    ['Finished', schedule.tracked ? html`${number(schedule.successes)}${schedule.wantedSuccesses ? ` of ${number(schedule.wantedSuccesses)}` : nothing}` : undefined],
    ['Failed', schedule.tracked ? (schedule.failures > 0 ? badge(number(schedule.failures), 'bad') : '0') : undefined],
    ['Registered', html`${time(schedule.registeredAt)} by ${text(schedule.registeredBy)}`],
    ['Ended', schedule.endedAt ? html`${time(schedule.endedAt, { exact: true })}` : undefined],
    ['Reason', schedule.endReason ? longText(schedule.endReason, 300) : undefined],
    ['Changes by people', changes(ctx, schedule)],
  ]);
}

const zoned = ({ recurrence }, instant) => html`${time(instant, { exact: true })}${timeIn(instant, zoneOf(recurrence))}`;

function nextTimes(ctx, schedule) {
  const data = ctx.local.preview?.of === schedule.recurrence ? ctx.local.preview.data : undefined;
  if (!data) return html`<p class="hint">The recurrence cannot be read.</p>`;
  const own = zoneOf(schedule.recurrence);
  const viewer = zoneId();
  const columns = [
    { title: `Here (${viewer})`, cell: (each) => moment(each.dueAt || each.omittedAt) },
    ...(own === viewer ? [] : [{ title: own, cell: (each) => moment(each.dueAt || each.omittedAt, own) }]),
    { title: 'When', cell: (each) => html`<div class="roomy">${each.omittedAt ? html`${badge('left out', 'plain')} ${visible(each.reason)}` : html`${relative(each.dueAt)}${isPaused(schedule, each) ? html` ${badge('paused')}` : isSkipped(schedule, each) ? html` ${badge('skipped', 'plain')}` : nothing}${each.reason ? html` ${badge('shifted', 'warn')} ${visible(each.reason)}` : nothing}`}</div>` },
  ];
  return html`${schedule.state === 'paused' ? html`<p class="hint">Paused ${schedule.pausedUntil ? pauseEnd(schedule.pausedUntil) : 'until it is resumed'}: times until then are missed.</p>` : nothing}
    ${data.occurrences.length === 0 ? html`<p class="hint">No time is due any more.</p>` : table(columns, data.occurrences, { caption: 'Next times' })}
    ${/^delay:/.test(schedule.recurrence) ? html`<p class="hint">A delay counts from the run before: the times after the next run are an estimate.</p>` : nothing}`;
}

const isPaused = ({ state, pausedUntil }, { dueAt }) => state === 'paused' && !(Date.parse(dueAt) >= Date.parse(pausedUntil));

/** The recurrence has the coming time, but the next run is planned later. A delay counts from the run before. */
const isSkipped = ({ recurrence, nextPlannedAt }, { dueAt }) => !/^delay:/.test(recurrence)
  && Date.parse(dueAt) > Date.now() && Date.parse(dueAt) < Date.parse(nextPlannedAt);

function moment(instant, timeZone) {
  try {
    return html`<span class="nowrap">${absolute(instant, { timeZone })}</span>`;
  } catch {
    return html`<span class="faint">this browser does not know the zone</span>`;
  }
}

function historyView(schedule, runs) {
  if (runs.length > 0) return html`${strip(runs)}<p class="hint">${runs.length === 1 ? 'The only run.' : `The latest ${runs.length} runs, the newest on the right.`} ${runs.some((run) => took(run) !== undefined) ? 'Height: duration. ' : nothing}Colour: outcome.</p>
    ${runTable(runs, { caption: 'Runs of the schedule' })}`;
  return html`<p class="hint">${schedule.tracked ? 'No run yet, or their history is no longer kept.' : 'The schedule is not tracked: its runs leave no history. Register it with "tracked": true to see them.'}</p>`;
}

export default { title: (ctx) => visible(jobId(ctx)), load, view };
