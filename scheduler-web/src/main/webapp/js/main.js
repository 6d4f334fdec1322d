/** The frame of the console: login, navigation, and the life of a page. */

import { render } from '../vendor/lit-html/lit-html.js';
import { asCurl, get, getTagged, loginNeeded, pageOf, send, setUser, url } from './api.js';
import { countAgain, note } from './counts.js';
import { closeDialogs, mayLeave, notify, open, shown, unsent } from './dialogs.js';
import { setZone, zone } from './format.js';
import { help, listen } from './keyboard.js';
import { loginForm, loginProvider } from './login.js';
import { pages } from './navigation.js';
import { frame } from './frame.js';
import { current, leave, onNavigation, placeOn, returnTo, setQuery } from './router.js';
import { Refresh } from './refresh.js';

/** How often a hidden page reads whose title tells what needs a person. */
const HIDDEN_MILLIS = 30_000;

const root = document.getElementById('root');

const state = { session: undefined, page: undefined, ctx: undefined, data: undefined, failure: undefined, expired: false };
const refresh = new Refresh(load);

function may(role) {
  return state.session?.roles?.includes(role) ?? false;
}

/** What a page gets: its address, the user, requests, and a place for what it remembers while it is open. */
function context(address, abort) {
  const ctx = {
    ...address,
    local: {},
    session: state.session,
    may,
    setQuery,
    requests: [],
    reading: [],
    known: new Map(),
    update: () => state.ctx === ctx && draw(),
    reload: () => state.ctx === ctx && reload(),
    get: async (path, query, options) => {
      const { data, tag } = await ctx.getTagged(path, query, options);
      if (path === 'overview') note(data);
      if (data && typeof data === 'object' && tag && !data.tag) Object.defineProperty(data, 'tag', { value: tag });
      return data;
    },
    getTagged: (path, query, options) => {
      ctx.reading.push(url(path, query));
      return getTagged(path, query, { signal: abort.signal, known: ctx.known, ...options });
    },
    send,
    abort,
  };
  return ctx;
}

/** Shows the page of the address. Rows of other filters, and what was selected of them, are gone at once. */
async function navigate(known) {
  if (state.ctx) leave(state.at, state.ctx.local.selection);
  state.at = history.state?.at;
  const place = known && placeOn(state.at);
  closeDialogs();
  const before = document.activeElement;
  const focused = focusMark(before);
  state.ctx?.abort.abort();
  const address = current();
  const entry = pages.find(({ path }) => path === (address.segments[0] || '')) || pages.find(({ path }) => path === 'not-found');
  const previous = state.ctx;
  const ctx = context(address, new AbortController());
  const same = previous && previous.segments.join('/') === address.segments.join('/');
  if (same) ctx.local = Object.assign(previous.local, { selection: undefined, edit: undefined });
  else state.page = undefined;
  Object.assign(state, { ctx, entry, data: undefined, failure: undefined, pending: undefined });
  draw();
  scrollTo(0, 0);
  readAsOftenAs(state.page);
  await refresh.now();
  if (state.ctx !== ctx) return;
  if (place && comeBack(place)) return;
  // Who has begun to type meanwhile goes on
  if (![before, document.body].includes(document.activeElement)) return;
  if (!same || (document.querySelector('main [data-next]') && before?.localName !== 'select')) focusBeginning();
  else if (document.activeElement === document.body) focusAgain(focused);
}

function readAsOftenAs(page) {
  refresh.every(page?.refresh ?? 2_000, page?.alarms ? HIDDEN_MILLIS : 0);
}

/** For pages that are visited only when the node is down. */
function preload() {
  if (state.preloaded) return;
  state.preloaded = true;
  (globalThis.requestIdleCallback ?? setTimeout)(() => {
    for (const { load: script, role } of pages) if (may(role)) script().catch(() => {});
    import('./palette.js').catch(() => {});
  });
}

/** Selects again what is still there. Returns whether the user is at the row that was left. */
function comeBack(place) {
  const keys = (state.data && state.page.keys?.(state.data)) ?? [];
  state.ctx.local.selection = new Set(place.selection.filter((key) => keys.includes(key)));
  draw();
  return returnTo(place);
}

/** What an element is for its user, also when it is drawn anew. */
const focusMark = (element) => `${element?.localName} ${element?.getAttribute('aria-label') || element?.textContent.replace(/\W/g, '')}`;

/** The link or button that was used, or the heading. */
function focusAgain(mark) {
  const again = [...document.querySelectorAll('main a, main button')].find((element) => focusMark(element) === mark);
  if (again) again.focus({ preventScroll: true });
  else focusBeginning();
}

/** The heading, or what the user most likely wants next. */
function focusBeginning() {
  const target = document.querySelector('main [data-next]') || document.querySelector('main h1');
  if (!target || document.querySelector('dialog[open]')) return;
  target.focus({ preventScroll: true });
  if ('next' in target.dataset) target.scrollIntoView({ block: 'center' });
}

/** Reads the script of the page, if need be, and its data. Keeps what is shown if that fails. */
async function load() {
  const { ctx, entry } = state;
  if (!ctx || !state.session || !may(entry.role)) return;
  const run = (state.run = {});
  const isOver = () => state.ctx !== ctx || state.run !== run;
  const requests = (ctx.reading = []);
  try {
    if (!state.page) {
      const page = await pageOf(entry);
      if (isOver()) return;
      state.page = page;
      readAsOftenAs(page);
    }
    const { page } = state;
    const data = await page.load(ctx);
    if (isOver()) return;
    ctx.requests = requests;
    if (!state.acted && mustWait(page, data)) state.pending = data;
    else Object.assign(state, { data, pending: undefined, acted: false });
    state.failure = undefined;
    refresh.succeeded();
    countAgain(draw);
    preload();
  } catch (failure) {
    if (failure.name === 'AbortError' || isOver()) return;
    if (!(failure.status >= 0)) console.error(failure);
    // Parts that failed with the page are read again with it
    ctx.local.kept = undefined;
    state.failure = failure;
    refresh.failed(failure);
  }
  draw();
}

/** Shows what the user's own action has changed, also under the pointer, and in what is read less often. */
function reload() {
  state.acted = true;
  Object.assign(state.ctx.local, { kept: undefined, counted: undefined });
  return refresh.now();
}

/** Rows must not move under the pointer, the focus or a selection. */
function mustWait(page, data) {
  if (!page.keys || state.data === undefined) return false;
  const before = page.keys(state.data).join('\n');
  const after = page.keys(data).join('\n');
  return before !== after && (state.ctx.local.selection?.size > 0 || document.querySelector('tbody:hover, tbody :focus') !== null);
}

function showPending() {
  Object.assign(state, { data: state.pending, pending: undefined });
  draw();
}

function draw() {
  if (state.session === undefined) return;
  // What the file shows until the node says who has logged in
  if (root.querySelector(':scope > [data-first]')) root.replaceChildren();
  if (state.session === null) {
    render(loginForm({ onLogin: begin, provider: state.provider }), root);
    return;
  }
  try {
    document.title = `${alarms()}${state.page?.title(state.ctx) || state.entry?.label || 'Console'} · Good Timing`;
    render(frame(state, shell), root);
  } catch (failure) {
    if (state.data === undefined) throw failure;
    console.error(failure);
    Object.assign(state, { data: undefined, failure });
    render(frame(state, shell), root);
  }
}

/** What needs a person, where the page knows it: seen in a tab behind others, too. */
function alarms() {
  const count = state.data && state.page?.alarms?.(state.ctx, state.data);
  return count > 0 ? `(${count}) ` : '';
}

function curl() {
  shown('The requests of this page', asCurl('GET', state.ctx.requests.length > 0 ? state.ctx.requests : state.ctx.reading));
}

function toggleZone() {
  setZone(zone() === 'UTC' ? 'local' : 'UTC');
  draw();
}

const THEMES = ['system', 'light', 'dark'];

function toggleTheme() {
  const next = THEMES[(THEMES.indexOf(localStorage.getItem('theme') || 'system') + 1) % THEMES.length];
  localStorage.setItem('theme', next);
  applyTheme();
  draw();
}

function applyTheme() {
  document.documentElement.dataset.theme = localStorage.getItem('theme') || 'system';
}

async function palette() {
  if (!state.session || document.querySelector('dialog[open]')) return;
  try {
    const { openPalette } = await import('./palette.js');
    await openPalette({ shell, list: state.entry.path, commands: commands() });
  } catch (failure) {
    notify(failure, 'bad');
  }
}

const commands = () => [
  ...(state.session.grants?.length > 0 ? [{ label: 'New job', act: async () => (await import('./job-new.js')).newJob(state.ctx) }] : []),
  { label: refresh.paused ? 'Resume the refresh' : 'Pause the refresh', act: () => refresh.pause(!refresh.paused) },
  { label: 'Read the page again', act: () => refresh.now() },
  { label: 'Copy the reads of this page as curl', act: curl },
  { label: `Times in ${zone() === 'UTC' ? 'the zone of the browser' : 'UTC'}`, act: toggleZone },
  { label: 'Next theme', act: toggleTheme },
  { label: 'Keys', act: help },
  { label: 'Log out', act: logout },
];

const shell = { refresh, may, logout, showPending, curl, toggleZone, toggleTheme, palette, update: draw };

async function logout() {
  if (unsent() && !(await mayLeave())) return;
  let ended;
  try {
    ended = (await send('DELETE', 'session')).data;
  } catch (failure) {
    notify(failure, 'bad');
    return;
  }
  refresh.stop();
  if (ended?.logoutUrl) {
    location.assign(ended.logoutUrl);
    return;
  }
  showLogin();
}

async function showLogin() {
  Object.assign(state, { session: null, data: undefined, page: undefined });
  draw();
  state.provider = await loginProvider();
  draw();
}

/** After a login: first, or in the middle of an edit, which stays as it is. */
async function begin(session) {
  const first = !state.session;
  setUser(session.name);
  Object.assign(state, { session, expired: false });
  if (first) await navigate();
  else {
    state.ctx.session = session;
    draw();
    await refresh.now();
  }
}

/** Above whatever form is open. */
async function relogin() {
  state.provider = await loginProvider();
  while (state.expired) {
    await open((close) => loginForm({
      name: state.session.name,
      provider: state.provider,
      onLogin: (session) => {
        close();
        return begin(session);
      },
    }));
  }
}

loginNeeded.addEventListener('login', () => {
  if (!state.session || state.expired) return;
  state.expired = true;
  refresh.stop();
  draw();
  relogin();
});

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
onNavigation({ unsent, mayLeave, show: (known) => state.session && navigate(known) });
addEventListener('beforeunload', (event) => unsent() && event.preventDefault());
setInterval(() => document.hidden || draw(), 1_000);
listen({ palette });
applyTheme();

try {
  await begin(await get('session', undefined, { quiet: true }));
} catch (failure) {
  showLogin();
  if (failure.status !== 401) notify(failure, 'bad');
}
