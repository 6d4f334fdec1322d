package org.goodtiming.scheduler.registration;

import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;

/** The rules by which the registrar accepts registrations, and the handling of refused ones. */
public interface Admission {

  /** The intent of the registration, or why it is refused. */
  Intent admit(RegistrationRequest arrival);

  /** The refusal of a job that must not replace a waiting job. */
  Intent.Refused alreadyWaiting(JobKey key);

  /** Quarantines a refused registration. */
  void keep(RegistrationRequest arrival, Intent.Refused refused);
}
