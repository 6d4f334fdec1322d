import { cappedSum } from './format.js';

/** Names of the worker queues, for filters and forms; read once while a page is open. */

export async function queueNames(ctx) {
  ctx.local.queueNames ??= (await ctx.get('worker-queues')).workerQueues.map(({ name }) => name);
  return ctx.local.queueNames;
}

/** The overdue jobs of queues; those that people have paused are late on purpose. */
export function overdueOf(queues) {
  const paused = ({ state }) => state === 'paused';
  return { open: cappedSum(queues.filter((queue) => !paused(queue)), 'overdue'), paused: cappedSum(queues.filter(paused), 'overdue') };
}
