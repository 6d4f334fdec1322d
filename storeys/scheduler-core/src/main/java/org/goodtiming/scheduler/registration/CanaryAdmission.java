package org.goodtiming.scheduler.registration;

import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;

/** Canaries need no grant, but the token of the last one that the leader has sent. */
record CanaryAdmission(Admission others, AllowList allowList, WorkerQueueStore workerQueues)
    implements Admission {

  @Override
  public Intent admit(RegistrationRequest arrival) {
    return arrival.intent() instanceof Intent.Check check && Canary.is(check.key())
        ? admit(check)
        : others.admit(arrival);
  }

  /** One that is not the last one is answered like a check, and not stored. */
  private Intent admit(Intent.Check canary) {
    Object token = canary.job().envelope().carried().get(JobProperty.CORRELATION_ID);
    String queue = canary.key().queue();
    return token != null && workerQueues.isLastCanary(queue, token.toString())
        ? new Intent.Schedule(Canary.of(canary.job(), allowList.keyed().contains(queue)))
        : canary;
  }

  @Override
  public Intent.Refused alreadyWaiting(JobKey key) {
    return others.alreadyWaiting(key);
  }

  @Override
  public void keep(RegistrationRequest arrival, Intent.Refused refused) {
    others.keep(arrival, refused);
  }
}
