/** Changes of leader, and how long nobody led. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { duration, secondsBetween } from './format.js';
import { href } from './router.js';
import { orFailure } from './statistics.js';
import { text, time } from './ui.js';

const MOST_PARTITIONS = 5;
const MOST_SHOWN = 5;
const HOLDERS = 10;

/**
 * Changes of leader since a time in milliseconds, the latest first. A history is read again when the epoch of its lease has changed;
 * one that cannot be read is left out.
 */
export async function takeoversSince(ctx, leases, since) {
  const kept = (ctx.local.holders ??= {});
  const recent = leases.filter(({ acquiredAt }) => Date.parse(acquiredAt) > since).slice(0, MOST_PARTITIONS);
  await Promise.all(recent.map(async ({ partition, epoch }) => {
    if (kept[partition]?.epoch === epoch) return;
    const { holders } = await orFailure(ctx.get(`leases/${encodeURIComponent(partition)}/history`, { limit: HOLDERS }));
    if (holders) kept[partition] = { epoch, holders };
  }));
  return recent.flatMap(({ partition }) => takeovers(partition, kept[partition]?.holders ?? []))
    .filter(({ at }) => Date.parse(at) > since)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, MOST_SHOWN);
}

/** The changes among the holders of a lease, the latest holder first: `{ partition, from, to, at, reason, gap }`, the gap in seconds. */
export function takeovers(partition, holders) {
  return holders.slice(0, -1).map(({ holder, acquiredAt, reason }, index) => {
    const former = holders[index + 1];
    return { partition, from: former.holder, to: holder, at: acquiredAt, reason, gap: secondsBetween(former.endedAt, acquiredAt) };
  });
}

export function takeoverList(changes) {
  return html`<ul class="list">${changes.map(({ partition, from, to, at, reason, gap }) => html`<li>
    <div>${time(at)}: <strong>${text(to, 60)}</strong> ${from === to ? 'leads again' : html`took over from <strong>${text(from, 60)}</strong>`}
      <span class="faint">(${text(reason, 200)})</span>${gap > 0 ? html`. Nobody led for at most ${duration(gap)}.` : nothing}</div>
    <a href=${href(['cluster'], { partition })}>${text(partition, 60)}</a></li>`)}</ul>`;
}
