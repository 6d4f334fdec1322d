package org.goodtiming.scheduler.registration;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.job.DueSignal;
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
  public List<Long> requested(int most) {
    return quarantine.requested(most);
  }

  /** Does nothing if another node processes it. */
  public void resubmit(long id) {
    quarantine.lockRequested(id).ifPresent(this::resubmit);
  }

  private void resubmit(QuarantinedMessage row) {
    Instant due = resubmissions.resubmit(row);
    if (due != null) {
      dueSignal.afterCommit(due);
    }
  }
}
