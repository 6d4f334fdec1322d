package org.goodtiming.scheduler.dispatch;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.job.DueJobs;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.Housekeeping;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.lease.LeaseKeeper;
import org.goodtiming.scheduler.recovery.CommitMarker;
import org.goodtiming.scheduler.recovery.InDoubtWatch;
import org.goodtiming.scheduler.telemetry.FailureLog;
import org.goodtiming.scheduler.telemetry.Failures;
import org.goodtiming.scheduler.telemetry.NodeHealth;
import org.goodtiming.scheduler.telemetry.Servers;

/** The EJB timer that dispatches, one on each node; the holder of the lease works. */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class DispatchTimer {

  private static final Logger LOG = System.getLogger(DispatchTimer.class.getName());

  private static final Duration BETWEEN_HOUSEKEEPINGS = Duration.ofMinutes(1);

  /** The clocks are compared beside dispatch, which must not wait for that. */
  private static final int CLOCK_THREADS = 1;

  private @Resource TimerService timers;
  private @Resource ManagedThreadFactory threads;
  private @Inject SchedulerConfig config;
  private @Inject SchemaVersion schema;
  private @Inject LeaseKeeper keeper;
  private @Inject DueJobs jobs;
  private @Inject DueSignal signal;
  private @Inject HandOffTransactions handOff;
  private @Inject Ahead ahead;
  private @Inject ClockProbe clocks;
  private @Inject Housekeeping housekeeping;
  private @Inject CommitMarker marker;
  private @Inject InDoubtWatch inDoubt;
  private @Inject NodeHealth health;
  private @Inject Servers servers;

  private ScheduledExecutorService executor;
  private Dispatcher dispatcher;
  private FailureLog failures;
  private Beat untilHousekeeping = Beat.of(Duration.ZERO);
  private Beat untilInDoubt = Beat.of(Duration.ZERO);

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers);
    stopIfDatabaseDoesNotFit();
    executor = Executors.newScheduledThreadPool(Pipeline.THREADS + CLOCK_THREADS, threads);
    dispatcher =
        new Dispatcher(jobs, signal, handOff, executor, ahead, config.timer(), config.dispatch());
    if (ahead.isWanted()) {
      long pause = ClockProbe.INTERVAL.toMillis();
      executor.scheduleWithFixedDelay(this::measureClocks, 0, pause, TimeUnit.MILLISECONDS);
    }
    if (!config.dispatch().enabled()) {
      LOG.log(
          Level.INFO,
          "SCHED-0205 node {0} does not dispatch: scheduler.dispatch.enabled=false",
          config.node());
    }
    long interval = config.timer().interval().toMillis();
    timers.createIntervalTimer(0, interval, new TimerConfig("dispatch", false));
  }

  @Timeout
  void tick() {
    // Without this node's renewals another node takes over, which may well reach the servers
    if (!servers.allAnswer()) {
      return;
    }
    try {
      Optional<String> problem = schema.problem();
      if (problem.isEmpty() && config.dispatch().enabled()) {
        keeper.tick(this::beat);
      }
      problem.ifPresentOrElse(health::failed, health::ticked);
    } catch (SQLException | RuntimeException e) {
      // The timer must live on: the next tick tries again.
      health.failed(Failures.text(e));
      failures.failed("SCHED-0206 a tick failed, the next one tries again", e);
    }
  }

  // The attribute is named here too: without it Payara begins a transaction first, fails to while
  // the server stops, and leaves the callback out (docs/adr/0007).
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    try {
      keeper.release();
      LOG.log(Level.INFO, "SCHED-0305 node {0} stops and holds no lease any more", config.node());
    } catch (SQLException e) {
      LOG.log(
          Level.WARNING,
          "SCHED-0304 node {0} could not release the lease; others take over after the failover"
              + " interval: {1}",
          config.node(),
          e.getMessage());
    }
    executor.shutdown();
  }

  private boolean beat(LeaseKeeper.Term term) {
    if (!servers.allAnswer()) {
      return false;
    }
    try {
      dispatcher.run(term, Beat.of(config.timer().interval()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    lookForInDoubt();
    keepHouse();
    health.ticked();
    return true;
  }

  private void measureClocks() {
    if (servers.allAnswer()) {
      clocks.measure(ahead);
    }
  }

  private void lookForInDoubt() {
    if (!untilInDoubt.over()) {
      return;
    }
    untilInDoubt = Beat.of(InDoubtWatch.INTERVAL);
    try {
      health.inDoubt(inDoubt.look());
    } catch (RuntimeException e) {
      // Dispatch goes on without it, and it comes again.
      failures.failed("SCHED-0604 could not look for transactions in doubt; next try in 10 s", e);
    }
  }

  private void keepHouse() {
    if (!untilHousekeeping.over()) {
      return;
    }
    untilHousekeeping = Beat.of(BETWEEN_HOUSEKEEPINGS);
    try {
      housekeeping.run();
    } catch (RuntimeException e) {
      // Dispatch does not need it, and it comes again.
      failures.failed("SCHED-0207 housekeeping failed, it is tried again in a minute", e);
    }
  }

  private void stopIfDatabaseDoesNotFit() {
    try {
      stopBecauseOf(schema.problem());
      stopBecauseOf(marker.problem());
    } catch (SQLException e) {
      // A database that is away at this moment must not keep the node down.
      health.failed(Failures.text(e));
      LOG.log(
          Level.WARNING,
          "SCHED-0503 the database did not answer at the start of node {0}, ticks go on trying: {1}",
          config.node(),
          e.getMessage());
    }
  }

  private static void stopBecauseOf(Optional<String> problem) {
    if (problem.isPresent()) {
      throw new IllegalStateException(problem.get());
    }
  }
}
