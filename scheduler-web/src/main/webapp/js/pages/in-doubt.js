/** Transactions whose outcome the broker does not know yet. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { form, notify, open } from '../dialogs.js';
import { badge, block, empty, facts, perform, table, text, time } from '../ui.js';

const EXAMPLE = `SELECT * FROM scheduler.in_doubt_resolution ORDER BY id DESC LIMIT 20;`;
const ENDS = { commit: 'Commit', 'roll-back': 'Roll back' };

const COLUMNS = (ctx) => [
  { title: 'Transaction', cell: ({ gtrid }) => html`<span class="mono">${text(gtrid, 40)}</span>` },
  { title: 'Node', cell: ({ node, nodeIsLive }) => html`${text(node, 40)} ${badge(nodeIsLive ? 'live' : 'down', nodeIsLive ? 'good' : 'bad')}` },
  { title: 'Prepared by', cell: (row) => html`${[row.databaseGid && 'database', row.brokerXid && 'broker'].filter(Boolean).join(', ') || 'nobody'}` },
  { title: 'Seen first', cell: (row) => time(row.firstSeenAt) },
  { title: 'Seen last', cell: (row) => time(row.lastSeenAt) },
  { title: 'What the leader does', cell: ({ verdict }) => text(verdict, 200) },
  ...(ctx.may('admin') ? [{ title: 'Resolve', cell: (row) => html`<button type="button" @click=${() => evidence(ctx, row)}>Evidence …</button>` }] : []),
];

const path = ({ gtrid }) => `in-doubt/${encodeURIComponent(gtrid)}/resolve`;

function view(ctx, { transactions }) {
  return html`<p class="hint">A transaction is in doubt for an instant at each commit. The leader resolves those that the database has decided, every 2 s. Only those that stay need a person.
      ${ctx.may('admin') ? nothing : 'An administrator can read the evidence and resolve them.'}</p>
    ${transactions.length === 0 ? empty('No transaction is in doubt. What was resolved before, with SQL:', EXAMPLE)
    : table(COLUMNS(ctx), transactions, { key: ({ gtrid }) => gtrid, caption: 'Transactions in doubt' })}`;
}

/** A dry run tells the evidence; what it allows is offered. */
async function evidence(ctx, row) {
  try {
    const { data } = await ctx.send('POST', path(row), { dryRun: true });
    show(ctx, row, data);
  } catch (failure) {
    if (failure.status === 404) ctx.reload();
    notify(failure, 'bad');
  }
}

function show(ctx, row, found) {
  return open((close) => html`<div class="dialog"><h2 id="dialog-title">Evidence</h2>
    ${facts([
      ['Transaction', html`<span class="mono">${text(found.gtrid, 200)}</span>`],
      ['Node', text(found.node, 100)],
      ['Evidence', badge(found.evidence, { committed: 'good', aborted: 'warn', undecided: 'bad' }[found.evidence])],
      ['First seen', time(row.firstSeenAt, { exact: true })],
      ['Branch of the database', row.databaseGid ? html`<span class="mono">${text(row.databaseGid, 200)}</span>` : 'none'],
      ['Branch of the broker', row.brokerXid ? html`<span class="mono">${text(row.brokerXid, 200)}</span>` : 'none'],
    ])}
    ${block(found.reason)}
    ${found.evidence === 'undecided' ? undecided(found) : nothing}
    <footer><button type="button" @click=${() => close()}>Close</button>${choices(ctx, row, found, close)}</footer></div>`);
}

function undecided({ mayForce }) {
  return html`<p class="hint">${mayForce.length === 0 ? 'It cannot be forced now: the node may still decide. Start the node again, or ask later.'
    : 'Nothing shows the outcome. Start the node again if you can. If you know the outcome, or cannot wait, decide; if unsure, roll back.'}</p>`;
}

function choices(ctx, row, found, close) {
  const chosen = (act) => () => {
    close();
    act();
  };
  if (found.evidence !== 'undecided') {
    const end = found.evidence === 'committed' ? 'commit' : 'roll-back';
    return html`<button type="button" class="danger" @click=${chosen(() => resolve(ctx, row, end))}>${ENDS[end]} as the evidence says …</button>`;
  }
  return found.mayForce.map((end) => html`<button type="button" class="danger" @click=${chosen(() => force(ctx, row, end))}>${ENDS[end]} without evidence …</button>`);
}

function resolve(ctx, row, end) {
  return perform(ctx, {
    label: ENDS[end], path: path(row), body: {}, danger: true, done: 'The transaction is resolved',
    confirm: { title: `${ENDS[end]} the transaction?`, text: 'The node reads the evidence again, and does what it allows.', samples: [`${row.gtrid} of ${row.node}`] },
  });
}

function force(ctx, row, end) {
  return form({
    title: `${ENDS[end]} without evidence?`,
    label: ENDS[end],
    done: 'The transaction is resolved',
    note: `Transaction ${row.gtrid} of ${row.node}. This cannot be undone. ${end === 'roll-back' ? 'The job is due again, or the registration is redelivered.' : 'What it has done becomes valid on both sides.'}`,
    fields: [{ name: 'reason', label: 'Reason, for the audit', required: true, hint: 'Such as: disk lost, ticket 4711.' }],
    submit: async ({ reason }) => {
      await ctx.send('POST', path(row), { force: end, reason });
      ctx.reload();
    },
  });
}

export default {
  title: () => 'In doubt',
  load: (ctx) => ctx.get('in-doubt'),
  view,
  keys: ({ transactions }) => transactions.map(({ gtrid }) => gtrid),
};
