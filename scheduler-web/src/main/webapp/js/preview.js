/** Two previews of a recurrence, before and after a change, as the rows of one table. */

import { absolute } from './format.js';

export function zoneOf(recurrence) {
  return / zone=(\S+)/.exec(recurrence)?.[1] || 'UTC';
}

/** The recurrence with a named calendar whose times are left out, too. */
export function withCalendar(recurrence, name) {
  const added = `calendar:${name}`;
  const mark = recurrence.indexOf(' except=');
  if (mark < 0) return `${recurrence} except=${added}`;
  const present = recurrence.slice(mark + ' except='.length);
  if (new RegExp(`calendar:${name.replaceAll('.', '\\.')}(?![A-Za-z0-9._-])`).test(present)) return recurrence;
  const inner = /^any\((.*)\)$/.exec(present)?.[1];
  return `${recurrence.slice(0, mark)} except=any(${inner && balanced(inner) ? inner : present}; ${added})`;
}

function balanced(text) {
  let depth = 0;
  for (const each of text) {
    if (each === '(') depth += 1;
    if (each === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/**
 * Rows `{ before, after, change, reason }` by time. `change` is `same`, `moved` (to another time of the same day), `added`,
 * `removed`, `left out`, or `later`: beyond the last time of the other preview, which has only the next ones.
 */
export function compared(before, after, limit) {
  const horizon = Math.min(last(before, limit), last(after, limit));
  const old = due(before);
  const young = due(after);
  const same = new Set(young.filter(({ at }) => old.some((each) => each.at === at)).map(({ at }) => at));
  const removed = old.filter(({ at }) => !same.has(at));
  const rows = young.map(({ at, reason }) => {
    if (same.has(at)) return { before: at, after: at, change: 'same', reason };
    const from = takeSameDay(removed, at, zoneOf(after.recurrence));
    if (from !== undefined) return { before: from, after: at, change: 'moved', reason };
    return { after: at, change: at > horizon ? 'later' : 'added', reason };
  });
  const gone = removed.map(({ at }) => ({ before: at, change: at > horizon ? 'later' : 'removed', reason: reasonOf(after, at) }));
  return [...rows, ...gone].sort((one, other) => (one.after ?? one.before) - (other.after ?? other.before));
}

function takeSameDay(removed, at, timeZone) {
  const index = removed.findIndex((each) => day(each.at, timeZone) === day(at, timeZone));
  return index < 0 ? undefined : removed.splice(index, 1)[0].at;
}

function day(at, timeZone) {
  try {
    return absolute(at, { timeZone }).slice(0, 10);
  } catch {
    return absolute(at, { timeZone: 'UTC' }).slice(0, 10);
  }
}

function due({ occurrences }) {
  return occurrences.filter(({ dueAt }) => dueAt).map(({ dueAt, reason }) => ({ at: Date.parse(dueAt), reason }));
}

function reasonOf({ occurrences }, at) {
  return occurrences.find(({ omittedAt }) => omittedAt && Date.parse(omittedAt) === at)?.reason;
}

/** A preview with fewer times than were asked for has all there are. */
function last(preview, limit) {
  const times = due(preview);
  return times.length < limit ? Infinity : times.at(-1).at;
}
