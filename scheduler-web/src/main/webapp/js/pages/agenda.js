/** What becomes due in the next hours and days: jobs that wait, and runs of schedules, computed from all recurrences. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { chart } from '../chart.js';
import { absolute, number, relative } from '../format.js';
import { href, setQuery } from '../router.js';
import { badge, empty, figure, filters, section, text, time } from '../ui.js';
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

async function load(ctx) {
  const { length, step } = rangeOf(ctx);
  const from = start(ctx);
  const query = { from: new Date(from).toISOString(), to: new Date(from + length).toISOString(), step, queue: ctx.query.queue };
  const [, forecast] = await Promise.all([queueNames(ctx), ctx.get('forecast', query)]);
  return forecast;
}

function view(ctx, forecast) {
  const { intervals, runs, collisions, estimated, leftOut } = forecast;
  const about = (value) => (estimated ? `≈ ${number(rough(value))}` : number(value));
  const jobs = sum(intervals, 'jobs');
  const planned = sum(intervals, 'runs');
  return html`${navigation(ctx)}
    ${filters(ctx, [{ name: 'queue', label: 'Queue', type: 'select', options: ctx.local.queueNames }])}
    ${leftOut > 0 ? html`<div class="banner" role="status">At least ${number(leftOut)} runs of schedules are not in these numbers, because a forecast has a limit. Choose a queue or a shorter range to see them.</div>` : nothing}
    ${estimated ? html`<p class="hint">More than 10,000 jobs are due: the numbers of jobs after these are estimates of the database.</p>` : nothing}
    <div class="figures">
      ${figure('Due in all', about(jobs + planned))}
      ${figure('Jobs that wait', about(jobs), { to: href(['jobs'], { queue: ctx.query.queue, dueFrom: forecast.from, dueBefore: forecast.to }) })}
      ${figure('Runs of schedules', number(planned), { to: href(['schedules'], { queue: ctx.query.queue }) })}
      ${figure('Busiest minute', collisions.length > 0 ? number(collisions[0].runs) : '–', { note: collisions.length > 0 ? html`runs at ${absolute(collisions[0].at).slice(0, 16)}` : 'no two runs at once' })}
    </div>
    ${jobs + planned === 0 ? empty('Nothing becomes due in this range.', EXAMPLE) : html`
      ${section(`Due by ${rangeOf(ctx).interval}`, histogram(ctx, intervals))}
      <div class="cards">
        ${collisions.length === 0 ? nothing : section('Collisions', html`<p class="hint">Minutes in which the most runs start. A jitter of their schedules would spread them.</p>${collisionList(collisions)}`)}
        ${section('Runs', runList(runs, collisions, planned), { wide: collisions.length === 0 })}
      </div>`}`;
}

/** An estimate has no more than three digits that mean something. */
const rough = (value) => Number(value.toPrecision(3));

const sum = (intervals, name) => intervals.reduce((total, each) => total + (each[name] || 0), 0);

function navigation(ctx) {
  const range = ctx.query.range in RANGES ? ctx.query.range : 'day';
  const from = start(ctx);
  const shifted = (steps) => new Date(from + steps * rangeOf(ctx).length).toISOString();
  return html`<div class="actions">
    <nav class="quick" aria-label="Range">${Object.keys(RANGES).map((each) => html`<a href=${href(ctx.segments, { ...ctx.query, range: each })} aria-current=${each === range ? 'true' : nothing}>${each}</a>`)}</nav>
    <button type="button" aria-label="Earlier" @click=${() => setQuery({ from: shifted(-1) })}>←</button>
    <button type="button" ?disabled=${!ctx.query.from} @click=${() => setQuery({ from: undefined })}>Now</button>
    <button type="button" aria-label="Later" @click=${() => setQuery({ from: shifted(1) })}>→</button>
    <span class="nowrap">${absolute(from).slice(0, 16)} – ${absolute(from + rangeOf(ctx).length).slice(0, 16)}</span></div>`;
}

/** The lower part of a bar are the runs, the upper part the jobs; the lines are what was dispatched at that time before. */
function histogram(ctx, intervals) {
  const seconds = intervals.map(({ at }) => Date.parse(at) / 1000);
  const known = BEFORE.filter(([period]) => intervals.some(({ before }) => before?.[period] !== undefined));
  const series = [
    { label: 'Jobs and runs', tone: 1, bars: true, value: number },
    { label: 'Runs only', tone: 2, bars: true, value: number },
    ...known.map(([, label, tone]) => ({ label, tone, value: rounded })),
  ];
  const data = [seconds, intervals.map(({ jobs, runs }) => jobs + runs), intervals.map(({ runs }) => runs), ...known.map(([period]) => intervals.map(({ before }) => before?.[period] ?? null))];
  // A chart keeps its series, so that other series need another chart
  return repeat([`${known.map(([period]) => period)} ${rangeOf(ctx).step}`], (kind) => kind, () => chart('Due jobs and runs', series, data, { unit: rounded }));
}

function rounded(value) {
  return value === undefined || value === null ? '–' : number(Math.round(value * 10) / 10);
}

function collisionList(collisions) {
  return html`<ul class="list">${collisions.map(({ at, runs }) => html`<li><div>${time(at, { exact: true })} <span class="faint">${relative(at)}</span></div>${badge(`${number(runs)} runs`, 'warn')}</li>`)}</ul>`;
}

function runList(runs, collisions, planned) {
  if (runs.length === 0) return html`<p class="hint">No run of a schedule in this range.</p>`;
  const busy = new Map(collisions.map(({ at, runs: count }) => [minute(at), count]));
  return html`<ol class="agenda">${hours(runs).map(([hour, group]) => html`<li>
      <h3>${hour}:00 <span class="faint">${number(group.length)} ${group.length === 1 ? 'run' : 'runs'}</span></h3>
      <ul>${group.map((run) => html`<li><time datetime=${run.at} title=${relative(run.at)}>${absolute(run.at).slice(11)}</time>
        <span><a href=${href(['schedules', run.queue, run.jobId])}>${text(run.jobId)}</a> <a class="faint" href=${href(['queues', run.queue])}>${run.queue}</a></span>
        ${busy.has(minute(run.at)) ? badge(`${number(busy.get(minute(run.at)))} at once`, 'warn') : nothing}</li>`)}</ul></li>`)}</ol>
    ${planned > runs.length ? html`<p class="hint">The first ${number(runs.length)} of ${number(planned)} runs are listed.</p>` : nothing}`;
}

const minute = (instant) => Math.floor(Date.parse(instant) / MINUTE);

/** The runs by the hour that the user's clock shows. */
function hours(runs) {
  const groups = new Map();
  for (const run of runs) {
    const hour = absolute(run.at).slice(0, 13);
    if (!groups.has(hour)) groups.set(hour, []);
    groups.get(hour).push(run);
  }
  return [...groups];
}

export default { title: () => 'Agenda', refresh: 30_000, load, view };
