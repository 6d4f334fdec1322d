package org.goodtiming.scheduler.registration;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.telemetry.FailureLog;
import org.goodtiming.scheduler.telemetry.PeriodicWork;
import org.goodtiming.scheduler.telemetry.Servers;

/** Resubmits rows of the quarantine that operators have marked, on any node. */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ResubmissionPoller {

  private static final Logger LOG = System.getLogger(ResubmissionPoller.class.getName());

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int ROWS_AT_ONCE = 1_000;

  private @Resource ManagedThreadFactory threads;
  private @Inject SchemaVersion schema;
  private @Inject ResubmissionTransactions transactions;
  private @Inject Servers servers;

  private FailureLog failures;
  private PeriodicWork work;

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers);
    work =
        PeriodicWork.start(
            "resubmissions",
            threads,
            servers,
            PAUSE,
            this::resubmitMarked,
            e -> failures.failed("SCHED-0638 could not query the rows to resubmit; retrying", e));
  }

  // The attribute is named here too: see docs/adr/0007
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    work.close();
  }

  private void resubmitMarked(BooleanSupplier goesOn) throws SQLException {
    if (schema.problem().isEmpty()) {
      for (long id : transactions.requested(ROWS_AT_ONCE)) {
        if (!goesOn.getAsBoolean()) {
          return;
        }
        resubmit(id);
      }
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
