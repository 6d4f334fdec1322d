/** The document of the REST API, readable, with requests that can be tried. */

import { asCurl, url } from '../api.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { copyButton } from '../dialogs.js';
import { badge, empty, filters, section } from '../ui.js';
import { requestPath, tryOut } from './api-try.js';
import { schemaOf } from './api-schema.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const TONES = { get: 'good', post: 'busy', put: 'busy', patch: 'busy', delete: 'bad' };
const FIELDS = [{ name: 'find', label: 'Find', placeholder: 'quarantine' }];

async function load(ctx) {
  return (ctx.local.document ??= await ctx.get('openapi'));
}

function view(ctx, document) {
  const shown = operations(document).filter((each) => matches(each, ctx.query.find));
  return html`<p>${document.info?.description}</p>
    <p class="hint">Base path <code>${document.servers?.[0]?.url}</code>. This console uses nothing else. <a href=${url('openapi')} target="_blank" rel="noopener">The document as JSON</a></p>
    ${filters(ctx, FIELDS)}
    ${shown.length === 0 ? empty('No operation matches.') : groups(shown).map(([name, members]) => section(name, html`<div class="operations">${members.map((each) => operation(ctx, document, each))}</div>`))}`;
}

function operations(document) {
  return Object.entries(document.paths).flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => ({
    path, method, ...item[method], parameters: [...(item.parameters || []), ...(item[method].parameters || [])].map((each) => resolved(document, each)),
  })));
}

function resolved(document, value) {
  return value?.$ref ? value.$ref.split('/').slice(1).reduce((at, name) => at?.[name], document) : value;
}

function matches({ path, method, summary = '', operationId = '' }, find) {
  return !find || `${method} ${path} ${summary} ${operationId}`.toLowerCase().includes(find.toLowerCase());
}

function groups(all) {
  const found = new Map();
  for (const each of all) {
    const name = each.tags?.[0] || each.path.split('/')[1];
    found.set(name, [...(found.get(name) || []), each]);
  }
  return [...found];
}

/** Only an open operation has content: the document has many. */
function operation(ctx, document, each) {
  const opened = (ctx.local.opened ??= new Set());
  const id = `${each.method} ${each.path}`;
  return html`<details ?open=${opened.has(id)} @toggle=${(event) => {
    if (event.target !== event.currentTarget) return;
    if (event.target.open) opened.add(id);
    else opened.delete(id);
    ctx.update();
  }}><summary><span class="method">${badge(each.method.toUpperCase(), TONES[each.method])}</span> <code>${each.path}</code> <span class="faint">${each.summary}</span></summary>
    ${opened.has(id) ? content(ctx, document, each) : nothing}</details>`;
}

function content(ctx, document, each) {
  const role = each['x-role'];
  return html`<div class="operation">
    ${each.description ? html`<p>${each.description}</p>` : nothing}
    <p>Needs the role ${badge(role)} ${ctx.may(role) ? nothing : html`<span class="hint">which you do not have.</span>`}</p>
    ${each.parameters.length > 0 ? html`<h3>Parameters</h3>${parameters(each.parameters)}` : nothing}
    ${each.requestBody ? body(document, resolved(document, each.requestBody)) : nothing}
    <h3>Answers</h3>${answers(document, each.responses)}
    ${each.method === 'get' ? tryOut(ctx, each) : html`<p>${copyButton('Copy as curl', curl(each))}</p>`}
  </div>`;
}

function parameters(all) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Parameters"><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${all.map((parameter) => html`<tr><td><code>${parameter.name}</code>${parameter.required ? html`<small class="below">required</small>` : nothing}</td>
      <td>${parameter.in}</td><td>${typeOf(parameter.schema)}</td><td>${parameter.description}</td></tr>`)}</tbody></table></div>`;
}

function typeOf(schema = {}) {
  const words = [schema.format || schema.type];
  if (schema.enum) words.push(schema.enum.join(', '));
  if (schema.minimum !== undefined) words.push(`from ${schema.minimum}`);
  if (schema.maximum !== undefined) words.push(`to ${schema.maximum}`);
  if (schema.default !== undefined) words.push(`default ${schema.default}`);
  return words.filter(Boolean).join(' · ');
}

function body(document, { required, content: types = {} }) {
  return html`<h3>Body${required ? nothing : ', optional'}</h3>${Object.entries(types).map(([type, { schema, example }]) => html`
    <p class="hint">${type}</p>${schemaOf(document, schema)}
    ${example === undefined ? nothing : html`<pre class="block" tabindex="0">${JSON.stringify(example, null, 2)}</pre>`}`)}`;
}

function answers(document, responses) {
  return html`<ul class="list">${Object.entries(responses).map(([status, given]) => {
    const response = resolved(document, given);
    const schema = Object.values(response.content || {})[0]?.schema;
    return html`<li><div><strong>${status === 'default' ? 'else' : status}</strong> ${response.description}
      ${response.headers ? html`<span class="faint">with ${Object.keys(response.headers).join(', ')}</span>` : nothing}
      ${schema ? html`<details><summary>Fields</summary>${schemaOf(document, schema)}</details>` : nothing}</div></li>`;
  })}</ul>`;
}

function curl({ method, path, requestBody }) {
  const example = Object.values(requestBody?.content || {})[0]?.example;
  return asCurl(method.toUpperCase(), String(url(requestPath(path))).replaceAll('%7B', '{').replaceAll('%7D', '}'), example);
}

export default { title: () => 'API', refresh: 0, load, view };
