package org.goodtiming.scheduler.registration.amqp;

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
import org.goodtiming.scheduler.broker.amqp.ManagementMessage;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.intake.amqp.AmqpIntake;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.QuarantineReason;
import org.goodtiming.scheduler.quarantine.QuarantineReason.Stage;

/** Consumes AMQP registrations. */
@Singleton
public final class AmqpRegistrationPoller implements NodeTask {

  private static final BrokerQueue QUEUE =
      new BrokerQueue("scheduler.jobs.amqp", "scheduler.jobs.amqp");
  private static final int PAGES = 20;
  private static final String FAILURE = "SCHED-0165 could not store AMQP registrations; retrying";

  private final AmqpIntake amqp;
  private final AmqpIntake.Source source;

  @Inject
  AmqpRegistrationPoller(
      AmqpIntake amqp,
      @Named(WireContract.REGISTRATION_QUEUE) Intake intake,
      Quarantine quarantine) {
    this.amqp = amqp;
    this.source =
        new AmqpIntake.Source(QUEUE, PAGES, intake, shown -> keepOnce(shown, quarantine), FAILURE);
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription("AMQP registrations", Duration.ofSeconds(1), FAILURE);
  }

  @Override
  public Set<String> consumedQueues() {
    return Set.of(QUEUE.name());
  }

  @Override
  public boolean belongsTo(NodeDuties duties) {
    return duties.registers();
  }

  @Override
  public void run(Repetition repetition) {
    amqp.consume(source, repetition);
  }

  private static void keepOnce(ManagementMessage shown, Quarantine quarantine) {
    Refusal refusal = Refusal.UNCONVERTIBLE;
    quarantine.keepOnce(
        shown.key(),
        shown.message(),
        new QuarantineReason(
            Stage.REGISTRATION,
            refusal.code(),
            refusal.reason(),
            shown.property(WireContract.QUEUE),
            shown.property(WireContract.JOB_ID),
            null));
  }
}
