package org.goodtiming.scheduler.registration;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.job.AfterCompletion;

/**
 * Takes registrations beside the message-driven bean, which does so in one session: registrations
 * that come singly are stored together that way, instead of each in a transaction of its own.
 */
@Singleton
class FurtherSessions {

  private static final Logger LOG = System.getLogger(FurtherSessions.class.getName());

  /** Nothing waits longer for a transaction that hangs, behind a row in doubt for example. */
  private static final long PATIENCE_MILLIS = 500;

  @Resource private ManagedThreadFactory threads;
  @Resource private TransactionSynchronizationRegistry transactions;
  @Inject private SchedulerConfig config;
  @Inject private RegistrationTransactions registrations;
  private Semaphore free;
  private ScheduledThreadPoolExecutor executor;

  @PostConstruct
  void start() {
    int sessions = config.registration().sessions();
    free = new Semaphore(sessions - 1);
    // One more thread looks after the caller
    executor = new ScheduledThreadPoolExecutor(sessions, threads);
    executor.setRemoveOnCancelPolicy(true);
  }

  @PreDestroy
  void stop() {
    executor.shutdown();
  }

  /** Begin now, and end with the first batch that leaves nothing. */
  void begin() {
    while (free.tryAcquire()) {
      executor.execute(this::work);
    }
  }

  /** Begin, again and again, while the caller's transaction takes longer than it should. */
  void beginIfThisIsSlow() {
    Future<?> impatience =
        executor.scheduleWithFixedDelay(
            this::begin, PATIENCE_MILLIS, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    AfterCompletion.register(transactions, status -> impatience.cancel(false));
  }

  private void work() {
    try {
      boolean moreMayWait = true;
      while (moreMayWait && !executor.isShutdown()) {
        moreMayWait = registrations.store(WireContract.REGISTRATION_QUEUE, null);
      }
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "SCHED-0166 a batch of registrations was not stored, they are delivered again",
          e);
    } finally {
      free.release();
    }
  }
}
