package org.goodtiming.scheduler.telemetry;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;

/**
 * Starts and ends the periodic tasks of a node. They end while the session beans that they use
 * still work (docs/adr/0050).
 */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class PeriodicTasks {

  /** Behind another session a transaction waits 10 s for a locked row, and then has 10 s itself. */
  private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(25);

  private @Resource ManagedThreadFactory threads;
  private @Inject Instance<PeriodicTask> tasks;
  private @Inject Servers servers;
  private @Inject CurrentDuties duties;

  private List<PeriodicWork> work;

  @PostConstruct
  void start() {
    work = tasks.stream().map(task -> PeriodicWork.start(task, threads, servers, duties)).toList();
  }

  // The attribute is named here too: see docs/adr/0007
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    work.forEach(PeriodicWork::stop);
    long deadline = System.nanoTime() + LONGEST_TRANSACTION.toNanos();
    try {
      for (PeriodicWork each : work) {
        each.awaitEnd(Duration.ofNanos(deadline - System.nanoTime()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
