/** Actions on the selected rows of a list, and on all rows that match its filters. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { send } from './api.js';
import { ask, notify } from './dialogs.js';
import { cappedNumber } from './format.js';
import { href } from './router.js';

/**
 * Buttons for the selected rows. An action is sent to `path(row)` with `method`, or as POST to `path(row)/operation`.
 */
export function actOnSelected(ctx, { actions, rows, key, path }) {
  const selection = ctx.local.selection;
  const chosen = rows.filter((row) => selection?.has(key(row)));
  const { acting } = ctx.local;
  if (acting) return html`<span role="status">${acting.label}: ${acting.done} of ${acting.all} …</span>`;
  if (chosen.length === 0) return html`<span class="hint">Select rows to act on them.</span>`;
  return html`<span>${chosen.length} selected:</span>${actions.map((act) => html`
    <button type="button" class=${act.danger ? 'danger' : ''} @click=${() => run(ctx, act, chosen, key, path)}>${act.label}</button>`)}`;
}

async function run(ctx, act, rows, key, path) {
  const yes = await ask({ title: `${act.label}: ${rows.length} selected?`, samples: rows.map(key), label: act.label, danger: act.danger });
  if (!yes) return;
  const { selection } = ctx.local;
  let failures = 0;
  const acting = (ctx.local.acting = { label: act.label, done: 0, all: rows.length });
  for (const row of rows) {
    ctx.update();
    try {
      await (act.method ? send(act.method, path(row)) : send('POST', `${path(row)}/${act.operation}`));
      selection.delete(key(row));
    } catch (failure) {
      failures += 1;
      notify(Object.assign(new Error(`${key(row)}: ${failure.message}`), { code: failure.code }), 'bad');
      if (failure.unavailable) break;
    }
    acting.done += 1;
  }
  ctx.local.acting = undefined;
  if (failures === 0) notify(`${act.label}: ${rows.length} done`, 'good');
  ctx.reload();
}

/** Buttons for all that match: a dry run tells the number first, then a batch operation does it. */
export function actOnMatching(ctx, { actions, filter, samples }) {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
  if (Object.keys(given).length === 0) return nothing;
  return html`<details class="menu"><summary>All that match …</summary><div class="panel">${actions.map((act) => html`
    <button type="button" class=${act.danger ? 'danger' : ''} @click=${() => start(act, given, samples)}>${act.label}</button>`)}</div></details>`;
}

async function start(act, filter, samples) {
  const body = { operation: act.operation, ...filter };
  try {
    const { data } = await send('POST', 'batch-operations', { ...body, dryRun: true });
    if (data.counted === 0) {
      notify('Nothing matches.');
      return;
    }
    const yes = await ask({
      title: `${act.label}: ${cappedNumber(data.counted, data.more)} that match?`,
      text: 'The leader does it as a batch operation, which you can watch and stop.',
      samples,
      label: act.label,
      danger: act.danger,
    });
    if (!yes) return;
    const { data: begun } = await send('POST', 'batch-operations', body, { idempotencyKey: crypto.randomUUID?.() || `${Date.now()}-${Math.random()}` });
    location.hash = href(['batches', String(begun.id)]);
  } catch (failure) {
    notify(failure, 'bad');
  }
}
