/** What stands around every page: navigation, search, state of the refresh, and the page's failures. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { countOf } from './counts.js';
import { duration, failureText, zoneName } from './format.js';
import { groups, pages } from './navigation.js';
import { neighbours } from './neighbours.js';
import { href } from './router.js';
import { searchBox } from './search-box.js';
import { problem } from './ui.js';
import { viewLinks } from './views.js';

const STALE_SECONDS = 15;

export function frame(state, shell) {
  return html`<a class="skip" href="#main" @click=${skip}>Skip to the content</a>
    <header class="top">
      <a class="brand" href="#/" aria-label="Good Timing, overview"><img src="img/favicon.svg" alt="" width="22" height="22"><span>Good Timing</span></a>
      ${searchBox(state, shell)}
      ${shell.may(state.entry.role) ? freshness(state, shell) : nothing}
      <details class="menu" name="user"><summary>${state.session.name}</summary><div class="panel">
        <p class="hint">${state.session.role || state.session.roles?.at(-1) || 'no role'}${state.session.grants?.length ? html`, may register in ${state.session.grants.join(', ')}` : nothing}</p>
        <button type="button" @click=${shell.palette}>Commands … (Ctrl-K)</button>
        <button type="button" @click=${shell.toggleTheme}>Theme: ${localStorage.getItem('theme') || 'system'}</button>
        <button type="button" @click=${shell.toggleZone}>Times: ${zoneName()}</button>
        <button type="button" @click=${shell.curl}>Copy as curl</button>
        <a href="docs/index.html" target="_blank" rel="noopener">Documentation</a>
        <button type="button" @click=${shell.logout}>Log out</button>
      </div></details>
    </header>
    <nav class="side" aria-label="Pages" @click=${closeMenu}><details ?open=${wide()}><summary>Menu</summary>${groups.map(([group, label]) => menu(group, label, state, shell))}${viewLinks(state, shell.update)}</details></nav>
    <main id="main" aria-busy=${String(loading(state, shell))}>
      ${body(state, shell)}
    </main>`;
}

function loading({ data, failure, entry }, shell) {
  return data === undefined && !failure && shell.may(entry.role);
}

/** In a small window, the menu covers the page that was chosen. */
function closeMenu({ target, currentTarget }) {
  if (target.closest('a') && !wide()) currentTarget.querySelector('details').open = false;
}

const wide = () => matchMedia('(min-width: 60rem)').matches;

function skip(event) {
  event.preventDefault();
  document.querySelector('main h1')?.focus();
}

function menu(group, label, state, shell) {
  const shown = pages.filter((page) => page.group === group && shell.may(page.role));
  return html`<p class="group">${label}</p><ul>${shown.map(({ path, label: name }) => html`
    <li><a href=${href(path ? [path] : [])} aria-current=${state.entry?.path === path ? 'page' : nothing}>${name}</a>${count(path)}</li>`)}</ul>`;
}

function count(path) {
  const [shown, what, tone = ''] = countOf(path) ?? [];
  return shown ? html`<span class="count ${tone}" title="${shown} ${what}">${shown}<span class="hidden"> ${what}</span></span>` : nothing;
}

function freshness({ failure, page }, { refresh }) {
  const age = refresh.updatedAt ? (Date.now() - refresh.updatedAt) / 1000 : undefined;
  const stale = failure || age > STALE_SECONDS;
  const text = age === undefined ? (failure ? 'no data' : 'loading …') : refresh.paused ? `paused, updated ${duration(Math.max(1, Math.round(age)))} ago`
    : age < 1.5 ? 'live' : `updated ${duration(Math.round(age))} ago`;
  return html`<span class="freshness ${stale ? 'stale' : age === undefined ? 'unknown' : ''}"><span class="dot" aria-hidden="true"></span><span>${text}</span>
    ${page?.refresh === 0 ? html`<button type="button" class="quiet" @click=${() => refresh.now()}>Refresh</button>`
    : html`<button type="button" class="quiet" aria-label=${refresh.paused ? 'Resume the refresh' : 'Pause the refresh'} @click=${() => refresh.pause(!refresh.paused)}>${refresh.paused ? 'Resume' : 'Pause'}</button>`}</span>`;
}

function body(state, shell) {
  const { page, data, failure, ctx, entry } = state;
  const title = html`<h1 tabindex="-1">${page?.title(ctx) || entry?.label}</h1>`;
  if (!shell.may(entry.role)) {
    return html`${title}<div class="empty"><p>This page needs the role ${entry.role}. An administrator can give it to you.</p></div>`;
  }
  return html`${neighbours()}${title}
    ${failure && data !== undefined ? staleBanner(failure, shell) : nothing}
    ${state.pending ? html`<button type="button" class="pill" @click=${shell.showPending}>Rows have changed: show them</button>` : nothing}
    ${page?.head?.(ctx, data) ?? nothing}
    ${data !== undefined ? page.view(ctx, data) : failure ? refusal(failure, shell) : html`<p class="hint loading">Loading …</p>`}`;
}

function refusal(failure, { refresh }) {
  const text = failure.status === 404 && !failure.code ? 'The node is starting. The page goes on when it has started.'
    : failure.status === 404 ? 'It does not exist, or not any more.'
    : failure.status === 403 ? 'Your role does not allow this.'
    : failure.unavailable ? 'The node or its database does not answer. The page goes on when it is back. Each node has this console: another may answer.' : '';
  return html`<div class="empty">${problem(failure)}<p>${text}</p><button type="button" @click=${() => refresh.now()}>Try again</button></div>`;
}

function staleBanner(failure, { refresh }) {
  const age = refresh.updatedAt ? Math.round((Date.now() - refresh.updatedAt) / 1000) : undefined;
  return html`<div class="banner" role="status">What you see is ${age === undefined ? 'old' : `${duration(Math.max(1, age))} old`}: ${failure.code ? html`${failure.code} ` : nothing}${failureText(failure)} The page goes on by itself.${failure.status === 0 ? ' Each node has this console: another may answer.' : ''}
    <button type="button" class="quiet" @click=${() => refresh.now()}>Try now</button></div>`;
}
