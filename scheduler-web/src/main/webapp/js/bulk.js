/** Actions on the selected rows of a list, and on all rows that match its filters. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { asCurl, once, send, url } from './api.js';
import { copyButton, notify, open } from './dialogs.js';
import { absolute, amount, failureText, number, visible } from './format.js';
import { movedTo, moving, movesBy } from './move.js';
import { href } from './router.js';
import { button, lacksGrant, text, time } from './ui.js';

/** From this number on, the user types it. */
const MANY = 1_000;
const MOST_NAMED = 5;

/** What the operations do to things such as "3 jobs", and what the button says that leaves them. */
const VERBS = {
  cancel: { done: 'Cancelled', begin: (what) => `Cancel ${what}`, keep: 'Keep them', recurring: ['end', 'End'] },
  delete: { done: 'Deleted', begin: (what) => `Delete ${what}`, keep: 'Keep them' },
  hold: { done: 'Held', begin: (what) => `Hold ${what}` },
  reschedule: { done: 'Moved', begin: (what, { move }) => `Move ${what} ${movesBy(move)}`, recurring: ['the next run of', 'Move the next run of'] },
  release: { done: 'Released', begin: (what) => `Release ${what}` },
  pause: { done: 'Paused', begin: (what) => `Pause ${what}` },
  resume: { done: 'Resumed', begin: (what) => `Resume ${what}` },
  resubmit: { done: 'Resubmitted', begin: (what) => `Resubmit ${what}`, tells: 'What is wrong in a row is refused again until it is mended.' },
  'run-now': { done: 'Run', begin: (what) => `Run ${what} now` },
  'cancel-runs': { done: 'Cancelled', begin: (what) => `Cancel ${what}`, keep: 'Keep them', tells: 'Those that wait are cancelled; the workers of the others are asked to stop.' },
  'run-again': { done: 'Run again', begin: (what) => `Run ${what} again`, tells: 'Left out: those that were run again, and earlier runs of a job.' },
};

const FILTERS = [
  ['queue', 'queue'], ['jobState', 'state'], ['runState', 'state'], ['prefix', 'id begins with'], ['stage', 'stage'], ['code', 'code'],
  ['dueFrom', 'due from'], ['dueBefore', 'due before'], ['property', 'property'], ['endedFrom', 'ended from'], ['endedBefore', 'ended before'],
  ['jobBatch', 'job batch'],
];

export function chosen(batch) {
  const given = FILTERS.filter(([name]) => batch[name]);
  return given.map(([name, label], index) => html`${index > 0 ? ', ' : nothing}${label} ${/(From|Before)$/.test(name) ? time(batch[name], { exact: true }) : text(batch[name], 40)}`);
}

/** `[one, many]`, such as `['job', 'jobs']`, with their number in words. */
const things = ([one, many], count, words = number(count)) => `${words} ${count === 1 ? one : many}`;

/**
 * Buttons for the selected rows. An action is sent to `request(row)` of the action (a method and a path), or as POST to
 * `path(row)/operation`; `refuses(row)` says why the API would refuse it for a row, and `spares(row)` tells the schedules that only a
 * tick changes. One that `moves` first asks by how much.
 */
export function actOnSelected(ctx, { actions, rows, key, path, noun }) {
  const selection = ctx.local.selection;
  const selected = rows.filter((row) => selection?.has(key(row)));
  const { acting } = ctx.local;
  if (acting) return html`<span role="status">${acting.label}: ${acting.done} of ${acting.all} …</span>`;
  if (selected.length === 0) return html`<span class="hint">Select rows to act on them.</span>`;
  return html`<span>${selected.length} selected:</span>${actions.map((act) => button(act.label, () => run(ctx, act, selected, { key, path, noun }), {
    danger: act.danger, why: selected.map((row) => act.refuses?.(row) || '').reduce((all, why) => all && why),
  }))}`;
}

/** Asks, then does it to each of the rows. */
export async function run(ctx, asking, selected, { key, path, noun }) {
  const act = await answered(asking, noun);
  if (!act) return;
  const spared = selected.filter((row) => act.spares?.(row));
  const request = (row) => (act.request?.(row) ?? ['POST', `${path(row)}/${act.operation}`, act.move]);
  const rows = (all) => (all ? selected : selected.filter((row) => !spared.includes(row)));
  const samples = rows(false).map((row) => (act.move ? { ...row, newDueAt: movedTo(act.move, row) } : row));
  const agreed = await question(act, {
    noun, counted: samples.length, samples: samples.map((row) => sample(row, key)), schedules: spared.length, scheduleNames: spared.map(key),
    dueAtOnce: samples.filter(({ newDueAt }) => Date.parse(newDueAt) <= Date.now()).length,
    curl: (all) => asCurl(request(selected[0])[0], rows(all).map((row) => url(request(row)[1])), act.move),
  });
  if (agreed) await runEach(ctx, act, rows(agreed.schedules), { key, noun, request });
}

async function runEach(ctx, act, rows, { key, noun, request }) {
  const { selection } = ctx.local;
  const done = [];
  const refused = [];
  const acting = (ctx.local.acting = { label: act.label, done: 0, all: rows.length });
  for (const row of rows) {
    ctx.update();
    try {
      await send(...request(row));
      selection?.delete(key(row));
      done.push(key(row));
    } catch (failure) {
      refused.push([key(row), failure]);
      if (failure.unavailable) break;
    }
    acting.done += 1;
  }
  ctx.local.acting = undefined;
  ctx.reload();
  if (refused.length === 0) notify(`${VERBS[act.operation].done}: ${things(noun, done.length)}`, 'good');
  else outcome(VERBS[act.operation].done, { done, refused, left: rows.length - done.length - refused.length });
}

function outcome(verb, { done, refused, left }) {
  return open((close) => html`<div class="dialog"><h2 id="dialog-title">${verb}: ${number(done.length)} of ${number(done.length + refused.length + left)}</h2>
    <h3>Refused</h3><ul class="samples">${refused.map(([name, failure]) => html`<li><bdi>${visible(name)}</bdi>: ${failure.code || nothing} ${failureText(failure)}</li>`)}</ul>
    ${left > 0 ? html`<p>${number(left)} were not tried.</p>` : nothing}
    ${done.length === 0 ? nothing : html`<h3>Done</h3><ul class="samples">${done.map((name) => html`<li><bdi>${visible(name)}</bdi></li>`)}</ul>`}
    <footer><button type="button" class="primary" autofocus @click=${() => close()}>Close</button></footer></div>`);
}

/** Buttons for all that match: a dry run tells the number first, then a batch operation does it. `named` is what the samples are called. */
export function actOnMatching(ctx, { actions, filter, noun, named }) {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
  if (Object.keys(given).length === 0) return nothing;
  return html`<details class="menu"><summary>All that match …</summary><div class="panel">${actions.map((act) => html`
    ${button(act.label, () => start(act, given, { noun, named }), { danger: act.danger, why: act.needsGrant ? lacksGrants(ctx, given.queue) : '' })}`)}</div></details>`;
}

function lacksGrants(ctx, queue) {
  if (queue) return lacksGrant(ctx, queue);
  return ctx.session.grants?.length ? '' : 'You have no grant for any queue: an administrator can add one';
}

async function answered(act, noun) {
  const move = act.moves ? await moving(noun[1]) : undefined;
  return act.moves && !move ? undefined : { ...act, move };
}

const sample = (row, named) => (row.newDueAt ? `${named(row)}: ${absolute(row.dueAt)} → ${absolute(row.newDueAt)}` : named(row));

let starting;

/** Asks with the number that a dry run tells, then begins the batch operation: one at a time. */
export function start(...given) {
  if (starting) return notify('What you chose before is still being counted.');
  starting = asked(...given).finally(() => { starting = undefined; });
  return starting;
}

async function asked(asking, filter, { noun, named }) {
  const act = await answered(asking, noun);
  if (!act) return;
  const body = { operation: act.operation, ...filter, ...act.move };
  const request = (schedules) => (schedules ? { ...body, schedules } : body);
  const key = once();
  const page = location.hash;
  try {
    const { data } = await send('POST', 'batch-operations', { ...body, dryRun: true });
    if (location.hash !== page) return;
    if (data.counted === 0 && !data.schedules) {
      notify('Nothing matches.');
      return;
    }
    const agreed = await question(act, {
      ...data, noun, samples: data.samples.map((row) => sample(row, named)), filter: chosen(filter),
      note: 'The leader does it as a batch operation, which you can watch and stop.',
      curl: (schedules) => asCurl('POST', url('batch-operations'), request(schedules), key),
    });
    if (!agreed) return;
    const { data: begun } = await send('POST', 'batch-operations', request(agreed.schedules), key);
    location.hash = href(['batches', String(begun.id)]);
  } catch (failure) {
    notify(failure, 'bad');
  }
}

/**
 * Asks before an action on many, and begins at the button that leaves them as they are. Schedules are left alone unless that is ticked;
 * a large number is typed. Resolves to `{ schedules }`, or undefined.
 */
function question(act, { noun, counted, more, estimate, samples, schedules = 0, scheduleNames = [], dueAtOnce = 0, runAgain, withoutGrant = [], filter, note, curl }) {
  const { begin, tells, keep = 'Leave them', recurring: [change, tick] = [] } = VERBS[act.operation];
  const total = amount({ counted, more, estimate });
  const expected = total.replace(/\D/g, '');
  const many = counted >= MANY;
  const answer = { schedules: false, typed: '' };
  const what = () => {
    const changed = things(['schedule', 'schedules'], schedules);
    const named = things(noun, counted, total);
    if (counted > 0 && !answer.schedules) return begin(named, act);
    return counted === 0 ? `${tick} ${changed}` : `${begin(named, act)} and ${change} ${changed}`;
  };
  const ready = () => (counted > 0 || answer.schedules) && (!many || answer.typed.replace(/\D/g, '') === expected);
  return open((close, update) => html`<form method="dialog" class="dialog" @submit=${(event) => {
    event.preventDefault();
    if (ready()) close({ schedules: answer.schedules });
  }}>
    <h2 id="dialog-title">${counted > 0 || answer.schedules ? `${what()}?` : 'Only schedules match'}</h2>
    ${filter ? html`<p class="filter">Chosen by: ${filter}</p>` : nothing}
    ${list(samples, more ? undefined : counted)}
    ${schedules === 0 ? nothing : html`<div><p>${schedules === 1 ? 'This is the next run of a schedule' : `These ${number(schedules)} are next runs of schedules`}${act.operation === 'cancel' ? ', which a cancel would end' : nothing}. ${schedules === 1 ? 'It is' : 'They are'} left alone:</p>
      ${list(scheduleNames, schedules)}
      ${tick ? html`<label class="inline"><input type="checkbox" name="schedules" .checked=${answer.schedules} @change=${({ target }) => {
        answer.schedules = target.checked;
        update();
      }}> <span>${tick} ${schedules === 1 ? 'this schedule' : `these ${number(schedules)} schedules`}, too</span></label>` : nothing}</div>`}
    ${dueAtOnce > 0 ? html`<p>${number(dueAtOnce)}${dueAtOnce >= MANY ? ' or more' : nothing} of them are due at once then.</p>` : nothing}
    ${withoutGrant.length > 0 ? html`<p class="problem">You have no grant for ${withoutGrant.map((row, index) => html`${index > 0 ? ', ' : nothing}<bdi>${visible(row.queue)}</bdi> (${amount(row)})`)}: these are refused. An administrator can add it.</p>` : nothing}
    ${runAgain ? html`<p class="problem">The runs of ${number(runAgain)} were run again: resubmitted, they run twice.</p>` : nothing}
    ${note ? html`<p class="hint">${tells} ${note}</p>` : nothing}
    ${many ? html`<label><span>Type ${total.replace(/^\D+/, '')} to go on</span><input name="typed" inputmode="numeric" autocomplete="off" @input=${({ target }) => {
      answer.typed = target.value;
      update();
    }}></label>` : nothing}
    <footer>${copyButton('Copy as curl', () => curl(answer.schedules))}
      <button type="button" autofocus @click=${() => close()}>${keep}</button>
      <button type="submit" class=${act.danger ? 'danger' : 'primary'} ?disabled=${!ready()}>${what()}</button></footer>
  </form>`);
}

function list(names, count) {
  const shown = names.slice(0, MOST_NAMED);
  const others = count - shown.length;
  return shown.length === 0 ? nothing : html`<ul class="samples">${shown.map((name) => html`<li><bdi>${visible(name)}</bdi></li>`)}
    ${others > 0 ? html`<li class="faint">and ${number(others)} more</li>` : count === undefined ? html`<li class="faint">and others</li>` : nothing}</ul>`;
}
