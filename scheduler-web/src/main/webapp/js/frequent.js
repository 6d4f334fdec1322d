/** Links to frequent filters of a list, each with the number of its rows. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { cappedNumber } from './format.js';
import { href } from './router.js';
import { keep } from './statistics.js';

const COUNTS_MAX_AGE = 10_000;

/** What the links `[label, filter]` find in the list of the API, counted every ten seconds. */
export function frequentCounts(ctx, path, links) {
  return keep(ctx, 'frequent', COUNTS_MAX_AGE, async () => {
    const answers = await Promise.all(links.map(([, filter]) => ctx.get(path, { ...filter, limit: 1, count: true })));
    return answers.map(({ count, more }) => cappedNumber(count, more));
  });
}

export function frequentLinks(ctx, links, counts) {
  const { cursor, sort, ...query } = ctx.query;
  const address = href(ctx.segments, query);
  return html`<nav class="quick" aria-label="Frequent filters">${links.map(([label, filter], index) => {
    const target = href(ctx.segments, filter);
    return html`<a href=${target} aria-current=${target === address ? 'true' : nothing}>${label} <span class="count">${counts[index]}</span></a>`;
  })}</nav>`;
}
