package org.goodtiming.scheduler.registration;

import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.registration.RegistrationRequests.RegistrationRequest;

/** The rules by which the registrar accepts registrations, and the handling of refused ones. */
interface Admission {

  /** The intent of the arrival, or why it is refused. */
  Intent admit(RegistrationRequest arrival);

  /** The refusal of a job that must not replace the one that waits. */
  Intent.Refused alreadyWaiting(JobKey key);

  /** Keeps a refused arrival. */
  void keep(RegistrationRequest arrival, Intent.Refused refused);
}
