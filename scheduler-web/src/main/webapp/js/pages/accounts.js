/** The users of the API and of this console. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { form, notify } from '../dialogs.js';
import { editing, told } from '../editing.js';
import { action, badge, empty, table, text, time } from '../ui.js';

const ROLES = [
  ['viewer', 'viewer: sees everything but payloads'],
  ['submitter', 'submitter: registers and cancels jobs, with a grant'],
  ['operator', 'operator: acts on jobs, runs, schedules and queues, and sees payloads'],
  ['admin', 'admin: also users, grants, webhooks, and transactions in doubt'],
];
const EXAMPLE = ['POST', 'users', { name: 'jane', role: 'operator' }];

const path = ({ name }) => `users/${encodeURIComponent(name)}`;

const COLUMNS = (ctx) => [
  { title: 'Name', cell: ({ name }) => html`<strong>${text(name, 60)}</strong>${name === ctx.session.name ? html` <span class="faint">(you)</span>` : nothing}` },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'State', cell: ({ locked, lockedAt }) => (locked ? html`${badge('locked')} ${time(lockedAt)}` : badge('active')) },
  { title: 'Created', cell: ({ createdAt }) => time(createdAt) },
  { title: 'Actions', cell: (user) => html`<div class="buttons">${actions(ctx, user)}</div>` },
];

function actions(ctx, user) {
  const self = user.name === ctx.session.name;
  const you = self ? ' This is the user that you are logged in as.' : '';
  return html`<button type="button" @click=${() => edit(ctx, user)}>Edit …</button>
    ${action(ctx, {
      label: 'New password', role: 'admin', path: `${path(user)}/reset-password`, after: ({ data }) => password(data), done: 'A new password is set',
      confirm: { title: `New password for ${user.name}?`, text: `The present password, and sessions with it, are not valid any more.${you}` },
    })}
    ${user.locked ? action(ctx, { label: 'Unlock', role: 'admin', method: 'PUT', path: path(user), body: { locked: false } })
    : action(ctx, {
      label: 'Lock', role: 'admin', method: 'PUT', path: path(user), body: { locked: true }, danger: true, why: self ? 'You cannot lock yourself out here' : '',
      confirm: { title: `Lock ${user.name}?`, text: 'The user cannot log in, and its sessions end.' },
    })}
    ${action(ctx, {
      label: 'Delete', role: 'admin', method: 'DELETE', path: path(user), danger: true, why: self ? 'You cannot delete yourself here' : '', done: `${user.name} is deleted`,
      confirm: { title: `Delete ${user.name}?`, text: 'Its grants stay: remove them on the tab Grants if nobody else has this login.' },
    })}`;
}

async function create(ctx) {
  const answer = await form({
    title: 'New user',
    label: 'Create',
    note: 'The password is generated, and shown only once.',
    fields: [
      { name: 'name', label: 'Name', required: true, hint: 'Letters, digits, and . _ @ -' },
      { name: 'role', label: 'Role', type: 'select', options: ROLES, value: 'viewer' },
    ],
    submit: ({ name, role }) => ctx.send('POST', 'users', { name, role }),
  });
  if (!answer) return;
  ctx.reload();
  password(answer.data);
}

function password({ name, password: generated }) {
  return told({ title: `Password of ${name}`, note: 'It is shown only now. Give it to the user on a safe way.', text: generated });
}

async function edit(ctx, { name }) {
  try {
    const user = await ctx.get(path({ name }));
    const send = editing(ctx, { path: path(user), tag: user.tag, describe: ({ role, locked }) => `${role}, ${locked ? 'locked' : 'not locked'}` });
    await form({
      title: `User ${name}`,
      label: 'Save',
      fields: [
        { name: 'role', label: 'Role', type: 'select', options: ROLES, value: user.role },
        { name: 'locked', label: 'Locked', type: 'checkbox', value: user.locked, hint: 'A locked user cannot log in.' },
      ],
      submit: ({ role, locked }) => send({ role, locked }),
    });
  } catch (failure) {
    if (failure.name !== 'AbortError') notify(failure, 'bad');
  }
}

export default {
  load: (ctx) => ctx.get('users'),
  view: (ctx, { users }) => html`<div class="actions"><button type="button" class="primary" @click=${() => create(ctx)}>New user …</button></div>
    ${users.length === 0 ? empty('There is no user.', EXAMPLE) : table(COLUMNS(ctx), users, { key: ({ name }) => name, caption: 'Users' })}`,
};
