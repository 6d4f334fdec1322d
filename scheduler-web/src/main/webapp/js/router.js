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

/** The address of a page, for links. Filters without a value are left out. */
export function href(segments, query = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, value);
  }
  const path = segments.map(encodeURIComponent).join('/');
  const filters = parameters.toString();
  return `#/${path}${filters ? '?' + filters : ''}`;
}

/** Changes filters of the current page; a new filter starts at the first page of its list. */
export function setQuery(changes, { replace = false } = {}) {
  const { segments, query } = current();
  const address = href(segments, { ...query, cursor: undefined, ...changes });
  if (replace) {
    history.replaceState(null, '', address);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = address;
  }
}
