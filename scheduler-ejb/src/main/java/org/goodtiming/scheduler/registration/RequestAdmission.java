package org.goodtiming.scheduler.registration;

import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;

/**
 * Requests that are answered at once: the rules are those of messages, but refused requests are not
 * kept.
 */
record RequestAdmission(MessageAdmission messages) implements Admission {

  @Override
  public Intent admit(RegistrationRequest request) {
    return messages.admit(request);
  }

  @Override
  public Intent.Refused alreadyWaiting(JobKey key) {
    return messages.alreadyWaiting(key);
  }

  /** The answer has the reason, and the caller still has the request. */
  @Override
  public void keep(RegistrationRequest request, Intent.Refused refused) {}
}
