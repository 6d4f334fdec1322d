/** Links to frequent filters of a list, each with the number of its rows. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { isOver } from './api.js';
import { cappedNumber } from './format.js';
import { href } from './router.js';

const LEAST_MILLIS = 10_000;
const LEAST_PAUSE = 10;

/**
 * Counts what the links `[label, filter]` find in the list of the API, and again after ten seconds, or after ten times as long as that
 * took. The page does not wait for it: a link has no number until it is counted, or if that fails.
 */
export async function countFrequent(ctx, path, links) {
  const counted = (ctx.local.counted ??= {});
  const name = JSON.stringify(links);
  if (ctx.counting || Date.now() < counted[name]) return;
  ctx.counting = true;
  const begin = Date.now();
  if (await countEach(ctx, path, links)) counted[name] = Date.now() + Math.max(LEAST_MILLIS, LEAST_PAUSE * (Date.now() - begin));
  ctx.counting = false;
}

/** One after the other, so that slow counts leave connections to the page. Returns whether all were tried. */
async function countEach(ctx, path, links) {
  const counts = (ctx.local.counts ??= []);
  for (const [index, [, filter]] of links.entries()) {
    try {
      const { count, more } = await ctx.get(path, { ...filter, limit: 1, count: true });
      counts[index] = cappedNumber(count, more);
    } catch (failure) {
      if (isOver(failure)) return false;
      counts[index] = undefined;
    }
    ctx.update();
  }
  return true;
}

export function frequentLinks(ctx, links) {
  const { cursor, sort, ...query } = ctx.query;
  const address = href(ctx.segments, query);
  return html`<nav class="quick" aria-label="Frequent filters">${links.map(([label, filter], index) => {
    const target = href(ctx.segments, filter);
    const count = ctx.local.counts?.[index];
    return html`<a href=${target} aria-current=${target === address ? 'true' : nothing}>${label}${count ? html` <span class="count">${count}</span>` : nothing}</a>`;
  })}</nav>`;
}
