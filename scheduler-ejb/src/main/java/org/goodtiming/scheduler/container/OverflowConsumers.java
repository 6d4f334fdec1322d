package org.goodtiming.scheduler.container;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.background.CurrentDuties;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.telemetry.FailureLog;

/**
 * Consumes registrations in addition to the message-driven bean, which uses one session: single
 * registrations are stored together in this way, instead of each in its own transaction.
 *
 * <p>Not a session bean: while Payara stops, it creates instances of a message-driven bean into
 * which it can no longer inject session beans, and loses their messages (docs/adr/0019).
 */
@Singleton
public class OverflowConsumers {

  private static final Logger LOG = System.getLogger(OverflowConsumers.class.getName());

  /**
   * Maximum time for which other registrations wait for a transaction that hangs, for example at a
   * row in doubt.
   */
  private static final long PATIENCE_MILLIS = 500;

  /**
   * Longer than a transaction waits for a locked row: for its turn, and for the row, 10 s each
   * (sql/roles.sql).
   */
  private static final long MAX_STOP_SECONDS = 25;

  private @Resource ManagedThreadFactory threads;
  private @Resource TransactionSynchronizationRegistry transactions;
  private @Inject CoreConfig config;
  private @Inject NewTransaction transaction;

  @Inject
  @Named(WireContract.REGISTRATION_QUEUE)
  private Intake intake;

  private @Inject Servers servers;
  private @Inject CurrentDuties duties;
  private FailureLog failures;
  private Semaphore free;
  private ScheduledThreadPoolExecutor executor;

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers::explain);
    int sessions = config.registration().sessions();
    free = new Semaphore(sessions - 1);
    // One thread more than additional sessions, to start them while the bean hangs. Messages that
    // arrive after the end are left to the other nodes
    executor =
        new ScheduledThreadPoolExecutor(sessions, threads, new ThreadPoolExecutor.DiscardPolicy());
    executor.setRemoveOnCancelPolicy(true);
  }

  /**
   * Waits for the transactions of the sessions: Payara would stop their session bean without ending
   * them, and the broker would keep their messages for as long as a transaction may take.
   */
  public void stop() {
    executor.shutdown();
    if (!hasEnded()) {
      LOG.log(
          Level.WARNING,
          "SCHED-0168 a session for registrations has not ended before its node stops; its messages"
              + " are delivered again when the broker ends its transaction");
    }
  }

  private boolean hasEnded() {
    try {
      return executor.awaitTermination(MAX_STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Forces eager creation. If it were created for a first registration during a stop, its session
   * bean could not be injected, and that registration would be lost.
   */
  void atStart(@Observes Startup event) {}

  /**
   * Starts one more session, if the limit allows. The session starts another one after each batch
   * that leaves more messages, and ends after the first batch that does not.
   */
  public void beginOne() {
    if (free.tryAcquire()) {
      executor.execute(this::work);
    }
  }

  /** Starts sessions at an interval while the caller's transaction takes longer than it should. */
  public void beginWhileThisIsSlow() {
    Future<?> ticks =
        executor.scheduleWithFixedDelay(
            this::beginOne, PATIENCE_MILLIS, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    AfterCompletion.register(transactions, status -> ticks.cancel(false));
  }

  private boolean goesOn() {
    return !executor.isShutdown() && duties.get().registers();
  }

  private void work() {
    try {
      while (goesOn() && transaction.call(intake::takeWaiting)) {
        beginOne();
      }
    } catch (RuntimeException | Error e) {
      failures.failed(
          "SCHED-0166 an additional session for registrations failed; its messages are delivered"
              + " again",
          e);
    } finally {
      free.release();
    }
  }
}
