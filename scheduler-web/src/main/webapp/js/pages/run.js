/** One run: its transitions with the time between them, its input and result, and what can be done with it. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { getTagged, keyPath, url } from '../api.js';
import { again, batchLink, ended, failed, family, isRepeatable, jobLink, lateness, phaseBar, took, tone } from '../executions.js';
import { causeList, explanation, questionOf } from '../explanation.js';
import { duration, secondsBetween } from '../format.js';
import { href } from '../router.js';
import { action, badge, block, changes, facts, lacksGrant, longText, payload, problem, properties, scheduleMark, section, text, time, visible } from '../ui.js';

const MOST_SHOWN = 100_000;

const path = (ctx) => `executions/${encodeURIComponent(ctx.segments[1])}`;

async function load(ctx) {
  const [run, { transitions }, why] = await Promise.all([
    ctx.get(path(ctx), { follow: false }),
    ctx.get(`${path(ctx)}/transitions`),
    ctx.get(`${path(ctx)}/explanation`).catch(missing),
  ]);
  ctx.local.title = `Run of ${visible(run.jobId)}`;
  if (ended(run) && mayReadResult(ctx, run)) ctx.local.result ??= await result(ctx);
  return { run, transitions, why, recurs: run.state === 'SUBMITTED' && (await isNextRun(ctx, run)) };
}

/** Whether the run waits as the next run of a schedule. */
async function isNextRun(ctx, { queue, jobId, fireId }) {
  const job = await ctx.get(keyPath('jobs', queue, jobId)).catch(missing);
  return Boolean(job?.recurs) && job.fireId === fireId;
}

function missing(failure) {
  if (failure.status !== 404) throw failure;
}

function mayReadResult(ctx, run) {
  return ctx.may('operator') || (ctx.may('submitter') && run.registeredBy === ctx.session.name);
}

/** It does not change any more. */
async function result(ctx) {
  try {
    const { data, status } = await getTagged(`${path(ctx)}/result`, undefined, { signal: ctx.abort.signal });
    return status === 204 || data === undefined ? { none: true } : { data };
  } catch (failure) {
    if (failure.status === 404) return { none: true };
    if (failure.status === 410) return { gone: true };
    if (failure.status === 403) return { failure };
    throw failure;
  }
}

function view(ctx, { run, transitions, why, recurs }) {
  const explained = why && failed(run);
  return html`<div class="actions">${badge(run.state, tone(run.state))}${run.cancelRequestedAt && !ended(run) ? badge('CANCEL_REQUESTED') : nothing}${again(run)}${recurs ? html`<span>next run of ${scheduleMark(run)}</span>` : nothing}${explained ? nothing : actions(ctx, run, recurs)}</div>
    ${run.progress !== undefined && !ended(run) ? html`<p class="progress"><progress max="100" value=${run.progress} aria-label="Progress"></progress> <span class="number">${run.progress} %</span></p>` : nothing}
    <div class="cards">
      ${why ? section(questionOf(why), explained ? failure(ctx, run, why) : explanation(ctx, why), { wide: true }) : nothing}
      ${run.message && !explained ? section(ended(run) ? 'Message' : 'Latest message', block(run.message), { wide: true }) : nothing}
      ${run.log?.length > 0 ? section('Log', log(run), { wide: true }) : nothing}
      <div>
        ${section('Timeline', timeline(run, transitions))}
        ${section('Result', resultView(ctx, run), { aside: ctx.local.result?.data === undefined ? nothing : html`<a href=${url(`${path(ctx)}/result`)} download=${`result-${run.fireId}`}>Download</a>` })}
      </div>
      ${section('Run', details(ctx, run, transitions))}
      ${run.checkpoint === undefined ? nothing : section('Checkpoint', checkpoint(run))}
      ${family(run)}
      ${section('Input', run.input ? html`${payload(run.input)}${properties(run.input.properties)}` : html`<p class="hint">Your role may not read the input of this run.</p>`)}
    </div>`;
}

function failure(ctx, run, { causes }) {
  return html`${run.message ? block(run.message) : html`<p class="hint">No reason was reported.</p>`}
    ${facts([
      ['Failed', time(run.endedAt, { exact: true })],
      ['Attempt', run.attempt],
      ['Worker', run.worker ? text(run.worker, 200) : 'none has reported'],
    ])}
    <div class="actions">${actions(ctx, run)}</div>
    ${causeList(ctx, causes.filter(({ code }) => code !== run.state.toLowerCase()).map((cause) => (run.runAgainAs ? { ...cause, cure: undefined } : cause)))}`;
}

function actions(ctx, run, recurs) {
  const name = `${run.queue}/${visible(run.jobId)}`;
  if (ended(run)) {
    return action(ctx, {
      label: 'Run again', path: `${path(ctx)}/run-again`, primary: true,
      why: isRepeatable(run) ? lacksGrant(ctx, run.queue) : 'An expired run cannot be run again: register the job anew', done: 'A new run begins',
      confirm: { title: 'Run it again?', text: 'A new run begins at once, with the same input. It names this one. Do not resubmit its row, too.', samples: [name], label: 'Run it again' },
      after: ({ data }) => { location.hash = href(['runs', data.fireId]); },
    });
  }
  return action(ctx, {
    label: 'Cancel', role: 'submitter', method: 'DELETE', path: path(ctx), danger: true, done: 'Cancel: accepted',
    why: run.cancelRequestedAt ? 'Its worker has been asked to stop' : recurs ? 'It is the next run of a schedule: skip it there' : lacksGrant(ctx, run.queue),
    confirm: {
      title: 'Cancel the run?', samples: [name], label: 'Cancel the run', keep: 'Keep it',
      text: run.state === 'SUBMITTED' ? 'It will not be dispatched. This cannot be undone.' : 'Its worker is asked to stop, and decides when. This cannot be undone.',
    },
  });
}

function timeline(run, transitions) {
  if (transitions.length === 0) return html`<p class="hint">The transitions are no longer kept.</p>`;
  return html`${phaseBar(run, transitions)}<ol class="timeline">${transitions.map((each, index) => html`<li class=${tone(each.to)}>
    <div><strong>${each.to}</strong> ${time(each.at, { exact: true })}${each.attempt > 1 ? html` <span class="faint">attempt ${each.attempt}</span>` : nothing}</div>
    ${each.message && each.message !== run.message ? html`<div>${longText(each.message, 300)}</div>` : nothing}
    <div class="took">${each.node ? html`on ${text(each.node, 40)}` : nothing} ${between(run, each, transitions[index + 1])}</div></li>`)}</ol>`;
}

function between(run, transition, next) {
  if (next) return html`for ${duration(Math.max(0, secondsBetween(transition.at, next.at)))}`;
  return ended(run) ? nothing : html`since ${duration(Math.max(0, secondsBetween(transition.at, new Date())))}`;
}

function log(run) {
  return html`<ol class="timeline">${run.log.map((each) => html`<li>
    <div>${time(each.at, { exact: true })}${run.attempt > 1 ? html` <span class="faint">attempt ${each.attempt}</span>` : nothing}</div>
    <div>${longText(each.line, 500)}</div></li>`)}</ol>`;
}

function checkpoint(run) {
  return html`${block(JSON.stringify(run.checkpoint, null, 2))}
    <p class="hint">Saved by attempt ${run.checkpointAttempt} ${time(run.checkpointAt)}. The next attempt gets it.</p>`;
}

function details(ctx, run, transitions) {
  const { node } = transitions.findLast(({ to }) => to === 'DISPATCHED') ?? {};
  return facts([
    ['Job', html`<a href=${jobLink(run)}>${text(run.jobId, 200)}</a>`],
    ['Queue', html`<a href=${href(['queues', run.queue])}>${run.queue}</a>`],
    ['Job batch', run.batch ? batchLink(run.batch) : undefined],
    ['Due', run.dueAt ? time(run.dueAt, { exact: true }) : undefined],
    ['Dispatched', run.dispatchedAt ? html`${time(run.dispatchedAt, { exact: true })} ${run.attempt > 1 ? nothing : html`<span class="faint">${duration(lateness(run))} late</span>`}` : undefined],
    ['Started', run.startedAt ? time(run.startedAt, { exact: true }) : undefined],
    ['Ended', run.endedAt ? time(run.endedAt, { exact: true }) : undefined],
    [ended(run) ? 'Took' : run.startedAt || run.earlierWork ? 'Has run for' : 'In its queue for', took(run) === undefined ? undefined : duration(took(run))],
    ['Cancel requested', run.cancelRequestedAt ? time(run.cancelRequestedAt, { exact: true }) : undefined],
    ['Attempt', run.attempt],
    ['Worker', run.worker ? text(run.worker, 200) : undefined],
    ['Dispatched by', node ? text(node, 100) : undefined],
    ['Registered by', run.registeredBy ? text(run.registeredBy, 100) : undefined],
    ['Repeats the run', run.runAgainOf ? html`<a class="mono" href=${href(['runs', run.runAgainOf])}>${run.runAgainOf}</a>` : undefined, true],
    ['Fire id', html`<span class="mono">${run.fireId}</span>`, true],
    ['All runs of the job', html`<a href=${href(['runs'], { queue: run.queue, jobId: run.jobId })}>List</a>`],
    ['Changes by people', changes(ctx, run)],
  ]);
}

function resultView(ctx, run) {
  const found = ctx.local.result;
  if (!ended(run)) return html`<p class="hint">Not yet: the run has not ended.</p>`;
  if (!found) return html`<p class="hint">Only operators, and the user that registered the job, can read it.</p>`;
  if (found.failure) return problem(found.failure);
  if (found.gone) return html`<p class="hint">It has expired, or somebody has deleted it.</p>`;
  if (found.none) return html`<p class="hint">The run ended without a result.</p>`;
  const shown = typeof found.data === 'string' ? found.data : JSON.stringify(found.data, null, 2);
  return html`${block(shown.slice(0, MOST_SHOWN))}${shown.length > MOST_SHOWN ? html`<p class="hint">Only its beginning is shown: download it to see all.</p>` : nothing}`;
}

export default { title: (ctx) => ctx.local.title || 'Run', load, view };
