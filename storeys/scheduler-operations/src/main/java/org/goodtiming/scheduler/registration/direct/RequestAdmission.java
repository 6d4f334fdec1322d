package org.goodtiming.scheduler.registration.direct;

import java.util.function.Consumer;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.registration.Admission;
import org.goodtiming.scheduler.registration.MessageAdmission;
import org.goodtiming.scheduler.registration.RegistrationRequest;

/**
 * Requests that are answered at once: the rules are those of messages, but refused requests are not
 * kept.
 *
 * @param before is given the key of each request that is not refused, before anything is stored
 */
record RequestAdmission(MessageAdmission messages, Consumer<JobKey> before) implements Admission {

  @Override
  public Intent admit(RegistrationRequest request) {
    Intent admitted = messages.admit(request);
    JobKey key = admitted.key();
    if (key != null && !(admitted instanceof Intent.Refused)) {
      before.accept(key);
    }
    return admitted;
  }

  @Override
  public Intent.Refused alreadyWaiting(JobKey key) {
    return messages.alreadyWaiting(key);
  }

  /** The answer has the reason, and the caller still has the request. */
  @Override
  public void keep(RegistrationRequest request, Intent.Refused refused) {}
}
