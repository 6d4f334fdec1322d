/** Parts that several pages use. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { asCurl, url } from './api.js';
import { ask, notify } from './dialogs.js';
import { absolute, failureText, isShown, number, offset, relative, visible, when } from './format.js';
import { parse } from './json.js';
import { href, setQuery } from './router.js';
import { timeFilter } from './times.js';

export { visible };

export function time(instant, { exact = false, millis = false } = {}) {
  if (!instant) return html`<span class="faint">–</span>`;
  const shown = exact ? absolute(instant, { millis }) : when(instant);
  const hover = `${absolute(instant, { millis: true })} (${offset(instant)})${exact ? `, ${relative(instant)}` : ''}`;
  return html`<time datetime=${instant} title=${hover}>${shown}</time>`;
}

export function timeIn(instant, timeZone) {
  if (!instant || isShown(timeZone)) return nothing;
  try {
    return html` <span class="faint">${absolute(instant, { timeZone })} ${timeZone}</span>`;
  } catch {
    return nothing; // This browser does not know the zone
  }
}

const TONES = {
  good: ['FINISHED', 'open', 'held-lease', 'finished', 'active', 'live', 'committed', 'on-time', 'leads'],
  busy: ['SUBMITTED', 'DISPATCHED', 'RUNNING', 'waiting', 'running', 'due', 'CANCEL_REQUESTED'],
  warn: ['retrying', 'held', 'paused', 'resting', 'closed', 'stopped', 'expired', 'undecided', 'locked', 'late', 'not-run'],
  bad: ['ERROR', 'EXHAUSTED', 'LOST', 'no-leader', 'failed', 'gone', 'quarantined'],
};

export function badge(state, tone = toneOf(state)) {
  return state ? html`<span class="badge ${tone}">${state}</span>` : html`<span class="faint">–</span>`;
}

function toneOf(state) {
  return Object.keys(TONES).find((tone) => TONES[tone].includes(state)) || 'plain';
}

/** Text of users, which may be long or hostile: cut, isolated, shown in full on hover. */
export function text(value, limit = 60) {
  if (value === undefined || value === null || value === '') return html`<span class="faint">–</span>`;
  const shown = visible(String(value));
  const cut = shown.length > limit ? shown.slice(0, limit) + '…' : shown;
  return html`<bdi title=${shown.length > limit ? shown.slice(0, 2000) : nothing}>${cut}</bdi>`;
}

export function name(value, address) {
  const shown = visible(String(value));
  return address ? html`<a class="name" title=${shown} href=${address}><bdi>${shown}</bdi></a>` : html`<bdi class="name" title=${shown}>${shown}</bdi>`;
}

export function longText(value, limit = 200) {
  const all = String(value ?? '');
  if (all.length <= limit) return text(value, limit);
  return html`<details><summary>${text(all, limit)} <span class="faint nowrap">${number(all.length)} characters</span></summary>${block(all)}</details>`;
}

export function block(value) {
  return html`<pre class="block" tabindex="0"><bdi>${visible(String(value))}</bdi></pre>`;
}

export function payload({ body, bodyBase64, contentType }) {
  if (bodyBase64 !== undefined) return html`${block(bodyBase64)}<p class="hint">Bytes, shown in base64.</p>`;
  if (body === undefined) return html`<p class="hint">No payload, or your role may not read it.</p>`;
  if (body === '') return html`<p class="hint">The payload is empty.</p>`;
  return block(contentType === 'application/json' ? indented(body) : body);
}

function indented(body) {
  try {
    return JSON.stringify(parse(body), null, 2);
  } catch {
    return body;
  }
}

/** What a worker gets beside the payload, with a heading; nothing if that is nothing. */
export function properties(values) {
  const names = Object.keys(values || {});
  return names.length === 0 ? nothing : html`<h3>Properties</h3>${facts(names.map((name) => [visible(name), longText(values[name])]))}`;
}

export const schemaFact = ({ inputSchema }) => ['Schema of payloads', inputSchema === undefined ? 'none' : block(JSON.stringify(inputSchema, null, 2))];

export function facts(entries) {
  return html`<dl class="facts">${entries
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([term, value, whole]) => html`<div class=${whole ? 'whole' : ''}><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export function changes(ctx, { queue, jobId }) {
  return ctx.may('operator') ? html`<a href=${href(['audit'], { subject: `${queue}/${jobId}` })}>In the audit</a>` : undefined;
}

export function section(title, content, { aside = nothing, wide = false, two = false } = {}) {
  return html`<section class="card ${wide ? 'wide' : two ? 'two' : ''}"><header><h2>${title}</h2>${aside}</header>${content}</section>`;
}

export function figure(label, value, { to, tone = '', note = nothing } = {}) {
  const content = html`<span class="label">${label}</span><span class="value">${value}</span><span class="note">${note}</span>`;
  return to ? html`<a class="figure ${tone}" href=${to}>${content}</a>` : html`<div class="figure ${tone}">${content}</div>`;
}

/** The total may not be known yet. */
export function progressBar(reached, total, label) {
  return html`${total === undefined ? html`<progress aria-label="Progress"></progress>` : html`<progress aria-label="Progress" max=${Math.max(total, 1)} .value=${Math.min(reached, total)}></progress>`}<span class="nowrap">${label}</span>`;
}

export function empty(message, command) {
  const text = Array.isArray(command) ? asCurl(command[0], url(command[1]), command[2]) : command;
  return html`<div class="empty"><p>${message}</p>${text ? html`<pre tabindex="0">${text}</pre>` : nothing}</div>`;
}

/**
 * A table. Columns: `{ title, cell(row), number, sort }`; `sort` lists the orders by it that an index has, such as `['due', '-due']`.
 * Options: `key(row)`, `link(row)` opens on Enter, `selection` (a Set of keys) with `ctx` adds check boxes; `order` is
 * the present order of the rows, without which no column can be sorted; `below(row)` is a whole line below the row, or nothing.
 */
export function table(columns, rows, { key, link, selection, ctx, caption, order, below } = {}) {
  const line = (row) => {
    const content = below?.(row) ?? nothing;
    return content === nothing ? nothing : html`<tr class="line"><td colspan=${columns.length + (selection ? 1 : 0)}>${content}</td></tr>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption || 'Table'}><table class="rows">
    ${caption ? html`<caption class="hidden">${caption}</caption>` : nothing}
    <thead><tr>${selection ? html`<th class="check">${selectAll(rows, key, selection, ctx)}</th>` : nothing}
      ${columns.map((column) => heading(ctx, column, order))}</tr></thead>
    <tbody>${repeat(rows, key || ((row, index) => index), (row) => html`
      <tr tabindex="-1" data-href=${link ? link(row) : nothing} aria-selected=${selection ? String(selection.has(key(row))) : nothing}>
        ${selection ? html`<td class="check">${selectRow(row, key, selection, ctx)}</td>` : nothing}
        ${columns.map((column) => html`<td class="${column.number ? 'number' : ''} ${column.says && !column.says(row) ? 'none' : ''}" data-label=${column.title}>${column.cell(row)}</td>`)}
      </tr>${line(row)}`)}</tbody></table></div>`;
}

/**
 * The columns that tell rows apart, and in one line what all rows have in common, by `says(row)` of columns, the text of a cell.
 */
export function varying(columns, rows) {
  const common = columns.filter(({ says }) => says && rows.every((row) => says(row) === says(rows[0])));
  const shown = common.filter(({ says }) => rows.length > 0 && says(rows[0]));
  return {
    columns: columns.filter((column) => !common.includes(column)),
    common: shown.length > 0 ? html`<p class="hint">All: ${shown.map(({ title, says }, index) => html`${index > 0 ? ', ' : nothing}${title.toLowerCase()} ${text(says(rows[0]), 80)}`)}</p>` : nothing,
  };
}

function heading(ctx, { title, number: right, sort = [] }, order) {
  const sorted = sort.includes(order);
  const other = sort.find((each) => each !== order);
  const down = order?.startsWith('-');
  const content = order && sort.length > 0 ? html`<a class="sort" href=${href(ctx.segments, { ...ctx.query, cursor: undefined, sort: other })}
    title=${other ? `Sort by ${title.toLowerCase()}` : 'Back to the usual order'}>${title}${sorted ? html`<span aria-hidden="true"> ${down ? '↓' : '↑'}</span>` : nothing}</a>` : title;
  return html`<th scope="col" class=${right ? 'number' : ''} aria-sort=${sorted ? (down ? 'descending' : 'ascending') : nothing}>${content}</th>`;
}

function selectRow(row, key, selection, ctx) {
  const id = key(row);
  return html`<input type="checkbox" aria-label="Select" .checked=${selection.has(id)} @change=${(event) => {
    if (event.target.checked) selection.add(id);
    else selection.delete(id);
    ctx.update();
  }}>`;
}

function selectAll(rows, key, selection, ctx) {
  const all = rows.length > 0 && rows.every((row) => selection.has(key(row)));
  return html`<input type="checkbox" aria-label="Select all rows of this page" .checked=${all} @change=${(event) => {
    for (const row of rows) {
      if (event.target.checked) selection.add(key(row));
      else selection.delete(key(row));
    }
    ctx.update();
  }}>`;
}

export function pager(ctx, { next, shown, count, more }) {
  const first = ctx.query.cursor;
  if (shown === 0 && !first && !next) return nothing;
  return html`<nav class="pager" aria-label="Pages of the list">
    <span>${number(shown)} shown${count === undefined ? nothing : html` of ${number(count)}${more ? '+' : ''}`}</span>
    ${first ? html`<a href=${href(ctx.segments, { ...ctx.query, cursor: undefined })}>First page</a>` : nothing}
    ${next ? html`<a data-more href=${href(ctx.segments, { ...ctx.query, cursor: next })}>Next page</a>` : nothing}
  </nav>`;
}

/**
 * Filters that are kept in the address. Fields: `{ name, label, type: 'text'|'select'|'time', options, placeholder }`;
 * options are values or `[value, label]`. `rare` ones are hidden until one of them is set, or somebody asks for them.
 */
export function filters(ctx, fields) {
  const set = fields.filter(({ name }) => ctx.query[name]);
  const labelled = (shown) => shown.map((field) => html`<label><span>${field.label}</span>${control(ctx, field)}</label>`);
  const rare = fields.filter((field) => field.rare);
  // In a small window, the filters are a sheet that a button opens
  const open = (shown) => () => {
    ctx.local.filtersOpen = shown;
    ctx.update();
    document.querySelector(shown ? 'main .filters :is(input, select)' : 'main button.narrow').focus();
  };
  return html`<button type="button" class="narrow" aria-expanded=${String(Boolean(ctx.local.filtersOpen))} @click=${open(true)}>Filters${set.length > 0 ? ` (${set.length})` : ''} …</button>
  <form class="filters ${ctx.local.filtersOpen ? 'open' : ''}" role="search" aria-label="Filters" @keydown=${({ key }) => key === 'Escape' && ctx.local.filtersOpen && open(false)()} @submit=${(event) => event.preventDefault()}>
    ${labelled(fields.filter((field) => !field.rare))}
    ${rare.length === 0 ? nothing : html`<details class="more" ?open=${rare.some((field) => set.includes(field))}><summary>More filters</summary><div>${labelled(rare)}</div></details>`}
    ${set.length > 0 ? html`<button type="button" class="quiet" @click=${() => setQuery(Object.fromEntries(fields.map(({ name }) => [name, undefined])))}>Clear</button>` : nothing}
    <button type="button" class="narrow primary" @click=${open(false)}>Show the list</button>
  </form>`;
}

function control(ctx, { name, type = 'text', options, placeholder, times, drops = [], read = (value) => value }) {
  const value = ctx.query[name] || '';
  const change = (event) => setQuery({ [name]: read(event.target.value.trim()) || undefined });
  if (type === 'select') {
    return html`<select .value=${value} @change=${change}><option value="">any</option>${(options ?? []).map((option) => {
      const [key, label] = Array.isArray(option) ? option : [option, option];
      return html`<option value=${key} ?selected=${key === value}>${visible(label)}</option>`;
    })}</select>`;
  }
  if (type === 'time') return timeFilter(value, (instant) => setQuery({ ...Object.fromEntries(drops.map((each) => [each, undefined])), [name]: instant }), times);
  return html`<input type=${type} step="1" .value=${value} placeholder=${placeholder || nothing} autocomplete="off" spellcheck="false" @change=${change}>`;
}

/**
 * A button that sends a request. Whoever lacks the role does not see it; `why` says why it cannot be used now.
 * Action: `{ label, role, method, path, body, ifMatch, why, danger, confirm: { title, text, samples, label, keep }, done, after }`.
 */
export function action(ctx, act) {
  if (!ctx.may(act.role || 'operator')) return nothing;
  const sending = ctx.local.sending?.has(requestOf(act));
  // Until the page has been read again, another action would meet a change of one's own
  const busy = ctx.local.sending?.size > 0;
  return button(html`${act.label}${sending ? ' …' : nothing}`, () => perform(ctx, act), { ...act, busy });
}

export function button(label, click, { why, busy, kind = '', danger, primary, name } = {}) {
  return html`<button type="button" class="${kind} ${danger ? 'danger' : primary ? 'primary' : ''}" ?disabled=${busy} aria-label=${name || nothing}
    aria-disabled=${why ? 'true' : nothing} aria-description=${why || nothing} title=${why || nothing}
    @click=${() => (why ? notify(why) : click())}>${label}</button>`;
}

/** Why the user cannot register and cancel jobs of a queue, and run them again; empty if that is allowed. */
export function lacksGrant({ session: { grants = [] } }, queue) {
  return grants.includes('*') || grants.includes(queue) ? '' : `You have no grant for ${queue}: an administrator can add it`;
}

export function scheduleMark({ queue, jobId }) {
  return html`<a class="badge" href=${href(['schedules', queue, jobId])} title="The next run of this schedule">schedule</a>`;
}

const requestOf = ({ method = 'POST', path }) => `${method} ${path}`;

export async function perform(ctx, act) {
  if (act.confirm || act.danger) {
    const confirm = act.confirm || {};
    const yes = await ask({
      title: confirm.title || `${act.label}?`,
      text: confirm.text,
      samples: confirm.samples,
      label: confirm.label || act.label,
      keep: confirm.keep,
      danger: act.danger,
      curl: act.path ? asCurl(act.method || 'POST', url(act.path), act.body, act) : undefined,
    });
    if (!yes) return false;
  }
  const { method = 'POST', path, body, ifMatch, idempotencyKey } = act;
  const sending = (ctx.local.sending ??= new Set());
  sending.add(requestOf(act));
  ctx.update();
  try {
    const answer = await ctx.send(method, path, body, { ifMatch, idempotencyKey });
    notify(act.done || `${act.label}: done`, 'good');
    const page = location.hash;
    if (act.after) act.after(answer);
    // Another page begins only with the next event; of the one that is left, the subject may be gone
    if (location.hash === page) await ctx.reload();
    return true;
  } catch (failure) {
    notify(failure, 'bad');
    if (failure.status === 412) await ctx.reload();
    return false;
  } finally {
    sending.delete(requestOf(act));
    ctx.update();
  }
}

export function codeLink(code) {
  return html`<a href="docs/index.html?q=${encodeURIComponent(code)}" target="_blank" rel="noopener" title="What it means, and what to do">${code}</a>`;
}

export function problem(failure) {
  return html`<div class="problem" role="alert"><strong>${failure.code ? html`${codeLink(failure.code)} ` : nothing}</strong>${failureText(failure)}</div>`;
}

export function openRow(row) {
  if (row?.dataset.href) location.hash = row.dataset.href;
}
