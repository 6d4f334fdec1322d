/** The registration of a job. */

import { once } from './api.js';
import { headerFields, payloadField, requestOf } from './job-fields.js';
import { form, notify } from './dialogs.js';
import { jobLink } from './executions.js';
import { registerButton } from './schedule-edit.js';
import { queueNames } from './worker-queues.js';

export const newJobButton = (ctx) => registerButton(ctx, 'New job …', () => newJob(ctx).catch((failure) => notify(failure, 'bad')));

/** A job that waits is not replaced, and one that is sent twice is registered once. */
export async function newJob(ctx) {
  const queues = ctx.session.grants.includes('*') ? await queueNames(ctx) : ctx.session.grants;
  const key = once();
  return form({
    title: 'New job',
    label: 'Register',
    note: 'If a job waits under the same id, it stays as it is, and this one is refused.',
    fields: [
      { name: 'queue', label: 'Queue', type: 'select', options: queues, value: ctx.query.queue || ctx.segments[1] },
      { name: 'jobId', label: 'Job id', hint: 'Empty: the scheduler gives it one.' },
      { name: 'dueAt', label: 'Due at', type: 'time', value: '+5 min', required: true },
      payloadField({}),
      { name: 'tracked', label: 'Tracked: its run leaves a history', type: 'checkbox', value: true },
      ...headerFields({}),
    ],
    submit: async (values) => {
      const { data } = await ctx.send('POST', 'jobs', { ...requestOf(values), ifExists: 'reject' }, key);
      if (!ctx.abort.signal.aborted) location.hash = jobLink(data);
    },
  });
}
