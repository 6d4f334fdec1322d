/** The fields of forms that say what a job is: its payload, and what its worker gets beside it. */

import { mistake } from './api.js';
import { parse } from './json.js';

const HEADERS = [
  ['group', 'Group'], ['type', 'Type'], ['correlationId', 'Correlation id'], ['replyTo', 'Reply address'], ['locale', 'Locale'],
];

/** The payload: text, or bytes in base64 if the job has bytes. */
export function payloadField(job) {
  return job.bodyBase64 === undefined ? { name: 'body', label: 'Payload', type: 'textarea', rows: 5, value: job.body }
    : { name: 'bodyBase64', label: 'Payload, bytes in base64', type: 'textarea', rows: 5, value: job.bodyBase64 };
}

export function headerFields(job) {
  return [
    { name: 'contentType', label: 'Content type', value: job.contentType, placeholder: 'such as application/json' },
    { name: 'priority', label: 'Priority, 0 to 9', type: 'number', value: job.priority, placeholder: '4' },
    ...HEADERS.map(([name, label]) => ({ name, label, value: job[name] })),
    { name: 'timeToLive', label: 'Time to live, milliseconds', type: 'number', value: job.timeToLive },
    { name: 'deliveryMode', label: 'Delivery mode', type: 'select', options: [['', 'default'], 'PERSISTENT', 'NON_PERSISTENT'], value: job.deliveryMode || '' },
    { name: 'properties', label: 'Properties', type: 'textarea', rows: 3, value: written(job.properties), hint: 'A JSON object such as {"x_shop": "Bonn"}. Names begin with x_.' },
  ];
}

const written = (values) => (Object.keys(values || {}).length === 0 ? '' : JSON.stringify(values, null, 2));

export function schemaField({ inputSchema }) {
  return {
    name: 'inputSchema', label: 'Schema of payloads', type: 'textarea', rows: 5, value: inputSchema === undefined ? '' : JSON.stringify(inputSchema, null, 2),
    hint: 'A JSON Schema such as {"type": "integer"}: payloads of jobs that are registered from now on must match it. Empty: payloads may be anything.',
  };
}

export const schemaOf = (given) => read('inputSchema', 'The schema', given);

/** What a form says, as the body of a request: fields without a value are left out. */
export function requestOf({ priority, timeToLive, properties, ...values }) {
  const all = { ...values, properties: read('properties', 'Properties', properties) };
  for (const [name, value] of Object.entries({ priority, timeToLive })) if (value) all[name] = Number(value);
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''));
}

function read(name, label, given) {
  if (!given?.trim()) return undefined;
  try {
    return parse(given);
  } catch (failure) {
    throw mistake(name, `${label} must be JSON: ${failure.message}`);
  }
}

export function headerFacts(job, shown) {
  return HEADERS.map(([name, label]) => [label, job[name] ? shown(job[name]) : undefined]);
}
