package org.goodtiming.scheduler.deadletter;

import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.broker.amqp.BrokerQueue;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.intake.amqp.AmqpIntake;

/** Consumes AMQP messages whose deliveries all failed, or that expired in the broker. */
@Singleton
public final class AmqpDeadLetterPoller implements NodeTask {

  private static final String FAILURE =
      "SCHED-0224 could not move the messages of queue %s to the quarantine; retrying";

  private final AmqpIntake amqp;
  private final AmqpIntake.Source dead;
  private final AmqpIntake.Source expired;

  @Inject
  AmqpDeadLetterPoller(
      AmqpIntake amqp,
      DeadLetters letters,
      @Named(DeadLetterAssembly.DEAD) Intake dead,
      @Named(DeadLetterAssembly.EXPIRED) Intake expired) {
    this.amqp = amqp;
    this.dead = source(DeadLetterAssembly.DEAD, dead, letters, DeadLetterType.DEAD);
    this.expired = source(DeadLetterAssembly.EXPIRED, expired, letters, DeadLetterType.EXPIRED);
  }

  private static AmqpIntake.Source source(
      String address, Intake intake, DeadLetters letters, DeadLetterType fate) {
    BrokerQueue queue = new BrokerQueue(address, address + ".amqp");
    return new AmqpIntake.Source(
        queue,
        1,
        intake,
        shown -> letters.keepOnce(shown.key(), shown.message(), fate),
        FAILURE.formatted(queue));
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "AMQP dead letters",
        Duration.ofSeconds(5),
        FAILURE.formatted("scheduler.dead or scheduler.expired"));
  }

  @Override
  public Set<String> consumedQueues() {
    return Set.of(dead.queue().name(), expired.queue().name());
  }

  @Override
  public boolean belongsTo(NodeDuties duties) {
    return !duties.isDrained();
  }

  @Override
  public void run(Repetition repetition) {
    amqp.consume(dead, repetition);
    amqp.consume(expired, repetition);
  }
}
