import { cappedSum } from './format.js';

/** The names are read once while a page is open. */
export async function queueNames(ctx) {
  ctx.local.queueNames ??= (await ctx.get('worker-queues')).workerQueues.map(({ name }) => name);
  return ctx.local.queueNames;
}

/** What is late by them is late on purpose. */
export const meant = ({ state }) => ['paused', 'closed'].includes(state);

export function overdueOf(queues) {
  return { open: cappedSum(queues.filter((queue) => !meant(queue)), 'overdue'), meant: cappedSum(queues.filter(meant), 'overdue') };
}
