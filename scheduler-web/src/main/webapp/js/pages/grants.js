/** Which login may register and cancel jobs of which worker queue. */

import { html } from '../../vendor/lit-html/lit-html.js';
import { form } from '../dialogs.js';
import { action, empty, table, text, time } from '../ui.js';
import { queueNames } from '../worker-queues.js';

const ALL = '*';
const EXAMPLE = ['PUT', 'grants/shop/order-check'];

const path = (login, queue) => `grants/${encodeURIComponent(login)}/${encodeURIComponent(queue)}`;

const COLUMNS = (ctx) => [
  { title: 'Login', cell: ({ login }) => html`<strong>${text(login, 60)}</strong>` },
  { title: 'Queue', cell: ({ queue }) => (queue === ALL ? 'all queues' : text(queue, 60)) },
  { title: 'Granted', cell: ({ grantedAt }) => time(grantedAt) },
  { title: 'By', cell: ({ grantedBy }) => text(grantedBy, 40) },
  {
    title: 'Action',
    cell: ({ login, queue, grantedBy }) => action(ctx, {
      label: 'Remove', role: 'admin', method: 'DELETE', path: path(login, queue), danger: true, done: 'The grant is removed',
      confirm: { title: 'Remove the grant?', text: `From the next message on, ${login} may not register or cancel jobs of ${queue === ALL ? 'all queues' : queue}. Waiting jobs stay.${grantedBy.startsWith('groups of the user') ? ' The grant is of a group, and comes back with the next login or bearer token.' : ''}` },
    }),
  },
];

function add(ctx, queues) {
  return form({
    title: 'New grant',
    label: 'Grant',
    note: 'The login may register, replace and cancel all jobs of the queue, by JMS, AMQP, SQL and REST.',
    fields: [
      { name: 'login', label: 'Login', required: true, hint: 'Of the broker, of the database, or a user of the API.' },
      { name: 'queue', label: 'Queue', type: 'select', options: [[ALL, 'all queues'], ...queues], value: queues[0] || ALL },
    ],
    submit: async ({ login, queue }) => {
      await ctx.send('PUT', path(login.trim(), queue));
      ctx.reload();
    },
  });
}

async function load(ctx) {
  const [{ grants }, queues] = await Promise.all([ctx.get('grants'), queueNames(ctx)]);
  return { grants, queues };
}

export default {
  load,
  view: (ctx, { grants, queues }) => html`<div class="actions"><button type="button" class="primary" @click=${() => add(ctx, queues)}>New grant …</button></div>
    ${grants.length === 0 ? empty('No login may register jobs.', EXAMPLE) : table(COLUMNS(ctx), grants, { key: ({ login, queue }) => JSON.stringify([login, queue]), caption: 'Grants' })}`,
};
