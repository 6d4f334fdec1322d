package org.goodtiming.scheduler.execution;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.broker.AmqpPages;
import org.goodtiming.scheduler.broker.BrokerQueue;

/** Consumes AMQP reports. Not a message-driven bean: see docs/adr/0013. */
@ApplicationScoped
public class AmqpReportPoller implements NodeTask {

  private static final BrokerQueue QUEUE =
      new BrokerQueue("scheduler.reports.amqp", "scheduler.reports.amqp");
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int PAGES = 20;

  private @Inject AmqpPages pages;
  private @Inject AmqpReportTransactions transactions;

  @Override
  public String name() {
    return "AMQP reports";
  }

  @Override
  public Duration interval() {
    return PAUSE;
  }

  @Override
  public boolean belongsTo(NodeDuties duties) {
    return !duties.isDrained();
  }

  @Override
  public String failure() {
    return "SCHED-0809 could not store AMQP reports; retrying";
  }

  @Override
  public void run(Repetition repetition) {
    pages.consume(
        QUEUE,
        PAGES,
        repetition::goesOn,
        batch -> transactions.take(QUEUE, batch),
        transactions::keepOnce);
  }
}
