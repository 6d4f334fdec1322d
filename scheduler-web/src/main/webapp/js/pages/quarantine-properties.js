/** Properties of a message as text that can be edited, and back. */

/** A line `name=value` for each; JSON if a line could not say it. */
export function propertiesText(properties = {}) {
  const entries = Object.entries(properties);
  const simple = entries.every(([name, value]) => value !== null && typeof value !== 'object' && !/[=\s]/.test(name) && !/[\r\n]/.test(String(value)) && String(value).trim() === String(value));
  return simple ? entries.map(([name, value]) => `${name}=${value}`).join('\n') : JSON.stringify(properties, null, 2);
}

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
    if (mark < 1) throw new Error(`Write a property as name=value, not ${line.trim().slice(0, 80)}`);
    const name = line.slice(0, mark).trim();
    after[name] = typed(before[name], line.slice(mark + 1).trim());
  }
  return after;
}

function json(text) {
  try {
    return JSON.parse(text);
  } catch (failure) {
    throw new Error(`The properties are no JSON object: ${failure.message}`);
  }
}

/** A number stays a number, and a truth value stays one, if the new text is one. */
function typed(before, value) {
  if (typeof before === 'number' && value !== '' && Number.isFinite(Number(value))) return Number(value);
  if (typeof before === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
