/** What pages of a schedule, and of the job that is its next run, do to the schedule. */

import { html } from '../vendor/lit-html/lit-html.js';
import { keyPath } from './api.js';
import { absolute, number } from './format.js';
import { action, lacksGrant, visible } from './ui.js';

const paths = ({ queue, jobId }) => ({ schedule: keyPath('schedules', queue, jobId), job: keyPath('jobs', queue, jobId) });
const named = ({ queue, jobId }) => [`${queue}/${visible(jobId)}`];
const NO_RUN = 'No run waits';

/**
 * *Run now*, *Skip the next run* and *End the schedule*. Each run changes the tag of the job, but not that of the schedule.
 *
 * @param job its next run, if one waits
 */
export function scheduleActions(ctx, schedule, job) {
  const { schedule: path, job: jobPath } = paths(schedule);
  const waits = job && job.waiting !== false;
  const planned = schedule.nextPlannedAt;
  return html`
    ${action(ctx, {
      label: 'Run now', path: `${jobPath}/run-now`,
      why: schedule.state === 'paused' ? 'The schedule is paused: resume it first' : waits ? '' : NO_RUN,
      confirm: { title: 'Add a run now?', text: job?.lastError ? 'The run that waits for its next attempt is dispatched now. No run is added.' : `It is an extra run. The next planned run stays at ${absolute(planned)}.`, samples: named(schedule), label: 'Add a run' }, done: 'A run was added',
    })}
    ${action(ctx, {
      label: 'Skip the next run', path: `${path}/skip`, body: { plannedAt: planned }, why: waits ? '' : NO_RUN, done: 'The run is skipped',
      confirm: { title: `Skip the run of ${absolute(planned)}?`, text: 'The run of the next planned time waits instead, and the schedule goes on.', samples: named(schedule), label: 'Skip the run' },
    })}
    ${action(ctx, {
      label: 'End the schedule …', role: 'submitter', method: 'DELETE', path, ifMatch: schedule.tag, danger: true, done: 'The schedule has ended', why: waits ? lacksGrant(ctx, schedule.queue) : NO_RUN,
      confirm: { title: 'End the schedule?', text: `It has no further run; ${number(schedule.runs)} were planned so far. It can only be registered again.`, samples: named(schedule), label: 'End the schedule', keep: 'Keep it' },
    })}`;
}
