/** Numbers, times and durations as text. */

const NUMBER = new Intl.NumberFormat('en-GB');
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

const preference = { zone: localStorage.getItem('zone') || 'local' };

/** A headline figure: from ten millions on in millions. */
export function shortNumber(value) {
  return value < 10_000_000 ? number(value) : `${number(Number((value / 1_000_000).toPrecision(3)))} M`;
}

export function zone() {
  return preference.zone;
}

export function setZone(name) {
  preference.zone = name;
  localStorage.setItem('zone', name);
}

export function number(value) {
  return value === undefined || value === null ? '–' : NUMBER.format(value);
}

/** How many match: exact up to 1,000, then as the statistics of the database estimate it. */
export function amount({ counted, more, estimate }) {
  if (!more) return number(counted);
  return estimate ? `about ${number(Number(estimate.toPrecision(2)))}` : `more than ${number(counted)}`;
}

export function cappedNumber(value, more = value >= 1000) {
  return more ? `${number(value)}+` : number(value);
}

/** Jobs of a transaction differ only in the end. */
export const shortId = (fireId) => `${fireId.slice(0, 8)}…${fireId.slice(-4)}`;

/** Of counts of which the API tells at most 1,000 each. */
export function cappedSum(rows, field) {
  const counts = rows.map((row) => row[field] || 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { total, text: counts.some((count) => count >= 1000) ? `≥ ${number(total)}` : number(total) };
}

/** Date and time in the chosen zone, to the second, such as `2026-11-26 14:03:05`. */
export function absolute(instant, { millis = false, timeZone } = {}) {
  if (!instant) return '–';
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return String(instant);
  const parts = Object.fromEntries(formatter(timeZone || shownZone(), DATE_AND_TIME).formatToParts(date).map(({ type, value }) => [type, value]));
  const fraction = millis ? `.${String(date.getUTCMilliseconds()).padStart(3, '0')}` : '';
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}${fraction}`;
}

/** By how much the chosen zone differs from UTC at an instant, such as `UTC+1`. */
export function offset(instant) {
  const name = formatter(shownZone(), OFFSET).formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName').value;
  return name.replace('GMT', 'UTC');
}

export function zoneName() {
  return preference.zone === 'UTC' ? 'UTC' : `${zoneId()}, ${offset(Date.now())}`;
}

export const zoneId = () => shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

const DATE_AND_TIME = {
  year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
};
const OFFSET = { timeZoneName: 'shortOffset' };

const formatters = new Map([[DATE_AND_TIME, new Map()], [OFFSET, new Map()]]);

/** Kept, because to create one takes longer than to use it. */
function formatter(timeZone, parts) {
  const kept = formatters.get(parts);
  if (!kept.has(timeZone)) kept.set(timeZone, new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }));
  return kept.get(timeZone);
}

export function isShown(timeZone) {
  return timeZone === zoneId();
}

/** The chosen zone; undefined stands for that of the browser. */
function shownZone() {
  return preference.zone === 'UTC' ? 'UTC' : undefined;
}

/** The rest of a pause, such as `for 4 h more, until 06:00`. */
export function pauseEnd(until, now = Date.now()) {
  const seconds = (new Date(until).getTime() - now) / 1000;
  const shown = absolute(until);
  return seconds < 1 ? `until ${shown}` : `for ${duration(Math.round(seconds))} more, until ${seconds < 86_400 ? shown.slice(11, 16) : shown.slice(0, 16)}`;
}

/** How long ago or from now, such as `3 min ago` or `in 2 h 5 min`. */
export function relative(instant, now = Date.now()) {
  if (!instant) return '–';
  const seconds = (new Date(instant).getTime() - now) / 1000;
  if (Number.isNaN(seconds)) return String(instant);
  if (Math.abs(seconds) < 1) return 'now';
  const distance = duration(Math.round(Math.abs(seconds)));
  return seconds < 0 ? `${distance} ago` : `in ${distance}`;
}

const WEEK_MILLIS = 7 * 86_400_000;

/** Like `relative`, but a date from a week on, of which nobody counts the days. */
export function when(instant) {
  return Math.abs(new Date(instant) - Date.now()) > WEEK_MILLIS ? absolute(instant).slice(0, -3) : relative(instant);
}

const PERIOD = /\bP(?=\d+D|T\d)(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?/;

export function durationSeconds(period) {
  const [, days, hours, minutes, seconds] = period.match(PERIOD);
  return 86_400 * (days || 0) + 3_600 * (hours || 0) + 60 * (minutes || 0) + Number(seconds || 0);
}

/** A duration in seconds with its two largest units, such as `1 h 30 min` or `250 ms`. */
export function duration(seconds) {
  if (seconds === undefined || seconds === null || Number.isNaN(seconds)) return '–';
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  let rest = Math.round(seconds);
  const words = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    if (count > 0) words.push(`${NUMBER.format(count)} ${unit}`);
    else if (words.length > 0) break;
    rest -= count * size;
    if (words.length === 2) break;
  }
  return words.join(' ');
}

/** Durations of the API, such as `PT90S`, as the console writes them, wherever they are in a text. */
export function readableDurations(text) {
  return text.replace(new RegExp(PERIOD, 'g'), (period) => duration(durationSeconds(period)));
}

/** A retry policy other than `none`, such as `5 times, the first after 1 min, each delay 2 times the last, at most 6 h`. */
export function readableRetry(policy) {
  const [delays, jitter] = policy.split('~');
  const [, times, first, factor, most] = delays.match(/^(\d+)\/(P[^*]+?)(?:\*([\d.]+)(?:\.\.(P.+))?)?$/) ?? [];
  const words = times ? [`${number(Number(times))} times`, factor ? `the first after ${first}` : `${first} apart`, factor && `each delay ${factor} times the last`, most && `at most ${most}`]
    : [`after ${delays.replaceAll(',', ', then ')}`];
  return readableDurations([...words, jitter && `up to ${jitter} longer`].filter(Boolean).join(', '));
}

export function visible(value) {
  return value.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function failureText({ message, retryAfter }) {
  const sentence = visible(message).replace(/[^.?!]$/, '$&.');
  return retryAfter ? `${sentence} Try again in ${duration(retryAfter)}.` : sentence;
}

export function secondsBetween(from, to) {
  return from && to ? (new Date(to).getTime() - new Date(from).getTime()) / 1000 : undefined;
}
