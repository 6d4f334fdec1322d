package org.goodtiming.scheduler.execution;

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
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.broker.AmqpPages;
import org.goodtiming.scheduler.broker.BrokerQueue;
import org.goodtiming.scheduler.telemetry.FailureLog;
import org.goodtiming.scheduler.telemetry.PeriodicWork;
import org.goodtiming.scheduler.telemetry.Servers;

/** Consumes AMQP reports. Not a message-driven bean: see docs/adr/0013. */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class AmqpReportPoller {

  private static final Logger LOG = System.getLogger(AmqpReportPoller.class.getName());

  private static final BrokerQueue QUEUE =
      new BrokerQueue("scheduler.reports.amqp", "scheduler.reports.amqp");
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int PAGES = 20;

  private @Resource ManagedThreadFactory threads;
  private @Inject AmqpPages pages;
  private @Inject AmqpReportTransactions transactions;
  private @Inject Servers servers;

  private FailureLog failures;
  private PeriodicWork work;

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers);
    work =
        PeriodicWork.start(
            "AMQP reports",
            threads,
            servers,
            PAUSE,
            this::store,
            e -> failures.failed("SCHED-0809 could not store AMQP reports; retrying", e));
  }

  // The attribute is named here too: see docs/adr/0007
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    work.close();
  }

  private void store(BooleanSupplier goesOn) {
    pages.consume(
        QUEUE, PAGES, goesOn, batch -> transactions.take(QUEUE, batch), transactions::keepOnce);
  }
}
