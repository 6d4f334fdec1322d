package org.goodtiming.scheduler.registration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.telemetry.PeriodicTask;
import org.goodtiming.scheduler.telemetry.Repetition;

/** Resubmits rows of the quarantine that operators have marked, on any node. */
@ApplicationScoped
public class ResubmissionPoller implements PeriodicTask {

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int ROWS_AT_ONCE = 1_000;

  private @Inject SchemaVersion schema;
  private @Inject ResubmissionTransactions transactions;

  @Override
  public String name() {
    return "resubmissions";
  }

  @Override
  public Duration pause() {
    return PAUSE;
  }

  @Override
  public String failure() {
    return "SCHED-0638 could not query the rows to resubmit; retrying";
  }

  @Override
  public void run(Repetition repetition) throws SQLException {
    if (schema.problem().isEmpty()) {
      for (long id : transactions.requested(ROWS_AT_ONCE)) {
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
      transactions.resubmit(id);
    } catch (RuntimeException e) {
      repetition.failed(
          "SCHED-0637 could not resubmit row %d of scheduler.quarantine; retrying".formatted(id),
          e);
    }
  }
}
