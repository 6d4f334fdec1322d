package org.goodtiming.scheduler.registration;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.sql.SQLException;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.telemetry.FailureLog;
import org.goodtiming.scheduler.telemetry.Servers;

/** Resubmits rows of the quarantine that operators have marked, on any node. */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ResubmissionTimer {

  private static final Logger LOG = System.getLogger(ResubmissionTimer.class.getName());

  private static final long TICK_MILLIS = 1_000;
  private static final int ROWS_A_TICK = 1_000;

  private @Resource TimerService timers;
  private @Inject SchemaVersion schema;
  private @Inject ResubmissionTransactions transactions;
  private @Inject Servers servers;

  private FailureLog failures;

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers);
    timers.createIntervalTimer(TICK_MILLIS, TICK_MILLIS, new TimerConfig("resubmissions", false));
  }

  @Timeout
  void tick() {
    if (!servers.allAnswer()) {
      return;
    }
    try {
      if (schema.problem().isEmpty()) {
        transactions.requested(ROWS_A_TICK).forEach(this::resubmit);
      }
    } catch (SQLException | RuntimeException e) {
      // The timer must survive: the next tick tries again
      failures.failed("SCHED-0638 could not query the rows to resubmit; retrying", e);
    }
  }

  /** A failed row does not delay the others. */
  private void resubmit(long id) {
    try {
      transactions.resubmit(id);
    } catch (RuntimeException e) {
      failures.failed(
          "SCHED-0637 could not resubmit row %d of scheduler.quarantine; retrying".formatted(id),
          e);
    }
  }
}
