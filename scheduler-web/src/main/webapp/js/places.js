/** Where the user was on the pages of the history, so that *Back* finds the position, the selection and the opened row again. */

const places = new Map();

/** Keeps the place on the page that is left, by the number of its entry in the history. */
export function leave(entry, selection) {
  places.set(entry, { top: scrollY, selection: [...(selection ?? [])], row: document.activeElement?.closest('tr[data-href]')?.dataset.href });
}

/** The place on a page; undefined if the user has not been there. */
export const placeOn = (entry) => places.get(entry);

/** Returns to a place on the page that is drawn. Returns whether its row has the focus. */
export function returnTo({ top, row }) {
  scrollTo(0, top);
  const found = row && [...document.querySelectorAll('tr[data-href]')].find(({ dataset }) => dataset.href === row);
  found?.focus({ preventScroll: true });
  return Boolean(found);
}
