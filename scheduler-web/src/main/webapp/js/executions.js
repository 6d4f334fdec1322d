/** What several pages show of runs. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { Directive, directive } from '../vendor/lit-html/directive.js';
import { absolute, duration, durationSeconds, secondsBetween, shortId } from './format.js';
import { href } from './router.js';
import { badge, section, table, text, time, varying, visible } from './ui.js';

export const STATES = ['SUBMITTED', 'DISPATCHED', 'RUNNING', 'FINISHED', 'ERROR', 'EXHAUSTED', 'CANCELLED', 'EXPIRED'];
export const REPEATABLE = ['FINISHED', 'ERROR', 'EXHAUSTED', 'CANCELLED'];
export const isRepeatable = ({ state, batch }) => REPEATABLE.includes(state) || (state === 'EXPIRED' && batch !== undefined);

export const OPEN = ['SUBMITTED', 'DISPATCHED', 'RUNNING'];
/** What a job batch counts as failed. */
export const FAILED = 'ERROR,EXHAUSTED,EXPIRED';

export const ended = (run) => !OPEN.includes(run.state);

export const failed = (run) => run.state === 'ERROR' || run.state === 'EXHAUSTED';

export function tone(state) {
  if (state === 'FINISHED') return 'good';
  if (OPEN.includes(state)) return 'busy';
  return failed({ state }) ? 'bad' : 'warn';
}

/** Seconds from the due time to the first dispatch; undefined if that is not known. */
export function lateness(run) {
  if (run.attempt > 1) return undefined;
  const seconds = secondsBetween(run.dueAt, run.dispatchedAt);
  return seconds === undefined ? undefined : Math.max(0, seconds);
}

/** Seconds of all attempts until now; undefined if none has started. */
export function took(run) {
  const start = run.startedAt || (run.earlierWork ? undefined : run.dispatchedAt);
  const earlier = run.earlierWork && durationSeconds(run.earlierWork);
  return start ? (earlier || 0) + secondsBetween(start, run.endedAt || new Date()) : earlier;
}

export const runLink = (run) => href(['runs', run.fireId]);
export const jobLink = ({ queue, jobId }) => href(['jobs', queue, jobId]);

export const again = ({ runAgainAs }) => (runAgainAs ? html` <a href=${runLink({ fireId: runAgainAs })}>run again</a>` : nothing);

export const batchLink = (id) => html`<a href=${href(['job-batches', id])}>${text(id, 100)}</a>`;

export const BATCH_TONES = { OPEN: 'busy', CLOSED: 'busy', FINISHED: 'good', FAILED: 'bad', CANCELLED: 'warn' };

/** The parents and children of a job or run. */
export const family = ({ parents, parentCount, parentBatches, children, childCount }) => html`${others('Waits for the ends of', parents, parentCount)}${batches(parentBatches)}${others('Jobs after it', children, childCount)}`;

function batches(all) {
  return all ? section('Waits for job batches', html`<ul>${all.map(({ batch, onFailure, state }) => html`<li>${batchLink(batch)} <span class="faint">${onFailure ? 'its first failure' : 'its end'}</span> ${state ? badge(state, BATCH_TONES[state]) : nothing}</li>`)}</ul>`) : nothing;
}

function others(title, jobs, count) {
  return jobs ? section(`${title} (${count})`, html`<ul>${jobs.map((job) => html`<li><a href=${job.fireId ? runLink(job) : jobLink(job)}>${job.queue}/${visible(job.jobId)}</a> ${job.state ? badge(job.state, tone(job.state)) : nothing}${job.message ? html` <span class="faint">${text(job.message, 100)}</span>` : nothing}</li>`)}</ul>`) : nothing;
}

const RUN_COLUMNS = [
  { title: 'State', cell: (run) => html`<span class="nowrap">${badge(run.state, tone(run.state))}${again(run)}${!ended(run) && run.progress ? html` <span class="faint">${run.progress} %</span>` : nothing}</span>` },
  { title: 'Run', sort: ['-submitted', 'submitted'], cell: (run) => html`<a class="mono nowrap" title=${run.fireId} href=${runLink(run)}>${shortId(run.fireId)}</a>` },
  { title: 'Due', cell: (run) => html`${time(run.dueAt)}${lateness(run) >= 1 ? html`<small class="below">${duration(lateness(run))} late</small>` : nothing}${run.backfillOf ? html`<small class="below">backfill of ${absolute(run.backfillOf)}</small>` : nothing}` },
  { title: 'Ended', sort: ['-latest'], cell: (run) => time(run.endedAt) },
  { title: 'Took', number: true, sort: ['-duration'], cell: (run) => html`${duration(took(run))}${!ended(run) && run.dispatchedAt ? ' …' : nothing}` },
  { title: 'Try', number: true, cell: (run) => run.attempt, says: ({ attempt }) => (attempt === 1 ? '' : attempt) },
  { title: 'Worker', cell: (run) => html`<span class="nowrap">${text(run.worker, 12)}</span>`, says: ({ worker }) => worker },
];

export function runTable(runs, options, first = []) {
  const { columns, common } = varying([...first, ...RUN_COLUMNS], runs);
  const below = (run) => (run.message ? html`<span class=${tone(run.state) === 'bad' ? 'alarm' : 'faint'}>${text(run.message, 300)}</span>` : nothing);
  return html`${table(columns, runs, { key: (run) => run.fireId, link: runLink, below, ...options })}${common}`;
}

/** Style attributes would break the policy of the pages; properties of the element do not. */
class Style extends Directive {
  render() {
    return nothing;
  }

  update(part, [property, value]) {
    part.element.style[property] = value;
    return nothing;
  }
}

const style = directive(Style);

const LEAST_PERCENT = 14;

export function strip(runs) {
  const longest = Math.max(...runs.map((run) => took(run) || 0), 0.001);
  const percent = (run) => LEAST_PERCENT + (100 - LEAST_PERCENT) * Math.min(1, Math.sqrt((took(run) || 0) / longest));
  return html`<div class="strip" aria-hidden="true">${runs.slice().reverse().map((run) => html`<a tabindex="-1" class=${tone(run.state)} href=${runLink(run)}
    title=${`${run.state}, due ${absolute(run.dueAt)}, took ${duration(took(run))}`} ${style('height', `${percent(run)}%`)}></a>`)}</div>`;
}

const PHASES = {
  SUBMITTED: ['late', 'warn'],
  DISPATCHED: ['in the worker queue', 'busy'],
  RUNNING: ['at the worker', 'good'],
};

const FAILED_UNTOLD = ['in the worker queue or at the worker', 'busy'];
const UNTOLD_BEGIN = {
  FINISHED: ['in the worker queue and at the worker', 'busy'],
  ERROR: FAILED_UNTOLD,
  EXHAUSTED: FAILED_UNTOLD,
  SUBMITTED: FAILED_UNTOLD,
};

/**
 * What a run has spent its time with since it was due, or since it was dispatched early: `{ label, tone, seconds }`, in their order.
 * What comes after its first attempt is the wait for the next one. When the worker began is not known if it reports only the end, or
 * if its report was rolled back with the message; a run that failed without it may never have been at the worker.
 */
export function phases(run, transitions, now = Date.now()) {
  const dueAt = Date.parse(run.dueAt);
  return transitions.flatMap(({ to, at, attempt }, index) => {
    if (!PHASES[to]) return [];
    const again = to === 'SUBMITTED' && attempt > 1;
    const begin = to === 'SUBMITTED' && !again ? Math.max(Date.parse(at), dueAt) : Date.parse(at);
    const next = transitions[index + 1];
    const end = next ? Date.parse(next.at) : now;
    const [label, phaseTone] = again ? ['until its next attempt', 'warn'] : (to === 'DISPATCHED' && UNTOLD_BEGIN[next?.to]) || PHASES[to];
    return end > begin ? [{ label, tone: phaseTone, seconds: (end - begin) / 1000 }] : [];
  });
}

export function phaseBar(run, transitions) {
  const found = phases(run, transitions);
  if (found.length === 0) return nothing;
  // Factors that add up to less than one would not fill the bar
  const total = found.reduce((sum, { seconds }) => sum + seconds, 0);
  return html`<div class="phases" aria-hidden="true">${found.map(({ tone: shown, seconds }) => html`<span class=${shown} ${style('flexGrow', String((100 * seconds) / total))}></span>`)}</div>
    <ol class="phase-key">${found.map(({ label, tone: shown, seconds }) => html`<li class=${shown}>${duration(seconds)} ${label}</li>`)}</ol>`;
}
