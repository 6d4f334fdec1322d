/** The words of the search box that are filters of jobs or runs, such as `queue:mail state:failed since:02:00`. */

import { STATES } from './executions.js';
import { PAST, TODAY, understood, written } from './times.js';

export const JOB_STATES = ['waiting', 'due', 'overdue', 'retrying', 'held'];
export const RUNNING = 'DISPATCHED,RUNNING';
export const OUTCOMES = ['failed', 'succeeded', 'cancelled', 'open'];

const DUE = { ...PAST, ...TODAY };
const plain = (filter, note) => ({ note, read: (value) => ({ [filter]: value }), write: (query) => query[filter] });
const moment = (filter, note, times = PAST) => ({ note, read: (value) => ({ [filter]: instantOf(value, times) }), write: (query) => query[filter] && written(query[filter]).replace(' ', 'T'), isTime: true });

const queue = { ...plain('queue', 'its name'), values: (names) => names };
const id = plain('prefix', 'how the job id begins');

/** By name: `read(value)` is the filter in the address, if there is one; `write` is the other way. */
const TERMS = {
  jobs: {
    __proto__: null,
    queue,
    state: choice(Object.fromEntries(JOB_STATES.map((state) => [state, { state }])), 'what it waits for'),
    id,
    since: moment('dueFrom', 'due from, such as 02:00', DUE),
    until: moment('dueBefore', 'due before', DUE),
    by: plain('registeredBy', 'who registered it'),
    type: plain('contentType', 'content type'),
    group: plain('group', 'message group'),
  },
  runs: {
    __proto__: null,
    queue,
    state: choice(Object.fromEntries([
      ...STATES.map((state) => [state.toLowerCase(), { state }]),
      ...OUTCOMES.filter((outcome) => outcome !== 'cancelled').map((outcome) => [outcome, { outcome }]),
      ['running-now', { state: RUNNING }],
    ]), 'state or outcome'),
    outcome: choice({ cancelled: { outcome: 'cancelled' } }, 'another word for the state'),
    id,
    job: plain('jobId', 'the job id'),
    schedule: plain('schedule', 'its schedule'),
    since: { note: 'ended, or registered, since then, such as 02:00', write: () => undefined },
    until: { note: 'ended, or registered, before', write: () => undefined },
    'ended-since': moment('endedFrom', 'such as 02:00'),
    'ended-until': moment('endedBefore'),
    'registered-since': moment('submittedFrom'),
    'registered-until': moment('submittedBefore'),
    took: { note: 'at least, such as 10s', read: (value) => ({ minDuration: toDuration(value) }), write: ({ minDuration }) => minDuration },
    tries: choice({ many: { retried: 'true' } }, 'more than one'),
    handled: choice({ no: { unhandled: 'true' } }, 'not run again yet'),
    message: plain('message', 'how it begins'),
    batch: plain('batch', 'the id of its job batch'),
  },
};

function choice(given, note) {
  const filters = { __proto__: null, ...given };
  const same = (query) => ([, filter]) => Object.entries(filter).every(([name, value]) => query[name] === value);
  return { note, values: () => Object.keys(filters), read: (value) => filters[value.toLowerCase()], write: (query) => Object.entries(filters).find(same(query))?.[0] };
}

/** `10s`, `5m` and `2h` as ISO-8601; other text is sent as it is, and the API says what is wrong with it. */
export function toDuration(value) {
  const short = /^(\d+)\s*(s|m|h|min)?$/i.exec(value);
  return short ? `PT${short[1]}${(short[2] || 's')[0].toUpperCase()}` : value.toUpperCase();
}

function instantOf(text, times) {
  try {
    return understood(text, times)?.instant;
  } catch {
    return undefined;
  }
}

const WORDS = /([\w-]+):("[^"]*"?|\S*)|"([^"]*)"?|\S+/g;

function wordsOf(text) {
  return [...text.matchAll(WORDS)].map(([whole, name, value, quoted]) => (name ? { whole, name, value: value.replaceAll('"', '') } : { whole, name: '', value: quoted ?? whole }));
}

const isProperty = (name) => name.startsWith('x_');
const known = (name) => isProperty(name) || Object.values(TERMS).some((terms) => name in terms);

/** Whether the text is a query, and not something to be searched for; in quotation marks it never is. */
export const isQuery = (text) => wordsOf(text).some(({ name }) => name && known(name));

function filterOf(list, { whole, name, value }) {
  if (!value && name) return { why: `${name}: lacks its value.` };
  if (!name) return { filter: { prefix: value } };
  if (isProperty(name)) return list === 'jobs' ? { filter: { property: `${name}:${value}` } } : { why: `Runs have no filter ${name}: a property is one of jobs that wait.` };
  const term = TERMS[list][name];
  if (!term) return { why: `${list === 'jobs' ? 'Jobs' : 'Runs'} have no filter ${name}.` };
  const filter = term.read(value);
  if (filter && Object.values(filter).every(Boolean)) return { filter };
  return { why: term.isTime ? `${whole} is no time: write 02:00, 2h, 2026-11-29 or 2026-11-29T02:00.` : `${list === 'jobs' ? 'Jobs' : 'Runs'} have no ${name} ${value}: it is ${term.values().join(', ')}.` };
}

/** The query of a text as `{ list, filters }`, or `{ refusal }`, a sentence that says what no list has. `list` is preferred. */
export function read(text, list = 'jobs') {
  const words = wordsOf(text);
  const readings = [list, ...Object.keys(TERMS).filter((each) => each !== list)].map((each) => reading(each, words));
  const found = readings.find(({ refusal }) => !refusal);
  if (found) return found;
  const stranger = words.find(({ name }) => name && !known(name));
  if (stranger) return { refusal: `No list has the filter ${stranger.name}. Jobs have ${namesOf('jobs')}, x_property; runs have ${namesOf('runs')}.` };
  return { refusal: [...new Set(readings.map(({ refusal }) => refusal))].join(' ') };
}

function reading(list, words) {
  const filters = {};
  for (const { filter, why } of (list === 'runs' ? timed(words) : words).map((word) => filterOf(list, word))) {
    if (why) return { refusal: why };
    const twice = Object.keys(filter).find((name) => filters[name] !== undefined);
    if (twice) return { refusal: 'Each filter can be given once.' };
    Object.assign(filters, filter);
  }
  return { list, filters };
}

/** Of runs that have ended, `since` means the end, of others the registration. */
function timed(words) {
  const state = words.find(({ name }) => name === 'state')?.value.toLowerCase();
  const event = state && !['open', 'running', 'running-now', 'submitted', 'dispatched'].includes(state) ? 'ended' : 'registered';
  return words.map((word) => (['since', 'until'].includes(word.name) ? { ...word, name: `${event}-${word.name}` } : word));
}

const namesOf = (list) => Object.keys(TERMS[list]).join(', ');

export function write(list, query) {
  const terms = Object.entries(TERMS[list] ?? {}).map(([name, term]) => [name, term.write(query)]).filter(([, value]) => value);
  const property = list === 'jobs' && query.property ? [query.property.split(/:(.*)/s).slice(0, 2)] : [];
  return [...terms, ...property].map(([name, value]) => `${name}:${/\s/.test(value) ? `"${value}"` : value}`).join(' ');
}

/** How the last word of the text could go on: `{ label, note, text }`. */
export function completions(text, { queues = [] } = {}) {
  const [, before, word] = /^(.*?)(\S*)$/s.exec(text);
  const [name, value] = word.split(/:(.*)/s);
  const lists = candidates(before);
  if (value !== undefined) {
    const values = lists.flatMap((list) => TERMS[list][name]?.values?.(queues) ?? []);
    return [...new Set(values)].filter((each) => each.startsWith(value) && each !== value).map((each) => ({ label: `${name}:${each}`, text: `${before}${name}:${each} ` }));
  }
  if (!word && !before) return [];
  const names = new Map(lists.flatMap((list) => Object.entries(TERMS[list]).map(([each, { note }]) => [each, note])));
  if (lists.includes('jobs')) names.set('x_', 'a property, such as x_customer:c-002');
  return [...names].filter(([each]) => each.startsWith(word) && !before.includes(`${each}:`))
    .map(([each, note]) => ({ label: isProperty(each) ? each : `${each}:`, note, text: `${before}${isProperty(each) ? each : `${each}:`}` }));
}

function candidates(text) {
  const lists = Object.keys(TERMS);
  const possible = lists.filter((list) => !reading(list, wordsOf(text)).refusal);
  return possible.length > 0 ? possible : lists;
}
