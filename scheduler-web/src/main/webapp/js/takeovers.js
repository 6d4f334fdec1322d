/** Changes of leader, and how long nobody led. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { duration, number, secondsBetween } from './format.js';
import { href } from './router.js';
import { orFailure } from './statistics.js';
import { text, time } from './ui.js';

const MOST = 5;
const HOLDERS = 10;

const latestFirst = (name) => (one, other) => Date.parse(other[name]) - Date.parse(one[name]);

/**
 * The latest changes of leader since a time in milliseconds, and how many more there are: `{ shown, more }`. A history is read again
 * when the epoch of its lease has changed; one that cannot be read is left out.
 */
export async function takeoversSince(ctx, leases, since) {
  const kept = (ctx.local.holders ??= {});
  const recent = leases.filter(({ acquiredAt, epoch }) => Date.parse(acquiredAt) > since && epoch > 1).sort(latestFirst('acquiredAt'));
  const read = recent.slice(0, MOST);
  await Promise.all(read.map(async ({ partition, epoch }) => {
    if (kept[partition]?.epoch === epoch) return;
    const { holders } = await orFailure(ctx.get(`leases/${encodeURIComponent(partition)}/history`, { limit: HOLDERS }));
    if (holders) kept[partition] = { epoch, holders };
  }));
  const changes = read.flatMap(({ partition }) => takeovers(partition, kept[partition]?.holders ?? []))
    .filter(({ at }) => Date.parse(at) > since)
    .sort(latestFirst('at'));
  const shown = changes.slice(0, MOST);
  // Each of the other leases has changed at least once
  return { shown, more: changes.length - shown.length + recent.length - read.length };
}

/** The changes among the holders of a lease, the latest first, with the gap in seconds. */
export function takeovers(partition, holders) {
  return holders.slice(0, -1).map(({ holder, acquiredAt, reason }, index) => {
    const former = holders[index + 1];
    return { partition, from: former.holder, to: holder, at: acquiredAt, reason, gap: secondsBetween(former.endedAt, acquiredAt) };
  });
}

export function takeoverList({ shown, more }) {
  return html`<ul class="list">${shown.map(({ partition, from, to, at, reason, gap }) => html`<li>
    <div>${time(at)}: <strong>${text(to, 60)}</strong> ${from === to ? 'leads again' : html`took over from <strong>${text(from, 60)}</strong>`}
      <span class="faint">(${text(reason, 200)})</span>${gap > 0 ? html`. Nobody led for at most ${duration(gap)}.` : nothing}</div>
    <a href=${href(['cluster'], { partition })}>${text(partition, 60)}</a></li>`)}${more > 0 ? html`<li><a href=${href(['cluster'])}>and ${number(more)} more</a></li>` : nothing}</ul>`;
}
