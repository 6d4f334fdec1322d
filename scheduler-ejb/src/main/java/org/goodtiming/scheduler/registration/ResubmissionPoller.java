package org.goodtiming.scheduler.registration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.telemetry.NodeDuties;
import org.goodtiming.scheduler.telemetry.Servers;

/** Resubmits rows of the quarantine that operators have marked, on any node. */
@ApplicationScoped
public class ResubmissionPoller implements NodeTask {

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int ROWS_AT_ONCE = 1_000;

  private @Inject SchemaVersion schema;
  private @Inject ResubmissionTransactions transactions;
  private @Inject Servers servers;

  /** On the thread of this task only. */
  private final FailedResubmissions failures = new FailedResubmissions();

  @Override
  public String name() {
    return "resubmissions";
  }

  @Override
  public Duration interval() {
    return PAUSE;
  }

  @Override
  public boolean belongsTo(NodeDuties duties) {
    return duties.registers();
  }

  @Override
  public String failure() {
    return "SCHED-0638 could not query the rows to resubmit; retrying";
  }

  @Override
  public void run(Repetition repetition) throws SQLException {
    if (schema.problem().isEmpty()) {
      List<Long> requested = transactions.requested(ROWS_AT_ONCE);
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
      transactions.resubmit(id);
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
      transactions.refuse(id, failure);
    } catch (RuntimeException e) {
      repetition.failed(failure(), e);
    }
  }
}
