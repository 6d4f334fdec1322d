/** Names of the worker queues, for filters and forms; read once while a page is open. */

export async function queueNames(ctx) {
  ctx.local.queueNames ??= (await ctx.get('worker-queues')).workerQueues.map(({ name }) => name);
  return ctx.local.queueNames;
}
