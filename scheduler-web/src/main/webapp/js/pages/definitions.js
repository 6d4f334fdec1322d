/** Definitions: what jobs are, without when; and one definition with its payload. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { getTagged, mistake } from '../api.js';
import { form, notify } from '../dialogs.js';
import { editing } from '../editing.js';
import { cappedNumber, number } from '../format.js';
import { headerFacts, headerFields, payloadField, requestOf, schemaField, schemaOf } from '../job-fields.js';
import { href } from '../router.js';
import { action, badge, empty, facts, payload, properties, schemaFact, section, table, text, time, visible } from '../ui.js';
import { queueNames } from '../worker-queues.js';

const EXAMPLE = ['PUT', 'definitions/check', { queue: 'order-check', body: { strict: true }, properties: { x_shop: 'Bonn' } }];

const COLUMNS = [
  { title: 'Definition', cell: (row) => html`<a class="nowrap" href=${link(row)}>${row.name}</a>` },
  { title: 'Queue', cell: (row) => html`<a href=${href(['queues', row.queue])}>${row.queue}</a>` },
  { title: 'Priority', number: true, cell: (row) => row.priority },
  { title: 'Group', cell: (row) => text(row.group, 40) },
  { title: 'Content type', cell: (row) => text(row.contentType, 40) },
  { title: 'Changed', cell: (row) => html`${time(row.registeredAt)} <span class="faint">by</span> ${text(row.registeredBy, 24)}` },
];

const link = ({ name }) => href(['definitions', name]);
const path = (name) => `definitions/${encodeURIComponent(name)}`;

async function load(ctx) {
  if (ctx.segments[1]) return { definition: await ctx.get(path(ctx.segments[1])) };
  const [, { definitions }] = await Promise.all([queueNames(ctx), ctx.get('definitions')]);
  return { definitions };
}

function view(ctx, data) {
  if (data.definition) return detail(ctx, data.definition);
  const { definitions } = data;
  return html`${ctx.may('operator') ? html`<div class="actions"><button type="button" class="primary" @click=${() => create(ctx, definitions)}>New definition …</button></div>` : nothing}
    ${definitions.length === 0 ? empty('No definition yet. A definition describes a job for all schedules that name it.', EXAMPLE)
    : table(COLUMNS, definitions, { key: (row) => row.name, link, caption: 'Definitions' })}`;
}

function detail(ctx, definition) {
  return html`<div class="actions">
      ${ctx.may('operator') ? html`<button type="button" @click=${() => change(ctx, definition.name)}>Change …</button>` : nothing}
      ${action(ctx, {
        label: 'Delete', method: 'DELETE', path: path(definition.name), ifMatch: definition.tag, danger: true,
        why: definition.schedules > 0 ? 'Schedules name it: change or cancel them first' : '',
        confirm: { title: `Delete the definition ${definition.name}?`, text: 'This cannot be undone.' },
        after: () => { location.hash = href(['definitions']); },
      })}</div>
    <div class="cards">
      ${section('Definition', details(definition))}
      ${ctx.may('operator') ? section('Payload', html`${payload(definition)}${properties(definition.properties)}`) : section('Payload', html`<p class="hint">Operators may read it.</p>`)}
    </div><p><a href="#/definitions">All definitions</a></p>`;
}

function details(definition) {
  return facts([
    ['Queue', html`<a href=${href(['queues', definition.queue])}>${definition.queue}</a>`],
    ['Priority', definition.priority],
    ['Schedules', html`${cappedNumber(definition.schedules)}${definition.schedulesToChange > 0 ? html` ${badge(`${number(definition.schedulesToChange)} to change`, 'busy')}` : nothing}`],
    ['Content type', definition.contentType ? text(definition.contentType, 250) : undefined],
    ...headerFacts(definition, (value) => text(value, 250)),
    ['Time to live', definition.timeToLive ? html`${number(definition.timeToLive)} ms` : undefined],
    ['Delivery mode', definition.deliveryMode],
    schemaFact(definition),
    ['Changed', html`${time(definition.registeredAt)} by ${text(definition.registeredBy)}`],
  ]);
}

function fields(queues, definition = {}) {
  return [{ name: 'queue', label: 'Queue', type: 'select', options: queues, value: definition.queue }, payloadField(definition), schemaField(definition), ...headerFields(definition)];
}

const asRequest = ({ inputSchema, ...values }) => requestOf({ ...values, inputSchema: schemaOf(inputSchema) });

function create(ctx, definitions) {
  return form({
    title: 'New definition',
    label: 'Create',
    done: ({ name }) => `${name}: created`,
    fields: [{ name: 'name', label: 'Name', required: true, hint: 'Letters, digits, dots, hyphens, underscores.' }, ...fields(ctx.local.queueNames)],
    submit: async ({ name, ...values }) => {
      if (definitions.some((each) => each.name === name)) throw mistake('name', `There is a definition ${name} already: change it instead.`);
      await ctx.send('PUT', path(name), asRequest(values), { ifNoneMatch: '*' });
      if (!ctx.abort.signal.aborted) location.hash = href(['definitions', name]);
    },
  });
}

async function change(ctx, name) {
  try {
    const [queues, { data, tag }] = await Promise.all([queueNames(ctx), getTagged(path(name))]);
    const save = editing(ctx, {
      path: path(name),
      tag,
      describe: (now) => `queue ${now.queue}, ${now.contentType || 'no content type'}, payload ${shortened(now.body ?? now.bodyBase64)}, by ${now.registeredBy}`,
    });
    await form({
      title: `Definition ${name}`,
      label: 'Save',
      done: `${name}: changed`,
      note: data.schedules > 0 ? `${cappedNumber(data.schedules)} schedules name it. Their waiting runs change within seconds; the queue cannot be changed.` : 'No schedule names it.',
      fields: fields(queues, data),
      submit: (values) => save(asRequest(values)),
    });
  } catch (failure) {
    notify(failure, 'bad');
  }
}

function shortened(value = '') {
  return value.length > 80 ? `${value.slice(0, 80)}…` : value || 'empty';
}

export default {
  title: (ctx) => (ctx.segments[1] ? `Definition ${visible(ctx.segments[1])}` : 'Definitions'),
  load, view,
  keys: ({ definitions = [] }) => definitions.map(({ name }) => name),
};
