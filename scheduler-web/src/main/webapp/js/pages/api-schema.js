/** A schema of the API's document as a list of fields. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';

const DEEPEST = 4;

export function schemaOf(document, given, depth = 0) {
  const schema = followed(document, given);
  const properties = Object.entries(schema.properties || {});
  if (schema.type === 'array') return html`<span class="faint">a list of</span> ${schemaOf(document, schema.items || {}, depth)}`;
  if (properties.length === 0 || depth >= DEEPEST) return html`<span class="faint">${kind(schema)}</span>`;
  return html`${schema.description && depth === 0 ? html`<p class="hint">${schema.description}</p>` : nothing}
    <ul class="fields">${properties.map(([name, value]) => field(document, { name, value, required: schema.required?.includes(name), depth }))}</ul>`;
}

function field(document, { name, value, required, depth }) {
  const schema = followed(document, value);
  const inner = schema.type === 'array' ? followed(document, schema.items) : schema;
  const nested = Object.keys(inner.properties || {}).length > 0;
  return html`<li><code>${name}</code> <span class="faint">${kind(schema, document)}${required ? ', always there' : ''}${schema.default === undefined ? '' : `, initially ${schema.default}`}</span> ${value.description || schema.description || nothing}
    ${nested && depth + 1 < DEEPEST ? schemaOf(document, inner, depth + 1) : nothing}</li>`;
}

function kind(schema, document) {
  if (schema.type === 'array') return `list of ${document ? kind(followed(document, schema.items)) : 'values'}`;
  const type = schema.enum ? schema.enum.join(' | ') : schema.format || [schema.type].flat().filter(Boolean).join(' | ');
  return type || 'any JSON value';
}

function followed(document, schema = {}) {
  return schema?.$ref ? followed(document, schema.$ref.split('/').slice(1).reduce((at, name) => at?.[name], document)) : schema || {};
}
