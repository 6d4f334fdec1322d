/** One row of the quarantine. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { form } from '../dialogs.js';
import { editing } from '../editing.js';
import { again } from '../executions.js';
import { shortId } from '../format.js';
import { href } from '../router.js';
import { action, badge, block, button, codeLink, facts, longText, payload, section, text, time, visible } from '../ui.js';
import { propertiesText, changedProperties } from './quarantine-properties.js';

const ADVICE = {
  registration: 'The message never became a job. Mend it as its reason says, and resubmit it.',
  dispatch: 'The job was due and could not be dispatched. Remove the cause first. If the broker refused a duplicate, the message has been in the queue: do not resubmit it.',
  execution: 'The worker failed at all deliveries, or the message expired at the broker. The log of the worker has the cause.',
};

const path = (ctx) => `quarantine/${encodeURIComponent(ctx.segments[1])}`;

/** What the broker and the JMS client add to a message; all else is of who sent it. */
const OF_BROKER = /^(JMS|_+AMQ)/;

const part = (properties = {}, ofBroker) => Object.fromEntries(Object.entries(properties).filter(([name]) => OF_BROKER.test(name) === ofBroker));

async function load(ctx) {
  try {
    const row = (ctx.local.row = await ctx.get(path(ctx)));
    return { row, run: await runOf(ctx, row) };
  } catch (failure) {
    if (failure.status === 404 && ctx.local.row) return { row: ctx.local.row, gone: true };
    throw failure;
  }
}

/** The run of a tracked job, if the message was one and it is still kept. */
async function runOf(ctx, { stage, properties }) {
  const fireId = stage === 'execution' && properties?.scheduler_fireId;
  if (!fireId) return undefined;
  try {
    return await ctx.get(`executions/${encodeURIComponent(fireId)}`, { follow: false });
  } catch (failure) {
    if (![400, 404].includes(failure.status)) throw failure;
    return undefined;
  }
}

function view(ctx, { row, run, gone }) {
  if (gone) return left(row);
  return html`<div class="actions">${badge(row.stage)}${badge(codeLink(row.code), 'bad')}${state(row)}${actions(ctx, row, run)}</div>
    ${repeated(run)}
    ${section('Reason', html`${block(row.reason)}<p class="hint">${ADVICE[row.stage] || nothing}</p>`)}
    ${row.resubmitRefusal ? section('The last resubmission was refused', html`<p class="hint">${time(row.resubmitRefusedAt)}</p>${block(row.resubmitRefusal)}`) : nothing}
    <div class="cards">
      ${section('Message', details(row, run))}
      ${section('Payload', content(ctx, row))}
    </div>
    ${ctx.may('operator') ? html`${section('Properties of the sender', properties(part(row.properties, false)))}
      ${section('Properties of the broker', properties(part(row.properties, true)))}` : nothing}`;
}

function left(row) {
  const job = row.queue && row.jobId;
  return html`<div class="empty"><p>The row is gone: the job was registered, or somebody has deleted the row.</p>
    <p>${job ? html`<a href=${href(['jobs', row.queue, row.jobId])}>Look at the job</a> · ` : nothing}<a href=${href(['quarantine'])}>Quarantine</a></p></div>`;
}

function state(row) {
  if (row.resubmitRequestedAt) return html`${badge('resubmission requested', 'busy')}<span class="hint">by ${text(row.resubmitRequestedBy, 30)}, ${time(row.resubmitRequestedAt)}</span>`;
  return row.resubmitRefusedAt ? badge('resubmission refused', 'warn') : nothing;
}

const repeated = (run) => (run?.runAgainAs ? html`<p class="problem">Already${again(run)}: resubmitted, it runs twice.</p>` : nothing);

function actions(ctx, row, run) {
  const waits = row.resubmitRequestedAt ? 'A node is about to register it' : '';
  const sample = visible(`${row.id}: ${row.code} ${[row.queue, row.jobId].filter(Boolean).join('/')}`.slice(0, 120));
  return html`
    ${ctx.may('operator') ? button('Mend …', () => mend(ctx, row), { why: waits }) : nothing}
    ${action(ctx, {
      label: 'Resubmit', primary: true, path: `${path(ctx)}/resubmit`, ifMatch: row.tag, why: waits, done: 'A node registers it within seconds',
      confirm: { title: 'Resubmit the row?', text: `${run?.runAgainAs ? 'It was run again: this runs it twice. ' : ''}It is registered by the rules for any job. A job that waits under the same key is not replaced.`, samples: [sample] },
    })}
    ${action(ctx, {
      label: 'Delete', danger: true, method: 'DELETE', path: path(ctx), ifMatch: row.tag, done: 'The row is deleted', after: () => { location.hash = href(['quarantine']); },
      confirm: { title: 'Delete the row?', text: 'What the message carried is lost. This cannot be undone.', samples: [sample] },
    })}`;
}

function details(row, run) {
  return facts([
    ['Quarantined', html`${time(row.quarantinedAt, { exact: true })} by ${text(row.node, 40)}`],
    ['Queue', row.queue ? html`<a href=${href(['queues', row.queue])}>${text(row.queue)}</a>` : undefined],
    ['Job', row.queue && row.jobId ? html`<a href=${href(['jobs', row.queue, row.jobId])}>${text(row.jobId, 120)}</a>` : longText(row.jobId, 120)],
    ['Run', run ? html`<a class="mono" href=${href(['runs', run.fireId])}>${shortId(run.fireId)}</a> ${badge(run.state)}` : undefined],
    ['All runs of the job', row.queue && row.jobId ? html`<a href=${href(['runs'], { queue: row.queue, jobId: row.jobId })}>List</a>` : undefined],
    ['Sent', row.sentAt ? time(row.sentAt, { exact: true }) : undefined],
    ['Sent by', row.sentBy ? text(row.sentBy) : 'the broker did not record it'],
    ['Changed by', row.mendedBy ? html`${text(row.mendedBy)}, who is the registrant when it is resubmitted` : undefined],
    ['Message id', row.messageId ? html`<span class="mono">${text(row.messageId, 120)}</span>` : undefined],
    ['Message type', row.messageType],
    ['Line', row.line],
  ]);
}

function content(ctx, row) {
  if (!ctx.may('operator')) return html`<p class="hint">Only operators see payload and properties.</p>`;
  if (row.body === '') return html`<p class="hint">The body is empty.</p>`;
  return payload({ ...row, contentType: 'application/json' });
}

function properties(values) {
  const names = Object.keys(values || {});
  if (names.length === 0) return html`<p class="hint">There are none.</p>`;
  return facts(names.map((name) => [text(name, 80), shown(values[name])]));
}

function shown(value) {
  return value === null ? 'null' : longText(typeof value === 'object' ? JSON.stringify(value) : value, 400);
}

function mend(ctx, row) {
  const send = editing(ctx, {
    method: 'PATCH', path: path(ctx), tag: row.tag,
    describe: (now) => `queue ${now.queue ?? 'none'}, ${Object.keys(now.properties || {}).length} properties, body of ${(now.body ?? now.bodyBase64 ?? '').length} characters`,
  });
  let saved;
  const resubmit = ['POST', `${path(ctx)}/resubmit`];
  const save = async (values, next) => {
    const changes = changed(row, values);
    if (Object.keys(changes).length === 0) throw new Error('You have not changed anything.');
    return send(changes, next);
  };
  return form({
    title: `Mend row ${row.id}`,
    label: 'Save and resubmit',
    aside: html`<strong>${row.code}</strong> ${longText(row.reason, 400)}${row.resubmitRefusal ? html`<p>Last resubmission: ${longText(row.resubmitRefusal, 400)}</p>` : nothing}`,
    note: 'Check applies all rules and keeps nothing.',
    fields: fields(row),
    done: 'The row is saved, and a node registers it within seconds',
    others: [
      { label: 'Check', run: async (values) => {
        await ctx.send('POST', `${path(ctx)}/check`, changed(row, values));
        return 'It would be registered.';
      } },
      { label: 'Save', run: (values) => save(values), done: 'The row is saved: resubmit it when it is mended' },
    ],
    submit: async (values) => {
      // If only the resubmission was refused, the row is saved already
      if (JSON.stringify(values) !== saved) await save(values, resubmit);
      saved = JSON.stringify(values);
      await ctx.send(...resubmit);
      await ctx.reload();
    },
  });
}

function fields(row) {
  const bytes = row.bodyBase64 !== undefined;
  return [
    { name: 'queue', label: 'Queue', value: row.queue ?? '' },
    { name: 'properties', label: 'Properties', type: 'textarea', rows: 7, value: propertiesText(part(row.properties, false)), hint: 'What the sender set. A line for each, name=value, or one JSON object. A property whose line you remove is removed.' },
    { name: 'kind', label: 'Body is', type: 'select', value: bytes ? 'base64' : 'text', options: [['text', 'text'], ['base64', 'bytes in base64']] },
    { name: 'body', label: 'Body', type: 'textarea', rows: 9, value: row.bodyBase64 ?? row.body ?? '' },
  ];
}

/** What the form has changed of the row. Browsers give line ends of their own; those of the body stay. */
function changed(row, values) {
  const changes = {};
  if (values.queue.trim() !== (row.queue ?? '')) changes.queue = values.queue.trim();
  const properties = changedProperties(part(row.properties, false), values.properties);
  if (Object.keys(properties).length > 0) changes.properties = properties;
  const before = row.bodyBase64 ?? row.body ?? '';
  const field = values.kind === 'base64' ? 'bodyBase64' : 'body';
  const same = plain(values.body) === plain(before) && (field === 'bodyBase64') === (row.bodyBase64 !== undefined);
  if (!same) changes[field] = before.includes('\r\n') ? plain(values.body).replaceAll('\n', '\r\n') : plain(values.body);
  return changes;
}

const plain = (value) => value.replace(/\r\n?/g, '\n');

export default { title: (ctx) => `Quarantine row ${visible(ctx.segments[1])}`, load, view };
