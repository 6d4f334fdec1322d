package org.goodtiming.scheduler.deadletter;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.ThreadLocalRandom;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.execution.RunRetries;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.intake.IntakeServer;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.job.run.JobRetries;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.telemetry.Events;

/** Builds the quarantine of dead letters. */
@ApplicationScoped
public class DeadLetterAssembly {

  public static final String DEAD = "scheduler.dead";
  public static final String EXPIRED = "scheduler.expired";

  @Produces
  @Singleton
  JobRetrier jobRetrier(
      WorkerQueueStore queues, RegistrationParser parser, JobRetries jobs, RunRetries runs) {
    return new JobRetrier(
        queues, parser, jobs, runs, () -> ThreadLocalRandom.current().nextDouble());
  }

  @Produces
  @Singleton
  DeadLetters deadLetters(
      JobRetrier retrier,
      Quarantine quarantine,
      ExecutionStore executions,
      TransactionSynchronizationRegistry transactions,
      Events events,
      Servers servers) {
    return new DeadLetters(
        retrier, quarantine, executions, transactions, events, servers::allAnswer);
  }

  @Produces
  @Singleton
  @Named(DEAD)
  Intake deadIntake(IntakeServer server, DeadLetters letters) {
    return intake(server, DEAD, letters, DeadLetterType.DEAD);
  }

  @Produces
  @Singleton
  @Named(EXPIRED)
  Intake expiredIntake(IntakeServer server, DeadLetters letters) {
    return intake(server, EXPIRED, letters, DeadLetterType.EXPIRED);
  }

  private static Intake intake(
      IntakeServer server, String queue, DeadLetters letters, DeadLetterType fate) {
    return new Intake(
        server,
        queue,
        letters.batches(),
        Intake.Store.silent(messages -> letters.keep(messages, fate)),
        "SCHED-0223 cannot read a dead letter; it will be redelivered");
  }
}
