package org.goodtiming.scheduler.operations.execution;

import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.registration.Receipt;

/** The answer to a request to run an ended run again. */
public sealed interface Rerun {

  /**
   * A new run waits, and is due.
   *
   * @param key of the job or schedule, as of the ended run
   */
  record Submitted(UUID fireId, UUID runAgainOf, JobKey key) implements Rerun {}

  /** The run does not exist, or was pruned. */
  record Unknown() implements Rerun {}

  /** Runs in that state cannot be run again. */
  record WrongState(ExecutionState state) implements Rerun {}

  /** The payload and properties of the run are deleted. */
  record InputGone() implements Rerun {}

  /**
   * The rules of registrations refuse the run: the login has no grant, or a job waits under the
   * key.
   */
  record Refused(Receipt receipt) implements Rerun {}
}
