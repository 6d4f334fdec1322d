package org.goodtiming.scheduler.registration.resubmission;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.intake.FailedBatches;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.QuarantinedMessage;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Resubmits rows of the quarantine that operators have marked, on any node. */
@Singleton
final class ResubmissionPoller implements NodeTask {

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int ROWS_AT_ONCE = 1_000;

  private final NewTransaction transaction;
  private final SchemaVersion schema;
  private final Quarantine quarantine;
  private final Resubmissions resubmissions;
  private final DueSignal dueSignal;
  private final Servers servers;

  /** Confined to the thread of this task. */
  private final FailedResubmissions failures = new FailedResubmissions();

  @Inject
  ResubmissionPoller(
      NewTransaction transaction,
      SchemaVersion schema,
      Quarantine quarantine,
      Resubmissions resubmissions,
      DueSignal dueSignal,
      Servers servers) {
    this.transaction = transaction;
    this.schema = schema;
    this.quarantine = quarantine;
    this.resubmissions = resubmissions;
    this.dueSignal = dueSignal;
    this.servers = servers;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "resubmissions", PAUSE, "SCHED-0638 could not query the rows to resubmit; retrying");
  }

  @Override
  public String condition() {
    return "(SELECT min(resubmit_requested_at) FROM scheduler.quarantine) IS NOT NULL";
  }

  @Override
  public boolean belongsTo(NodeDuties duties) {
    return duties.registers();
  }

  @Override
  public void run(Repetition repetition) throws SQLException {
    if (schema.problem().isEmpty()) {
      List<Long> requested = quarantine.requested(ROWS_AT_ONCE);
      failures.retain(requested);
      for (long id : requested) {
        if (!repetition.goesOn()) {
          return;
        }
        resubmit(id, repetition);
      }
    }
  }

  /** A failed row does not delay the others. */
  private void resubmit(long id, Repetition repetition) {
    try {
      // Does nothing if another node processes the row
      transaction.run(() -> quarantine.lockRequested(id).ifPresent(this::resubmit));
      failures.succeeded(id);
    } catch (RuntimeException e) {
      repetition.failed(
          "SCHED-0637 could not resubmit row %d of scheduler.quarantine; retrying".formatted(id),
          e);
      failed(id, e, repetition);
    }
  }

  /** A row that fails by its content, again and again, waits until somebody asks again. */
  private void failed(long id, RuntimeException failure, Repetition repetition) {
    if (!servers.allAnswer() || !failures.isGivenUp(id, failure)) {
      return;
    }
    try {
      transaction.run(() -> refuse(id, failure));
    } catch (RuntimeException e) {
      repetition.failed(description().failure(), e);
    }
  }

  private void resubmit(QuarantinedMessage row) {
    Instant due = resubmissions.resubmit(row);
    if (due != null) {
      dueSignal.afterCommit(due);
    }
  }

  private void refuse(long id, RuntimeException failure) {
    quarantine.refuseResubmission(
        id,
        "SCHED-0673 all attempts to register it failed, although the database answered (%s): see the log of that time (SCHED-0637), mend the cause, then resubmit it again"
            .formatted(FailedBatches.innermost(failure)));
  }
}
