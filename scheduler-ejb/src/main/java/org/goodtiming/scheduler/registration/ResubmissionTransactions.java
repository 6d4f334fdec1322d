package org.goodtiming.scheduler.registration;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.message.FailedBatches;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.QuarantinedMessage;

/** Puts a container transaction around each resubmission. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class ResubmissionTransactions {

  private @Inject Quarantine quarantine;
  private @Inject Resubmissions resubmissions;
  private @Inject DueSignal dueSignal;

  /** Ids of the rows that are to be resubmitted, the oldest request first. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public List<Long> requested(int limit) {
    return quarantine.requested(limit);
  }

  /** Does nothing if another node processes it. */
  public void resubmit(long id) {
    quarantine.lockRequested(id).ifPresent(this::resubmit);
  }

  /** Has the row wait for another request, with the reason why. */
  public void refuse(long id, RuntimeException failure) {
    quarantine.refuseResubmission(
        id,
        "SCHED-0673 all attempts to register it failed, although the database answered (%s): see the log of that time (SCHED-0637), mend the cause, then resubmit it again"
            .formatted(FailedBatches.innermost(failure)));
  }

  private void resubmit(QuarantinedMessage row) {
    Instant due = resubmissions.resubmit(row);
    if (due != null) {
      dueSignal.afterCommit(due);
    }
  }
}
