/** A request of the API's document, filled in and sent by its reader. */

import { asCurl, keyPath, url } from '../api.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { copyButton } from '../dialogs.js';
import { block, problem } from '../ui.js';

/** The path of the document as one of a request; ids that proxies could change are sent in base64url. */
export function requestPath(path, values = {}) {
  return path.slice(1).replace(/\{(\w+)\}/g, (placeholder, name) => (name in values ? keyPath('', '', values[name]).slice(2) : placeholder));
}

/** A form for a GET, and its latest answer. */
export function tryOut(ctx, operation) {
  if (!ctx.may(operation['x-role'])) return nothing;
  const id = operation.path;
  const fields = operation.parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  const tried = (ctx.local.tried ??= new Map()).get(id);
  return html`<h3>Try it</h3><form class="filters" @submit=${(event) => {
    event.preventDefault();
    send(ctx, operation, Object.fromEntries(new FormData(event.target)));
  }}>${fields.map(input)}<button type="submit" class="primary">GET</button></form>${tried ? answer(tried) : nothing}`;
}

function input({ name, in: place, schema = {} }) {
  const required = place === 'path';
  if (schema.enum && !required) {
    return html`<label><span>${name}</span><select name=${name}><option value="">any</option>${schema.enum.map((value) => html`<option>${value}</option>`)}</select></label>`;
  }
  return html`<label><span>${name}${required ? ', required' : ''}</span><input name=${name} ?required=${required} placeholder=${schema.default ?? schema.format ?? nothing} autocomplete="off" spellcheck="false"></label>`;
}

async function send(ctx, { path, parameters }, values) {
  const inPath = Object.fromEntries(parameters.filter(({ in: place }) => place === 'path').map(({ name }) => [name, values[name]]));
  const query = Object.fromEntries(Object.entries(values).filter(([name, value]) => value && !(name in inPath)));
  const target = requestPath(path, inPath);
  const began = performance.now();
  const result = { address: url(target, query) };
  try {
    Object.assign(result, await ctx.getTagged(target, query));
  } catch (failure) {
    if (failure.name === 'AbortError') return;
    Object.assign(result, { failure, status: failure.status });
  }
  ctx.local.tried.set(path, { ...result, millis: Math.round(performance.now() - began) });
  ctx.update();
}

function answer({ address, status, tag, data, failure, millis }) {
  return html`<p class="hint">${status} in ${millis} ms${tag ? html`, ETag <code>${tag}</code>` : nothing} · <code>GET ${address.pathname}${address.search}</code> ${copyButton('Copy as curl', asCurl('GET', address))}</p>
    ${failure ? problem(failure) : block(data === undefined ? 'no content' : typeof data === 'string' ? data : JSON.stringify(data, null, 2))}`;
}
