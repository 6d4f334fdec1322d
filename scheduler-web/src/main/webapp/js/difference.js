/** Two states of a thing, field by field. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { LargeInteger, parse } from './json.js';
import { block, longText, text } from './ui.js';

/** What has changed first; what has not is folded. Either may be undefined, and JSON or its text. */
export function difference(before, after) {
  const [old, now] = [parsed(before), parsed(after)];
  if (!fieldsOf(old) || !fieldsOf(now)) return html`<h3>Before</h3>${block(json(old))}<h3>After</h3>${block(json(now))}`;
  const [left, right] = [flat(old), flat(now)];
  const names = [...new Set([...left.keys(), ...right.keys()])];
  const changed = names.filter((name) => left.get(name) !== right.get(name));
  const same = names.filter((name) => left.get(name) === right.get(name));
  const note = old === undefined ? 'There was nothing before.' : now === undefined ? 'Nothing is left.' : changed.length === 0 ? 'No field has changed.' : undefined;
  return html`${note ? html`<p class="hint">${note}</p>` : nothing}
    ${changed.length > 0 ? rows(changed, left, right) : nothing}
    ${same.length > 0 ? html`<details ?open=${changed.length === 0}><summary>${same.length} unchanged</summary>${rows(same, left, right)}</details>` : nothing}`;
}

function rows(names, left, right) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Fields"><table><thead><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
    <tbody>${names.map((name) => html`<tr><th scope="row">${text(name, 60)}</th>
      <td>${left.has(name) ? html`<del>${longText(left.get(name), 400)}</del>` : html`<span class="faint">–</span>`}</td>
      <td>${right.has(name) ? html`<ins>${longText(right.get(name), 400)}</ins>` : html`<span class="faint">–</span>`}</td></tr>`)}</tbody></table></div>`;
}

function parsed(value) {
  if (typeof value !== 'string') return value ?? undefined;
  try {
    return parse(value);
  } catch {
    return value;
  }
}

const fieldsOf = (value) => value === undefined || (value !== null && typeof value === 'object' && !Array.isArray(value));
const json = (value) => (value === undefined ? '–' : JSON.stringify(value, null, 2));

function flat(value, prefix = '', into = new Map()) {
  for (const [name, each] of Object.entries(value || {})) {
    if (each !== null && typeof each === 'object' && !Array.isArray(each) && !(each instanceof LargeInteger)) flat(each, `${prefix}${name}.`, into);
    else into.set(prefix + name, typeof each === 'string' ? each : JSON.stringify(each));
  }
  return into;
}
