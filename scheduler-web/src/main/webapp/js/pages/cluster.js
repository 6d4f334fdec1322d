/** The nodes, which of them leads which partition, and who has led before. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { duration, number, readableDurations, secondsBetween } from '../format.js';
import { href } from '../router.js';
import { action, badge, empty, facts, pager, problem, section, table, text, time } from '../ui.js';

const PAGE = 50;
const KNOWN = ['name', 'live', 'leads', 'inDoubt', 'goneSince', 'version', 'startedAt', 'seenAt', 'clockOffset', 'dispatches', 'registers', 'drainedAt', 'drainedBy'];
const CLOCK_WARNING_SECONDS = 1;
const LEASE_TONES = { held: 'good', released: 'warn', expired: 'bad', 'never held': 'plain' };

const NODES = (ctx) => [
  { title: 'Node', cell: ({ name }) => html`<strong>${text(name, 60)}</strong>` },
  { title: 'State', cell: state },
  { title: 'Leads', cell: ({ leads = [] }) => (leads.length > 0 ? leads.map((each, index) => html`${index > 0 ? ', ' : nothing}<a href=${partitionLink(each)}>${text(each, 40)}</a>`) : html`<span class="faint">nothing</span>`) },
  { title: 'Version', cell: ({ version }) => text(version, 40) },
  { title: 'Started', cell: ({ startedAt }) => time(startedAt) },
  { title: 'Clock', cell: clock },
  { title: 'In doubt', number: true, cell: ({ inDoubt }) => (inDoubt ? html`<a href=${href(['in-doubt'])}>${number(inDoubt)}</a>` : html`<span class="faint">0</span>`) },
  ...(ctx.may('operator') ? [{ title: 'Action', cell: (node) => drain(ctx, node) }] : []),
  ...(ctx.local.extras ? [{ title: 'More', cell: more }] : []),
];

const LEASES = (ctx) => [
  { title: 'Partition', cell: ({ partition }) => html`<a href=${partitionLink(partition)}>${text(partition, 40)}</a>` },
  { title: 'State', cell: (lease) => html`${badge(lease.state, LEASE_TONES[lease.state])}${lonely(lease) ? html`<small class="below alarm">no node leads it, ${lease.queues === 1 ? '1 queue waits' : `${number(lease.queues)} queues wait`}</small>` : nothing}` },
  { title: 'Holder', cell: ({ holder, preferredNode }) => html`${text(holder, 40)}${preferredNode ? html`<small class="below">prefers ${text(preferredNode, 40)}</small>` : nothing}` },
  { title: 'Epoch', number: true, cell: ({ epoch }) => number(epoch) },
  { title: 'Held since', cell: ({ acquiredAt }) => time(acquiredAt) },
  { title: 'Last tick', cell: ({ lastRunAt }) => time(lastRunAt) },
  { title: 'Failover', cell: ({ failoverInterval }) => html`<span class="nowrap">${failoverInterval ? readableDurations(failoverInterval) : '–'}</span>` },
  { title: 'Queues', number: true, cell: ({ queues }) => number(queues) },
  ...(ctx.may('operator') ? [{ title: 'Action', cell: (lease) => stepDown(ctx, lease) }] : []),
];

const partitionLink = (partition) => href(['cluster'], { partition });
const lonely = ({ state: held, queues }) => held !== 'held' && queues > 0;

function state({ live, goneSince, seenAt, dispatches, registers, drainedAt, drainedBy }) {
  if (goneSince) return html`${badge('gone')} ${time(goneSince)}`;
  return html`${live ? badge('live') : html`${badge('down', 'bad')}${seenAt ? html` <span class="faint">seen ${time(seenAt)}</span>` : nothing}`}${drainedAt
    ? html` ${badge(missing(dispatches, registers), 'warn')}<small class="below">${time(drainedAt)} by ${text(drainedBy, 40)}</small>` : nothing}`;
}

const missing = (dispatches, registers) => (dispatches ? 'no registration' : registers ? 'no dispatch' : 'drained');

/** By how much it differs from the database's, which alone decides when jobs are due. */
function clock({ clockOffset }) {
  if (!clockOffset) return html`<span class="faint">–</span>`;
  const seconds = secondsOf(clockOffset);
  const shown = seconds === 0 ? 'equal' : `${duration(Math.abs(seconds))} ${seconds > 0 ? 'ahead' : 'behind'}`;
  return Math.abs(seconds) < CLOCK_WARNING_SECONDS ? html`<span class="nowrap">${shown}</span>` : badge(shown, 'warn');
}

const secondsOf = (period) => Number(period.replace(/[PTS]/g, ''));

/** During a rolling upgrade, or after one that was not finished. */
function versions(nodes) {
  const all = new Set(nodes.map(({ version }) => version).filter(Boolean));
  return all.size > 1 ? html`<p class="hint">The nodes have ${number(all.size)} versions: finish the upgrade.</p>` : nothing;
}

const extraNames = (node) => Object.keys(node).filter((name) => !KNOWN.includes(name));
const extras = (node) => extraNames(node).length > 0;

/** Whatever else the API tells about a node. */
function more(node) {
  const names = extraNames(node);
  return names.length === 0 ? nothing : facts(names.map((name) => [words(name), /At$|Since$/.test(name) ? time(node[name]) : text(typeof node[name] === 'object' ? JSON.stringify(node[name]) : node[name], 80)]));
}

const words = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());

function drain(ctx, { name, live, dispatches, registers }) {
  const path = `nodes/${encodeURIComponent(name)}`;
  if (!dispatches || !registers) return action(ctx, { label: 'Resume', path: `${path}/resume`, done: `${name} works again` });
  const others = ctx.local.live.filter((each) => each !== name).length;
  return action(ctx, {
    label: 'Drain', danger: true, path: `${path}/drain`, why: live ? '' : 'The node is down',
    done: `${name} takes nothing new`,
    confirm: {
      title: `Drain ${name}?`,
      text: `It finishes what it has, leads no partition and registers nothing, also after a restart, until it is resumed. ${others > 0 ? 'The other nodes take over.' : 'No other node is live: nothing is registered or dispatched meanwhile.'}`,
    },
  });
}

function stepDown(ctx, lease) {
  const others = ctx.local.live?.filter((name) => name !== lease.holder).length ?? 0;
  return action(ctx, {
    label: 'Step down', danger: true, path: `leases/${encodeURIComponent(lease.partition)}/step-down`,
    why: lease.state === 'held' ? '' : 'Nobody holds the lease',
    done: `${lease.holder} has released the lease`,
    confirm: {
      title: `${lease.holder} steps down?`,
      text: `It stops leading partition ${lease.partition}, with ${lease.queues === 1 ? '1 worker queue' : `${number(lease.queues)} worker queues`}. ${others > 0 ? 'Another node leads at its next tick.' : 'No other node is live: the jobs wait until this node may lead again.'}`,
    },
  });
}

async function load(ctx) {
  const [{ nodes }, { leases }] = await Promise.all([ctx.get('nodes'), ctx.get('leases')]);
  ctx.local.extras = nodes.some(extras);
  ctx.local.live = nodes.filter(({ live }) => live).map(({ name }) => name);
  const partition = ctx.query.partition || leases[0]?.partition;
  const history = partition ? await historyOf(ctx, partition) : undefined;
  return { nodes, leases, partition, history };
}

async function historyOf(ctx, partition) {
  try {
    return await ctx.get(`leases/${encodeURIComponent(partition)}/history`, { limit: PAGE, cursor: ctx.query.cursor });
  } catch (failure) {
    if (failure.status === 404 || failure.status === 422) return { failure };
    throw failure;
  }
}

function view(ctx, { nodes, leases, partition, history }) {
  return html`
    ${section('Nodes', nodes.length === 0 ? empty('The database knows no node. Start one:', './scheduler dev')
    : html`${table(NODES(ctx), nodes, { key: ({ name }) => name, caption: 'Nodes' })}${versions(nodes)}`)}
    ${section('Leases', leases.length === 0 ? empty('There is no lease: no node can lead. As scheduler_owner:', "INSERT INTO scheduler.lease (partition) VALUES ('default');")
    : table(LEASES(ctx), leases, { key: (lease) => lease.partition, link: (lease) => partitionLink(lease.partition), caption: 'Leases' }))}
    ${history ? section(html`Who has led ${text(partition, 60)}`, past(ctx, history)) : nothing}`;
}

function past(ctx, { holders, next, failure }) {
  if (failure) return problem(failure);
  if (holders.length === 0) return html`<p class="hint">Nobody has held this lease.</p>`;
  return html`<ol class="timeline">${holders.map((holder) => html`<li class=${holder.endedAt ? '' : 'good'}>
      <div><strong>${text(holder.holder, 60)}</strong> <span class="took">epoch ${number(holder.epoch)}, ${holder.endedAt ? html`for ${duration(secondsBetween(holder.acquiredAt, holder.endedAt))}` : 'leads now'}</span></div>
      <div><span class="faint">took it because:</span> ${text(holder.reason, 300)}</div>
      <div class="took">${time(holder.acquiredAt, { exact: true })}${holder.endedAt ? html` to ${time(holder.endedAt, { exact: true })}` : nothing}</div></li>`)}</ol>
    ${pager(ctx, { next, shown: holders.length })}`;
}

export default { title: () => 'Cluster', load, view };
