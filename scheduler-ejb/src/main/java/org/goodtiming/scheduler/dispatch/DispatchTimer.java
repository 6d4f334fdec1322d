package org.goodtiming.scheduler.dispatch;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.job.DatabaseLimits;
import org.goodtiming.scheduler.job.DueJobs;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.leader.LeaderTask;
import org.goodtiming.scheduler.leader.LeaderTasks;
import org.goodtiming.scheduler.lease.LeaseKeeper;
import org.goodtiming.scheduler.lease.Leases;
import org.goodtiming.scheduler.recovery.CommitMarker;
import org.goodtiming.scheduler.telemetry.CurrentDuties;
import org.goodtiming.scheduler.telemetry.Event.TimerCalled;
import org.goodtiming.scheduler.telemetry.Events;
import org.goodtiming.scheduler.telemetry.Failures;
import org.goodtiming.scheduler.telemetry.NodeHealth;
import org.goodtiming.scheduler.telemetry.RepeatedStep;
import org.goodtiming.scheduler.telemetry.Servers;

/**
 * The EJB timer of a node: at each tick it tries to lead each of its partitions. Its first tick
 * needs the duties of the node, which a periodic task reads.
 */
@Singleton
@Startup
@DependsOn("PeriodicTasks")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class DispatchTimer {

  private static final Logger LOG = System.getLogger(DispatchTimer.class.getName());

  /** Compares the clocks on a separate thread, so that dispatch does not wait. */
  private static final int CLOCK_THREADS = 1;

  private static final int WATCH_THREADS = 1;

  private @Resource TimerService timers;
  private @Resource ManagedThreadFactory threads;
  private @Inject SchedulerConfig config;
  private @Inject SchemaVersion schema;
  private @Inject DatabaseLimits limits;
  private @Inject Leases leases;
  private @Inject DueJobs jobs;
  private @Inject DueSignal signal;
  private @Inject DispatchTransactions dispatch;
  private @Inject EarlyDispatch ahead;
  private @Inject ClockProbe clocks;
  private @Inject CommitMarker marker;
  private @Inject Instance<LeaderTask> tasks;
  private @Inject Events events;
  private @Inject NodeHealth health;
  private @Inject Servers servers;
  private @Inject CurrentDuties duties;

  private ScheduledExecutorService executor;
  private List<PartitionLoop> loops;
  private LeaderTasks leaderTasks;
  private TimerWatch watch;
  private Future<?> ticksWithoutTimer;

  @PostConstruct
  void start() {
    List<LeaseKeeper> keepers = leases.keepers();
    executor =
        Executors.newScheduledThreadPool(
            keepers.size() * (1 + BatchRun.THREADS) + CLOCK_THREADS + WATCH_THREADS, threads);
    leaderTasks = new LeaderTasks(tasks, threads, servers::explain, events);
    loops = keepers.stream().map(this::loop).toList();
    stopIfDatabaseDoesNotFit();
    if (ahead.isWanted()) {
      long pause = ClockProbe.INTERVAL.toMillis();
      executor.scheduleWithFixedDelay(
          new RepeatedStep("the comparison of the clocks", this::measureClocks),
          0,
          pause,
          TimeUnit.MILLISECONDS);
    }
    if (!config.dispatch().enabled()) {
      log().dispatchIsOff();
    }
    watch = new TimerWatch(log());
    long interval = config.timer().interval().toMillis();
    timers.createIntervalTimer(0, interval, new TimerConfig("dispatch", false));
    ticksWithoutTimer =
        executor.scheduleWithFixedDelay(
            new RepeatedStep("the ticks without the timer", this::tickWithoutTimer),
            interval,
            interval,
            TimeUnit.MILLISECONDS);
  }

  @Timeout
  void timeout() {
    watch.called();
    events.tell(new TimerCalled());
    tick();
  }

  /** An EJB timer stands still while a clock that was set back catches up (docs/adr/0053). */
  private void tickWithoutTimer() {
    if (watch.isSilent()) {
      tick();
    }
  }

  private void tick() {
    if (servers.allAnswer()) {
      loops.forEach(loop -> loop.tick(executor));
    }
  }

  // The attribute is named here too: otherwise Payara tries to begin a transaction first, fails
  // because the server stops, and skips the callback (docs/adr/0007).
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    // Payara has stopped the timer already
    ticksWithoutTimer.cancel(false);
    // End the deadlines of all loops before waiting for the first loop
    loops.forEach(loop -> loop.keeper().end());
    boolean free = loops.stream().filter(loop -> release(loop.keeper())).count() == loops.size();
    if (free) {
      log().stopsWithoutLease();
    }
    leaderTasks.close();
    executor.shutdown();
  }

  private boolean release(LeaseKeeper keeper) {
    try {
      keeper.release();
      return true;
    } catch (SQLException e) {
      log().leaseNotReleased(keeper.partition(), e.getMessage());
      return false;
    }
  }

  private PartitionLoop loop(LeaseKeeper keeper) {
    Dispatcher dispatcher =
        new Dispatcher(
            new Poll(jobs, keeper.partition(), ahead, events),
            signal,
            dispatch,
            executor,
            config.dispatch(),
            events);
    DispatchNode node = new DispatchNode(config, schema, servers, health, duties);
    return new PartitionLoop(keeper, dispatcher, node, leaderTasks, events);
  }

  private void measureClocks() {
    if (ahead.needsClocks() && servers.allAnswer()) {
      clocks.measure(ahead);
    }
  }

  private void stopIfDatabaseDoesNotFit() {
    try {
      stopBecauseOf(schema.problem());
      stopBecauseOf(marker.problem());
      stopBecauseOf(limits.problem());
      limits.warnings().forEach(warning -> LOG.log(Level.WARNING, warning));
    } catch (SQLException e) {
      // A database that is away at this moment must not prevent the start of the node.
      loops.forEach(loop -> loop.failed(Failures.text(e)));
      log().databaseIsAwayAtStart(e.getMessage());
    }
  }

  private DispatchLog log() {
    return new DispatchLog(LOG, config.node());
  }

  private static void stopBecauseOf(Optional<String> problem) {
    if (problem.isPresent()) {
      throw new IllegalStateException(problem.get());
    }
  }
}
