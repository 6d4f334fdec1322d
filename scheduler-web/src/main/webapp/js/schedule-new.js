/** The form for a new schedule. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { form } from './dialogs.js';
import { href } from './router.js';

/** A button for who may register; without a grant it says why it is disabled. */
export function newSchedule(ctx) {
  if (!ctx.may('submitter')) return nothing;
  const queues = granted(ctx);
  return html`<div class="actions"><button type="button" class="primary" ?disabled=${queues.length === 0}
    title=${queues.length === 0 ? 'You have no grant for a queue: an administrator can add it' : nothing} @click=${() => create(ctx, queues)}>New schedule …</button></div>`;
}

function granted({ session: { grants = [] }, local: { queueNames } }) {
  return grants.includes('*') ? queueNames : grants;
}

function create(ctx, queues) {
  return form({
    title: 'New schedule',
    label: 'Create',
    note: 'Its page then shows its next times.',
    fields: [
      { name: 'queue', label: 'Queue', type: 'select', options: queues, value: ctx.query.queue },
      { name: 'jobId', label: 'Schedule', required: true, hint: 'The job id of all its runs.' },
      { name: 'recurrence', label: 'Recurrence', required: true, hint: 'Such as cron:0 0 6 ? * MON-FRI zone=Europe/Berlin, or every:PT15M.' },
      { name: 'body', label: 'Payload', type: 'textarea', rows: 4 },
      { name: 'tracked', label: 'Tracked', type: 'checkbox', value: true, hint: 'Its runs leave a history.' },
    ],
    submit: async ({ queue, jobId, recurrence, body, tracked }) => {
      await ctx.send('POST', 'jobs', { queue, jobId, recurrence: recurrence.trim(), body: body || undefined, tracked, ifExists: 'reject' });
      location.hash = href(['schedules', queue, jobId]);
    },
  });
}
