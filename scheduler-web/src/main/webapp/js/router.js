/** Addresses of the console: the path and the filters of a page are in the part after #. */

/** The page of the address: its path as decoded segments, and its filters. */
export function current() {
  const hash = location.hash.replace(/^#\/?/, '');
  const mark = hash.indexOf('?');
  const path = mark < 0 ? hash : hash.slice(0, mark);
  return {
    segments: path.split('/').filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(mark < 0 ? '' : hash.slice(mark + 1))),
  };
}

function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function href(segments, query = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, value);
  }
  const path = segments.map(encodeURIComponent).join('/');
  const filters = parameters.toString();
  return `#/${path}${filters ? '?' + filters : ''}`;
}

/** A page that is a list, or what one of its rows leads to if the address has more than `parts`. `rows` of the data have keys. */
export function listOrOne(list, one, { parts = 1, rows, key }) {
  const shown = (ctx) => (ctx.segments.length > parts ? one : list);
  return {
    title: (ctx) => shown(ctx).title(ctx),
    load: (ctx) => shown(ctx).load(ctx),
    head: (ctx, data) => shown(ctx).head?.(ctx, data),
    view: (ctx, data) => shown(ctx).view(ctx, data),
    keys: (data) => data[rows]?.map(key) ?? [],
  };
}

/** Changes filters of the current page; a new filter starts at the first page of its list. */
export function setQuery(changes) {
  const { segments, query } = current();
  location.hash = href(segments, { ...query, cursor: undefined, ...changes });
}

/**
 * Calls `show` for each new address, with whether the user has been there. While `unsent()`, the window goes back to the address that it had, and to the new one only
 * if `mayLeave()` resolves to true. The entries of the history have numbers, so that this holds for links and for *Back* alike.
 */
export function onNavigation({ unsent, mayLeave, show }) {
  let at = history.state?.at ?? 0;
  let asking = false;
  let agreed = false;
  history.replaceState({ at }, '');
  history.scrollRestoration = 'manual'; // Rows are there only when they have been read
  addEventListener('hashchange', async () => {
    const known = history.state !== null;
    const to = history.state?.at ?? at + 1;
    history.replaceState({ at: to }, '');
    if (to === at) return; // The window is back where it was
    if (agreed || !unsent()) {
      agreed = false;
      at = to;
      show(known);
      return;
    }
    const steps = to - at;
    history.go(-steps);
    if (asking) return;
    asking = true;
    agreed = await mayLeave();
    asking = false;
    if (agreed) history.go(steps);
  });
}

/** Where the user was on the pages of the history, for *Back*. */
const places = new Map();

export function leave(entry, selection) {
  places.set(entry, { top: scrollY, selection: [...(selection ?? [])], row: document.activeElement?.closest('tr[data-href]')?.dataset.href });
}

export const placeOn = (entry) => places.get(entry);

export function returnTo({ top, row }) {
  scrollTo(0, top);
  const found = row && [...document.querySelectorAll('tr[data-href]')].find(({ dataset }) => dataset.href === row);
  found?.focus({ preventScroll: true });
  return Boolean(found);
}
