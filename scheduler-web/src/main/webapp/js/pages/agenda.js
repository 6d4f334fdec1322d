/** What becomes due: jobs that wait, and runs of schedules. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { chart } from '../chart.js';
import { absolute, durationSeconds, number, offset, relative, zoneId } from '../format.js';
import { href, setQuery } from '../router.js';
import { badge, empty, figure, filters, section, text, visible } from '../ui.js';
import { queueNames } from '../worker-queues.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RANGES = {
  hour: { length: HOUR, step: 'PT1M', unit: MINUTE, interval: 'minute' },
  day: { length: 24 * HOUR, step: 'PT1H', unit: HOUR, interval: 'hour' },
  week: { length: 7 * 24 * HOUR, step: 'PT3H', unit: HOUR, interval: 'three hours' },
};
const BEFORE = [['day', 'Dispatched a day before', 3], ['week', 'Dispatched a week before', 4]];
const EXAMPLE = ['PUT', 'jobs/order-check/nightly', { recurrence: 'cron:0 0 6 ? * MON-FRI zone=Europe/Berlin' }];

const rangeOf = (ctx) => RANGES[ctx.query.range] || RANGES.day;

/** The beginning of the range: chosen, or the present minute or hour. */
function start(ctx) {
  const chosen = Date.parse(ctx.query.from);
  const { unit } = rangeOf(ctx);
  return Number.isNaN(chosen) ? Math.floor(Date.now() / unit) * unit : chosen;
}

/** The forecast of the range, and that of the part whose runs are listed, such as the hour of a bar. */
async function load(ctx) {
  const { length, step } = rangeOf(ctx);
  const from = start(ctx);
  const { at, until } = ctx.query;
  const ask = (begin, end, each) => ctx.get('forecast', { from: instant(begin), to: instant(end), step: each, queue: ctx.query.queue, zone: zoneId() });
  const [, forecast, chosen] = await Promise.all([
    queueNames(ctx),
    ask(from, from + length, step),
    at && until ? ask(Date.parse(at), Date.parse(until), `PT${(Date.parse(until) - Date.parse(at)) / 1000}S`) : undefined,
  ]);
  return { forecast, chosen };
}

const instant = (millis) => new Date(millis).toISOString();

function view(ctx, { forecast, chosen }) {
  const { intervals, collisions, estimated, leftOut, computedUntil, listedUntil } = forecast;
  const about = (value) => (estimated ? `≈ ${number(rough(value))}` : number(value));
  const jobs = sum(intervals, 'jobs');
  const planned = sum(intervals, 'runs');
  const computed = computedUntil ? `computed until ${clock(computedUntil, forecast)}` : nothing;
  const least = computedUntil ? '≥ ' : '';
  const changed = forecast.runs.filter(({ change }) => change);
  return html`${navigation(ctx, forecast)}
    ${filters(ctx, [{ name: 'from', label: 'From', type: 'time', drops: ['at', 'until'] }, { name: 'queue', label: 'Queue', type: 'select', options: ctx.local.queueNames }])}
    ${leftOut > 0 ? html`<div class="banner" role="status">${number(leftOut)} ${leftOut === 1 ? 'schedule is' : 'schedules are'} not in these numbers: the recurrence cannot be read, or too many runs are before this range.</div>` : nothing}
    ${closedList(forecast)}
    ${estimated ? html`<p class="hint">More than 10,000 jobs are due: the numbers of jobs after these are estimates of the database.</p>` : nothing}
    ${forecast.clockChanges.filter(({ at }) => at < forecast.to).map(clockChange)}
    <div class="figures">
      ${figure('Due in all', `${least}${about(jobs + planned)}`, { note: computed })}
      ${figure('Jobs that wait', about(jobs), { to: href(['jobs'], { queue: ctx.query.queue, dueFrom: forecast.from, dueBefore: forecast.to }) })}
      ${figure('Runs of schedules', `${least}${number(planned)}`, { note: computed, to: href(['schedules'], { queue: ctx.query.queue }) })}
      ${figure('Busiest minute', collisions.length > 0 ? number(collisions[0].runs) : '–', { note: collisions.length > 0 ? html`runs at ${clock(collisions[0].at, forecast)}` : 'no two runs at once' })}
    </div>
    ${jobs + planned === 0 ? empty('Nothing becomes due in this range.', EXAMPLE) : html`
      ${section(`Due by ${rangeOf(ctx).interval}`, html`${histogram(ctx, forecast)}${computedUntil ? html`<p class="hint">Hatched: more runs are due than were computed.</p>` : nothing}`)}
      <div class="cards">
        ${collisions.length === 0 ? nothing : section('Collisions', html`<p class="hint">Minutes in which the most runs start${listedUntil ? `, until ${clock(listedUntil, forecast)}` : nothing}. A jitter of their schedules would spread them.</p>${collisionList(ctx, forecast)}`)}
        ${changed.length === 0 ? nothing : section(`Runs that a clock change concerns (${number(changed.length)})`, html`<ol class="agenda"><li><ul>${changed.map((run) => line(run, clock(run.at, forecast), nothing))}</ul></li></ol>`)}
        ${runSection(ctx, forecast, chosen)}
      </div>`}`;
}

/** A time to the minute; with its offset from UTC if that changes in the range. */
function clock(at, { from, to }) {
  return `${absolute(at).slice(0, 16)}${offset(from) === offset(to) ? '' : ` ${offset(at)}`}`;
}

function clockChange({ at, zone, before, after }) {
  return html`<p role="status">${badge('clock change', 'warn')} ${absolute(at)}: in ${zone}, clocks go ${seconds(after) > seconds(before) ? 'forward' : 'back'}, from UTC${before} to UTC${after}.</p>`;
}

const seconds = (ahead) => Number(`${ahead[0]}1`) * Number(ahead.slice(1).replaceAll(':', ''));

/** Closed times, in which nothing is counted, and limits, which the numbers do not know. */
function closedList(forecast) {
  const { closedTimes = [], limits = [] } = forecast;
  const lines = [...closedTimes.map(({ queue, from, until }) => [queue, `is closed from ${clock(from, forecast)} to ${clock(until, forecast)}, when its work is counted`]), ...limits.map(({ queue, text: limit }) => [queue, `${limit}, which is not calculated`])];
  if (lines.length === 0) return nothing;
  const shown = lines.slice(0, 5);
  return html`<ul class="hint">${shown.map(([queue, what]) => html`<li><a href=${href(['queues', queue])}>${queue}</a> ${what}</li>`)}${lines.length > shown.length ? html`<li>${number(lines.length - shown.length)} more</li>` : nothing}</ul>`;
}

/** An estimate has no more than three digits that mean something. */
const rough = (value) => Number(value.toPrecision(3));

const sum = (intervals, name) => intervals.reduce((total, each) => total + (each[name] || 0), 0);

function navigation(ctx, { clockChanges, to }) {
  const range = ctx.query.range in RANGES ? ctx.query.range : 'day';
  const from = start(ctx);
  const other = (changes) => href(ctx.segments, { ...ctx.query, at: undefined, until: undefined, ...changes });
  const shifted = (steps) => ({ from: instant(from + steps * rangeOf(ctx).length), at: undefined, until: undefined });
  const next = clockChanges.find(({ at }) => at >= to);
  return html`<div class="actions">
    <nav class="quick" aria-label="Range">${Object.keys(RANGES).map((each) => html`<a href=${other({ range: each })} aria-current=${each === range ? 'true' : nothing}>${each}</a>`)}</nav>
    <button type="button" aria-label="Earlier" @click=${() => setQuery(shifted(-1))}>←</button>
    <button type="button" ?disabled=${!ctx.query.from} @click=${() => setQuery({ ...shifted(0), from: undefined })}>Now</button>
    <button type="button" aria-label="Later" @click=${() => setQuery(shifted(1))}>→</button>
    <span class="nowrap">${absolute(from).slice(0, 16)} – ${absolute(from + rangeOf(ctx).length).slice(0, 16)}</span>
    ${next ? html`<a href=${other({ range: 'day', from: instant(Date.parse(next.at) - 12 * HOUR) })} title=${`${absolute(next.at)}, ${next.zone}`}>Next clock change</a>` : nothing}</div>`;
}

/** The lower part of a bar are the runs, the upper part the jobs. */
function histogram(ctx, forecast) {
  const { intervals, computedUntil } = forecast;
  const length = 1000 * durationSeconds(forecast.step);
  const times = intervals.map(({ at }) => Date.parse(at) / 1000);
  const known = BEFORE.filter(([period]) => intervals.some(({ before }) => before?.[period] !== undefined));
  const series = [
    { label: 'Jobs and runs', tone: 1, bars: true, value: number },
    { label: 'Runs only', tone: 2, bars: true, value: number },
    ...known.map(([, label, tone]) => ({ label, tone, value: rounded })),
  ];
  const data = [times, intervals.map(({ jobs, runs }) => jobs + runs), intervals.map(({ runs }) => runs), ...known.map(([period]) => intervals.map(({ before }) => before?.[period] ?? null))];
  // A chart keeps its series, so that other series need another chart
  return repeat([`${known.map(([period]) => period)} ${rangeOf(ctx).step}`], (kind) => kind, () => chart('Due jobs and runs', series, data, {
    unit: rounded,
    completeUntil: computedUntil,
    moment: (second) => clock(second * 1000, forecast),
    click: (index) => setQuery({ at: intervals[index].at, until: instant(Math.min(Date.parse(intervals[index].at) + length, Date.parse(forecast.to))) }),
  }));
}

function rounded(value) {
  return value === undefined || value === null ? '–' : number(Math.round(value * 10) / 10);
}

function collisionList(ctx, forecast) {
  return html`<ul class="list">${forecast.collisions.map(({ at, runs }) => {
    const minute = href(ctx.segments, { ...ctx.query, at, until: instant(Date.parse(at) + MINUTE) });
    return html`<li><div><a href=${minute} aria-current=${ctx.query.at === at ? 'true' : nothing}>${clock(at, forecast)}</a> <span class="faint">${relative(at)}</span></div>${badge(`${number(runs)} runs`, 'warn')}</li>`;
  })}</ul>`;
}

/** The runs of the range, or of the bar or collision that was chosen. */
function runSection(ctx, forecast, chosen) {
  const { at, until, queue } = ctx.query;
  const content = html`${chosen ? html`<p class="quick"><span>Of ${clock(at, forecast)} – ${absolute(until).slice(11, 16)}</span>
      <a href=${href(['jobs'], { queue, dueFrom: at, dueBefore: until })}>${number(sum(chosen.intervals, 'jobs'))} jobs</a>
      <a data-next href=${href(ctx.segments, { ...ctx.query, at: undefined, until: undefined })}>Whole range</a></p>` : nothing}${runList(chosen ?? forecast, forecast)}`;
  return section('Runs', content, { wide: forecast.collisions.length === 0 });
}

const CHANGES = { shifted: ['shifted', 'warn'], 'left-out': ['left out', 'plain'], twice: ['twice', 'warn'] };

function runList({ runs, intervals, collisions, listedUntil, computedUntil }, forecast) {
  if (runs.length === 0) return html`<p class="hint">No run of a schedule in this time.</p>`;
  const busy = new Map(collisions.map(({ at, runs: count }) => [minute(at), count]));
  const planned = sum(intervals, 'runs');
  const listed = sum(runs, 'runs');
  return html`<ol class="agenda">${hours(runs, forecast).map(([hour, group]) => html`<li>
      <h3>${hour} <span class="faint">${number(sum(group, 'runs'))} ${sum(group, 'runs') === 1 ? 'run' : 'runs'}</span></h3>
      <ul>${group.map((run) => line(run, absolute(run.at).slice(11), run.runs === 1 && busy.has(minute(run.at)) ? badge(`${number(busy.get(minute(run.at)))} at once`, 'warn') : nothing))}</ul></li>`)}</ol>
    ${planned > listed || listedUntil ? html`<p class="hint">The first ${number(listed)} of ${computedUntil ? '≥ ' : ''}${number(planned)} runs are listed. A click on a bar lists those of its time.</p>` : nothing}`;
}

const line = (run, at, mark) => html`<li><time datetime=${run.at} title=${relative(run.at)}>${at}</time>
  <span><a href=${href(['schedules', run.queue, run.jobId])}>${text(run.jobId)}</a>${run.runs > 1 ? html` <strong>× ${number(run.runs)}</strong>` : nothing} <a class="faint" href=${href(['queues', run.queue])}>${run.queue}</a>
    ${run.change ? html`<span class="hint">${visible(run.reason)}</span>` : nothing}</span>
  ${run.change ? badge(...CHANGES[run.change]) : nothing} ${mark}</li>`;

const minute = (at) => Math.floor(Date.parse(at) / MINUTE);

/** The runs by the hour that the user's clock shows; an hour that comes twice has its offset. */
function hours(runs, forecast) {
  const groups = new Map();
  for (const run of runs) {
    const hour = clock(run.at, forecast).replace(/:\d\d/, ':00');
    if (!groups.has(hour)) groups.set(hour, []);
    groups.get(hour).push(run);
  }
  return [...groups];
}

export default { title: () => 'Agenda', refresh: 30_000, load, view };
