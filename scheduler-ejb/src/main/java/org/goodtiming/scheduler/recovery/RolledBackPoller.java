package org.goodtiming.scheduler.recovery;

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
import java.time.Duration;
import org.goodtiming.scheduler.telemetry.FailureLog;
import org.goodtiming.scheduler.telemetry.PeriodicWork;
import org.goodtiming.scheduler.telemetry.Servers;

/**
 * Rolls back what the database has prepared of transactions that have rolled back in this node. The
 * leader's {@link InDoubtWatch} cannot: it does not know what another node has decided.
 */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class RolledBackPoller {

  private static final Logger LOG = System.getLogger(RolledBackPoller.class.getName());

  private static final Duration PAUSE = Duration.ofSeconds(2);

  private @Resource ManagedThreadFactory threads;
  private @Inject PreparedTransactions prepared;
  private @Inject RolledBackHere rolledBack;
  private @Inject Servers servers;

  private FailureLog failures;
  private PeriodicWork work;

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers);
    work =
        PeriodicWork.start(
            "rollbacks of lost prepares",
            threads,
            servers,
            PAUSE,
            goesOn -> look(),
            e ->
                failures.failed(
                    "SCHED-0615 could not roll back what the database has prepared of transactions that have rolled back; next try in 2 s",
                    e));
  }

  // The attribute is named here too: see docs/adr/0007
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    work.close();
  }

  private void look() {
    if (!rolledBack.isEmpty()) {
      prepared.rollBack(rolledBack);
      rolledBack.forget(InDoubtRules.GIVEN_UP);
    }
  }
}
