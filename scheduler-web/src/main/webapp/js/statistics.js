/** Charts of the statistics by minute. */

import { isOver } from './api.js';
import { chart } from './chart.js';
import { duration } from './format.js';

const MINUTE = 60_000;

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

/** Seconds of the epoch, as charts want them. */
export const seconds = (at) => new Date(at).getTime() / 1000;

const times = (points) => points.map(({ at }) => seconds(at));

/** Jobs a minute, by what became of them. */
export function throughputChart({ points }) {
  return chart('Jobs a minute', COUNTS, [times(points), ...COUNTS.map(({ label }) => points.map((point) => point[label]))]);
}

/** Lateness of the dispatch, by percentile. */
export function latenessChart({ points }) {
  return chart('Lateness', PERCENTILES, [times(points), ...PERCENTILES.map(({ label }) => points.map((point) => point.lateness?.[label] ?? null))], { unit: duration, least: 0.01 });
}

/** The last sixty full minutes, `{ from, to }`: of other times the statistics would count 61. */
export function lastHour() {
  const to = Math.floor(Date.now() / MINUTE) * MINUTE;
  return { from: new Date(to - 60 * MINUTE).toISOString(), to: new Date(to).toISOString() };
}

/** What changes slowly is asked for less often than the page refreshes. */
export async function every(ctx, path, millis, query) {
  const kept = (ctx.local.kept ??= {});
  if (!kept[path] || Date.now() - kept[path].at >= millis) {
    kept[path] = { at: Date.now(), answer: await orFailure(ctx.get(path, query())) };
  }
  return kept[path].answer;
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
