/** Charts of the statistics by minute. */

import { html, nothing, svg } from '../vendor/lit-html/lit-html.js';
import { isOver } from './api.js';
import { chart } from './chart.js';
import { duration, durationSeconds } from './format.js';
import { href } from './router.js';

const MINUTE = 60_000;
const LAG = 10_000;

/** What is dispatched is mostly finished in the same minute: the line beneath must be seen. */
const COUNTS = [
  { label: 'registered', tone: 1 },
  { label: 'dispatched', tone: 2, width: 4 },
  { label: 'finished', tone: 5 },
  { label: 'failed', tone: 4 },
];
const PERCENTILES = [
  { label: 'p50', tone: 2, value: duration },
  { label: 'p95', tone: 3, value: duration },
  { label: 'p99', tone: 4, value: duration },
];

export const seconds = (at) => new Date(at).getTime() / 1000;

const times = (points) => points.map(({ at }) => seconds(at));

export function throughputChart({ points, step }, open) {
  return chart(jobsIn(step), COUNTS, [times(points), ...COUNTS.map(({ label }) => points.map((point) => point[label]))], { click: leadTo(open) });
}

export function latenessChart({ points }, open) {
  return chart('Lateness', PERCENTILES, [times(points), ...PERCENTILES.map(({ label }) => points.map((point) => point.lateness?.[label] ?? null))], { unit: duration, least: 0.01, click: leadTo(open) });
}

const leadTo = (open) => open && ((index) => { location.hash = open(index); });

export const jobsIn = (step = 'PT1M') => (step === 'PT1M' ? 'Jobs a minute' : `Jobs in ${duration(durationSeconds(step))}`);

const RANGES = {
  '1h': { label: '1 h', minutes: 60, step: 1, age: 10_000 },
  '24h': { label: '24 h', minutes: 1_440, step: 15, age: 60_000 },
  '7d': { label: '7 days', minutes: 10_080, step: 120, age: 300_000 },
};

const rangeOf = ({ query }) => RANGES[query.range] ?? RANGES['1h'];

export const isHour = (ctx) => rangeOf(ctx) === RANGES['1h'];

export function inRange(ctx, queue) {
  const { label, minutes, step, age } = rangeOf(ctx);
  return every(ctx, 'statistics', age, () => ({ ...latest(minutes, step), step: `PT${step}M`, queue }), label);
}

export function rangeLinks(ctx) {
  return html`<nav class="quick" aria-label="Range of the charts">${Object.entries(RANGES).map(([name, each]) => html`<a href=${href(ctx.segments, { ...ctx.query, range: name })} aria-current=${each === rangeOf(ctx) ? 'true' : nothing}>${each.label}</a>`)}</nav>`;
}

function latest(minutes, step) {
  const to = Math.floor(Date.now() / MINUTE / step) * step * MINUTE;
  return range(to - minutes * MINUTE, to);
}

const range = (from, to) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

/** The last sixty full minutes, `{ from, to }`: of other times the statistics would count 61. */
export const lastHour = () => latest(60, 1);

/** What each queue did in each of the last full minutes, as maps; a minute is read once. */
export async function lastMinutes(ctx, count) {
  const kept = (ctx.local.minutes ??= new Map());
  const end = Math.floor((Date.now() - LAG) / MINUTE);
  const wanted = Array.from({ length: count }, (each, index) => end - count + index);
  for (const minute of kept.keys()) if (minute < wanted[0]) kept.delete(minute);
  return Promise.all(wanted.map(async (minute) => {
    if (!kept.has(minute)) {
      const { failure, queues } = await orFailure(ctx.get('statistics', range(minute * MINUTE, (minute + 1) * MINUTE)));
      if (failure) return new Map();
      kept.set(minute, new Map(queues?.map((each) => [each.queue, each])));
    }
    return kept.get(minute);
  }));
}

export function sparkline(minutes) {
  const counts = minutes.map((minute) => minute?.dispatched ?? 0);
  const said = minutes.map((minute, index) => counts[index] + (minute?.failed ? ` (${minute.failed} failed)` : '')).join(', ');
  return html`<svg class="sparkline" role="img" viewBox="0 0 ${11 * counts.length} 22"><title>${`Dispatched in each minute: ${said}`}</title>${counts.map((count, index) => {
    const height = Math.max(2, (22 * count) / Math.max(...counts, 1));
    return svg`<rect class=${minutes[index]?.failed ? 'bad' : count ? '' : 'none'} x=${11 * index} y=${22 - height} width="9" height=${height}></rect>`;
  })}</svg>`;
}

/** What changes slowly is asked for less often than the page refreshes. */
export async function every(ctx, path, millis, query, name = path) {
  const kept = (ctx.local.kept ??= {});
  if (!kept[name] || Date.now() - kept[name].at >= millis) {
    kept[name] = { at: Date.now(), answer: await orFailure(ctx.get(path, query())) };
  }
  return kept[name].answer;
}

/** The answer of a read without which the page shows the rest: `{ failure }` if there is none. */
export async function orFailure(reading) {
  try {
    return await reading;
  } catch (failure) {
    if (isOver(failure)) throw failure;
    return { failure };
  }
}
