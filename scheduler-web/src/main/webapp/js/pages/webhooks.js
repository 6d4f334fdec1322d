/** Webhooks: where lifecycle events are posted, and how far each receiver is. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { mistake } from '../api.js';
import { form, notify } from '../dialogs.js';
import { editing } from '../editing.js';
import { cappedNumber, number } from '../format.js';
import { action, badge, empty, table, text, time } from '../ui.js';

const EXAMPLE = ['PUT', 'webhooks/chat', { url: 'https://chat.example.org/hooks/scheduler', types: ['job.failed'] }];

const path = (name) => `webhooks/${encodeURIComponent(name)}`;
const state = ({ paused, failures }) => (paused ? 'paused' : failures > 0 ? 'retrying' : 'active');

const COLUMNS = (ctx) => [
  { title: 'Webhook', cell: ({ name, url }) => html`<div class="roomy"><strong>${name}</strong><small class="below">${text(url, 100)}</small></div>` },
  { title: 'State', cell: (webhook) => html`${badge(state(webhook))}${problems(webhook)}` },
  { title: 'Events', cell: ({ types }) => chosen(types, 'all types') },
  { title: 'Queues', cell: ({ queues }) => chosen(queues, 'all queues') },
  { title: 'Waiting', number: true, cell: ({ waiting }) => cappedNumber(waiting) },
  { title: 'Given up', number: true, cell: ({ givenUp }) => (givenUp > 0 ? html`<span class="alarm">${number(givenUp)}</span>` : number(givenUp)) },
  { title: 'Last accepted', cell: ({ lastSentAt }) => time(lastSentAt) },
  { title: 'Retries', cell: ({ retry, registeredBy }) => html`${text(retry, 60)}<small class="below">set by ${text(registeredBy, 24)}</small>` },
  { title: 'Actions', cell: (webhook) => html`<div class="buttons">${actions(ctx, webhook)}</div>` },
];

const chosen = (values, all) => (values.length > 0 ? text(values.join(', '), 80) : html`<span class="faint">${all}</span>`);

function problems({ failures, lastError, retryAt }) {
  if (!failures) return nothing;
  return html`<small class="below">${number(failures)} failed ${failures === 1 ? 'attempt' : 'attempts'}${retryAt ? html`, next ${time(retryAt)}` : nothing}</small>
    ${lastError ? html`<small class="below alarm">${text(lastError, 140)}</small>` : nothing}`;
}

function actions(ctx, { name, paused, waiting }) {
  return html`<button type="button" aria-label=${`Change ${name}`} @click=${() => change(ctx, name)}>Change …</button>
    ${paused ? action(ctx, { label: 'Resume', role: 'admin', method: 'PUT', path: path(name), body: { paused: false }, done: `${name}: resumed` })
    : action(ctx, {
      label: 'Pause', role: 'admin', method: 'PUT', path: path(name), body: { paused: true }, done: `${name}: paused`,
      confirm: { title: `Pause ${name}?`, text: 'Nothing is posted, and the events until it is resumed are not kept for it.' },
    })}
    ${action(ctx, {
      label: 'Delete', role: 'admin', method: 'DELETE', path: path(name), danger: true, done: `${name}: deleted`,
      confirm: { title: `Delete the webhook ${name}?`, text: `${cappedNumber(waiting)} events that wait are not posted any more.` },
    })}`;
}

function view(ctx, { webhooks }) {
  return html`<div class="actions"><button type="button" class="primary" @click=${() => create(ctx, webhooks)}>New webhook …</button></div>
    ${webhooks.length === 0 ? empty('No webhook yet. Events of queues that have events switched on are posted to a webhook by HTTPS.', EXAMPLE)
    : html`${table(COLUMNS(ctx), webhooks, { key: ({ name }) => name, caption: 'Webhooks' })}
      <p class="hint">Waiting events are counted up to 1,000. The host must be allowed by the settings of the nodes.</p>`}`;
}

function fields({ url = '', types = [], queues = [], retry = '10/PT1S*2..PT10M', paused = false } = {}) {
  return [
    { name: 'url', label: 'URL', required: true, value: url, hint: 'Begins with https://. It often has a secret: only administrators see it.' },
    { name: 'types', label: 'Types of events', value: types.join(', '), placeholder: 'all', hint: 'Such as job.failed, job.quarantined, separated by commas.' },
    { name: 'queues', label: 'Worker queues', value: queues.join(', '), placeholder: 'all', hint: 'Only queues that have events switched on have any.' },
    { name: 'retry', label: 'Retries', required: true, value: retry, hint: 'Delays as PT1M,PT10M, or growth as 10/PT1S*2..PT10M. Then an event is given up.' },
    { name: 'paused', label: 'Paused', type: 'checkbox', value: paused, hint: 'Nothing is posted, and no event is kept for it.' },
  ];
}

const list = (value) => value.split(/[\s,]+/).filter(Boolean);
const requestOf = ({ url, types, queues, retry, paused }) => ({ url: url.trim(), types: list(types), queues: list(queues), retry: retry.trim(), paused });

function create(ctx, webhooks) {
  return form({
    title: 'New webhook',
    label: 'Create',
    done: ({ name }) => `${name}: created`,
    fields: [{ name: 'name', label: 'Name', required: true, hint: 'Letters, digits, dots, hyphens, underscores.' }, ...fields()],
    submit: async ({ name, ...values }) => {
      if (webhooks.some((each) => each.name === name)) throw mistake('name', `There is a webhook ${name} already: change it instead.`);
      await ctx.send('PUT', path(name), requestOf(values), { ifNoneMatch: '*' });
      ctx.reload();
    },
  });
}

async function change(ctx, name) {
  try {
    const webhook = await ctx.get(path(name));
    const save = editing(ctx, { path: path(name), tag: webhook.tag, describe });
    await form({
      title: `Webhook ${name}`,
      label: 'Save',
      done: `${name}: changed`,
      note: 'What waits is tried again at once.',
      fields: fields(webhook),
      submit: (values) => save(requestOf(values)),
    });
  } catch (failure) {
    if (failure.name !== 'AbortError') notify(failure, 'bad');
  }
}

function describe({ url, types, queues, retry, paused, registeredBy }) {
  return `${url}, ${types.join(', ') || 'all types'}, ${queues.join(', ') || 'all queues'}, retries ${retry}, ${paused ? 'paused' : 'not paused'}, by ${registeredBy}`;
}

export default { title: () => 'Webhooks', refresh: 5_000, load: (ctx) => ctx.get('webhooks'), view, keys: ({ webhooks }) => webhooks.map(({ name }) => name) };
