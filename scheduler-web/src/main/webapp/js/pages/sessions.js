/** Who is logged in with a browser. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { action, badge, empty, table, text, time } from '../ui.js';

const COLUMNS = (ctx) => [
  { title: 'User', cell: ({ user, current }) => html`<strong>${text(user, 60)}</strong>${current ? html` ${badge('this session', 'good')}` : nothing}` },
  { title: 'Login by', cell: ({ issuer }) => (issuer ? text(issuer, 60) : 'password') },
  { title: 'Began', cell: ({ createdAt }) => time(createdAt) },
  { title: 'Last seen', cell: ({ lastSeenAt }) => time(lastSeenAt) },
  { title: 'Expires', cell: ({ expiresAt }) => time(expiresAt) },
  { title: 'Address', cell: ({ address }) => html`<span class="mono">${text(address, 46)}</span>` },
  { title: 'Browser', cell: ({ userAgent }) => text(userAgent, 70) },
  {
    title: 'Action',
    cell: ({ id, user, current }) => action(ctx, {
      label: 'End', role: 'admin', method: 'DELETE', path: `sessions/${encodeURIComponent(id)}`, danger: true, done: `A session of ${user} has ended`,
      confirm: { title: `End the session of ${user}?`, text: current ? 'This is your own session: you have to log in again.' : 'The user has to log in again.' },
    }),
  },
];

export default {
  load: (ctx) => ctx.get('sessions'),
  view: (ctx, { sessions }) => (sessions.length === 0
    ? empty('Nobody is logged in with a session. Programs that send a password or a token with each request have none.')
    : table(COLUMNS(ctx), sessions, { key: ({ id }) => String(id), caption: 'Sessions' })),
};
