/** Times as people write them: `06:00`, `tomorrow 06:00`, `+2 h`, `2027-03-28 03:30 Europe/Berlin`, or as in ISO 8601. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { absolute, offset, relative, zoneId } from './format.js';

const SECONDS = { d: 86_400, h: 3_600, m: 60, s: 1 };
const PART = String.raw`(\d+(?:\.\d+)?)\s*(d|days?|h|hours?|m|min|minutes?|s|sec|seconds?)\s*`;
const DISTANCE = new RegExp(`^([+-]?)\\s*(?:p\\s*t?|(?=\\d))((?:${PART}t?)+)(ago)?$`);
const MOMENT = /^(today|tomorrow|yesterday|\d{4}-\d\d-\d\d)?(?:[t\s]*(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(z|utc|[+-]\d\d:?\d\d|[a-z]+(?:\/[\w+-]+)+)?$/;
const DAYS = { yesterday: -1, today: 0, tomorrow: 1 };
const DAY = 86_400_000;
const LAST = 8.64e15;

/** Options for times that have passed, and for those of the present day. */
export const PAST = { past: true };
export const TODAY = { day: 'today' };

/**
 * The instant that a text means, in the chosen zone unless it names another; undefined for an empty text. `{ instant, note }`: the note
 * says which of two times is meant. `past`: 06:00 is the last one instead of the next, and 2 h are ago; `day`: 06:00 is that of the day.
 */
export function understood(text, { now = Date.now(), past = false, day } = {}) {
  const plain = text.trim().toLowerCase().replace(/^(until|at|due|since|for|in)\s+/, '');
  if (!plain) return undefined;
  const distance = DISTANCE.exec(plain);
  const millis = distance ? { at: now + distanceMillis(distance, past) } : moment(MOMENT.exec(plain), { now, past, usual: day });
  if (!(Math.abs(millis?.at) < LAST)) throw new Error('Not a time. Write one such as 06:00, tomorrow 06:00, +2 h or 2027-03-28 03:30 Europe/Berlin.');
  return { instant: new Date(millis.at).toISOString(), note: millis.note };
}

/** Seconds of a text such as `+1 h` or `-30 min`; undefined if it is no distance. */
export function distanceSeconds(text) {
  const distance = DISTANCE.exec(text.trim().toLowerCase());
  return distance ? distanceMillis(distance, false) / 1000 : undefined;
}

function distanceMillis([, sign, parts, , , ago], past) {
  const millis = [...parts.matchAll(new RegExp(PART, 'g'))].reduce((sum, [, count, unit]) => sum + 1000 * count * SECONDS[unit[0]], 0);
  return sign === '-' || ago || (past && !sign) ? -millis : millis;
}

function moment(match, { now, past, usual }) {
  const [, day = usual, time = '00:00', named] = match ?? [];
  if (!match || (!match[1] && !match[2])) return undefined;
  const clock = clockOf(named);
  const today = Date.parse(`${clock.date(now)}T00:00Z`);
  const on = (date) => clock.at(date + millisOfDay(time));
  if (day) return on(day in DAYS ? today + DAYS[day] * DAY : dateOf(day));
  const [near, other] = past ? [today, today - DAY] : [today, today + DAY];
  try {
    const first = on(near);
    if (past ? first.at <= now : first.at > now) return first;
  } catch {
    // Clocks go forward
  }
  return on(other);
}

/** NaN for a 30 February, which browsers take for a day in March. */
function dateOf(day) {
  const date = Date.parse(`${day}T00:00Z`);
  return new Date(date).toJSON()?.startsWith(day) ? date : NaN;
}

/** NaN if it is beyond the end of a day. */
const millisOfDay = (time) => Date.parse(`1970-01-01T${time.replace(/^\d:/, '0$&')}Z`);

/** Dates and times of a zone or of an offset: `at` has the instant of a time that is given as if it were of UTC. */
function clockOf(named) {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(named ?? '') ?? [];
  if (sign || named === 'z') {
    const ahead = sign ? Number(`${sign}1`) * (60 * hours + Number(minutes)) * 60_000 : 0;
    return { date: (millis) => new Date(millis + ahead).toISOString().slice(0, 10), at: (local) => ({ at: local - ahead }) };
  }
  const timeZone = named ?? zoneId();
  const shown = (millis) => absolute(millis, { timeZone });
  try {
    shown(1);
  } catch {
    throw new Error(`This browser does not know the zone ${named}.`);
  }
  return { date: (millis) => shown(millis).slice(0, 10), at: (local) => inZone(local, shown) };
}

/** By how much a clock that shows a time is ahead of UTC. */
const aheadOf = (shown, millis) => Date.parse(`${shown.replace(' ', 'T')}Z`) - 1000 * Math.floor(millis / 1000);

function inZone(local, shown) {
  if (Number.isNaN(local)) return { at: local };
  const ahead = (millis) => aheadOf(shown(millis), millis);
  const offsets = [...new Set([ahead(local - DAY), ahead(local + DAY)])];
  const found = offsets.map((each) => local - each).filter((millis) => ahead(millis) === local - millis).sort((a, b) => a - b);
  if (found.length === 0) throw new Error(`${new Date(local).toISOString().slice(0, 16).replace('T', ' ')} does not exist: clocks go forward.`);
  return { at: found[0], note: found.length > 1 ? `it comes twice, this is the first; write ${iso(local - found[1])} after it for the second` : undefined };
}

const iso = (ahead) => `${ahead < 0 ? '-' : '+'}${new Date(Math.abs(ahead)).toISOString().slice(11, 16)}`;

/** The instant of a text. */
export const instantOf = (text, options) => understood(text, options)?.instant;

/** An instant as the value of a field, in the chosen zone with the offset, to the second. */
export function written(instant) {
  if (!instant) return '';
  const shown = absolute(instant);
  return `${shown.replace(/:00$/, '')}${iso(aheadOf(shown, Date.parse(instant)))}`;
}

/** What is understood, in words and in the chosen zone. */
function inWords({ instant, note }) {
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: zoneId() }).format(new Date(instant));
  return `${weekday} ${absolute(instant)} ${zoneId() === 'UTC' ? '' : `${zoneId()}, `}${offset(instant)}, ${relative(instant)}${note ? `; ${note}` : ''}`;
}

/** The control of a field for a time. Below it stands what is understood, and that is sent, however long the form is open. */
export function timeControl(field) {
  const { name, value = '', required, mistake } = field;
  // Once: what the user types later is told by the event
  field.understood ??= first(value);
  const { instant, words } = field.understood;
  return html`<input name=${name} value=${value} data-instant=${instant} aria-invalid=${mistake ? 'true' : nothing} ?required=${required} placeholder="06:00, +2 h, …" autocomplete="off" spellcheck="false" @input=${tell}>
    <output .textContent=${words}></output>`;
}

function first(value) {
  const found = understood(value);
  return found ? { ...found, words: inWords(found) } : { instant: '', words: '' };
}

function tell({ target }) {
  let found;
  let failure = '';
  try {
    found = understood(target.value);
  } catch (thrown) {
    failure = thrown.message;
  }
  target.dataset.instant = found?.instant ?? '';
  target.setCustomValidity(failure);
  target.nextElementSibling.textContent = failure || (found ? inWords(found) : '');
}

/** The control of a filter, with the options of `understood`. What is understood stands in it afterwards. */
export function timeFilter(value, change, options) {
  return html`<input size="24" .value=${written(value)} placeholder="06:00, +2 h, …" autocomplete="off" spellcheck="false" @change=${({ target }) => {
    try {
      change(instantOf(target.value, options));
    } catch (failure) {
      target.setCustomValidity(failure.message);
      target.reportValidity();
    }
  }} @input=${({ target }) => target.setCustomValidity('')}>`;
}
