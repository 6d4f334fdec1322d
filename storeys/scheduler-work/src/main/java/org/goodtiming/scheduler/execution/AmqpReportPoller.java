package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.broker.amqp.BrokerQueue;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.intake.amqp.AmqpIntake;

/** Consumes AMQP reports. */
@Singleton
public final class AmqpReportPoller implements NodeTask {

  private static final BrokerQueue QUEUE =
      new BrokerQueue("scheduler.reports.amqp", "scheduler.reports.amqp");
  private static final int PAGES = 20;
  private static final String FAILURE = "SCHED-0809 could not store AMQP reports; retrying";

  private final AmqpIntake amqp;
  private final AmqpIntake.Source source;

  @Inject
  AmqpReportPoller(
      AmqpIntake amqp, @Named(WireContract.REPORT_QUEUE) Intake intake, WorkerReports reports) {
    this.amqp = amqp;
    this.source =
        new AmqpIntake.Source(
            QUEUE, PAGES, intake, shown -> reports.keepOnce(shown.key(), shown.message()), FAILURE);
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription("AMQP reports", Duration.ofSeconds(1), FAILURE);
  }

  @Override
  public Set<String> consumedQueues() {
    return Set.of(QUEUE.name());
  }

  @Override
  public boolean belongsTo(NodeDuties duties) {
    return !duties.isDrained();
  }

  @Override
  public void run(Repetition repetition) {
    amqp.consume(source, repetition);
  }
}
