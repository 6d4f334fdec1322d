/** Properties of a message as text that can be edited, and back. */

import { mistake } from '../api.js';
import { LargeInteger, numberOf, parse } from '../json.js';

const MARKS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A line `name=value` for each; JSON if a line could not say it, or not be seen as it is. */
export function propertiesText(properties = {}) {
  const entries = Object.entries(properties);
  return entries.every(isLine) ? entries.map(([name, value]) => `${name}=${value}`).join('\n') : escaped(JSON.stringify(properties, null, 2));
}

function isLine([name, value]) {
  const shown = String(value);
  return value !== null && (typeof value !== 'object' || value instanceof LargeInteger) && !/[=\s{]/.test(name) && shown.trim() === shown && shown.search(MARKS) < 0;
}

const escaped = (json) => json.replace(MARKS, (mark) => (mark === '\n' ? mark : `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`));

/** What a request has to say so that the properties become those of the text; null removes one. */
export function changedProperties(before = {}, text) {
  const after = read(before, text.replace(/\r\n?/g, '\n'));
  const changes = {};
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) changes[name] = null;
  for (const [name, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, name) || JSON.stringify(before[name]) !== JSON.stringify(value)) changes[name] = value;
  }
  return changes;
}

function read(before, text) {
  if (text.trim().startsWith('{')) return json(text);
  const after = {};
  for (const line of text.split('\n').filter((each) => each.trim())) {
    const mark = line.indexOf('=');
    if (mark < 1) throw mistake('properties', `Write a property as name=value, not ${line.trim().slice(0, 80)}`);
    const name = line.slice(0, mark).trim();
    after[name] = typed(before[name], line.slice(mark + 1).trim());
  }
  return after;
}

function json(text) {
  try {
    return parse(text);
  } catch (failure) {
    throw mistake('properties', `The properties are no JSON object: ${failure.message}`);
  }
}

/** A number stays a number, and a truth value stays one, if the new text is one. */
function typed(before, value) {
  if ((typeof before === 'number' || before instanceof LargeInteger) && value !== '' && Number.isFinite(Number(value))) return numberOf(value);
  if (typeof before === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
