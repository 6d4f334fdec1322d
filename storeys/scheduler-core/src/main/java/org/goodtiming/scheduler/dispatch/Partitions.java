package org.goodtiming.scheduler.dispatch;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.LeaderTasks;
import org.goodtiming.scheduler.lease.LeaseKeeper;
import org.goodtiming.scheduler.lease.Leases;
import org.goodtiming.scheduler.telemetry.Failures;
import org.goodtiming.scheduler.telemetry.RepeatedStep;

/** The partitions that this node tries to lead at each tick, and the threads that they use. */
@Singleton
public class Partitions {

  private static final Logger LOG = System.getLogger(Partitions.class.getName());

  /** Compares the clocks on a separate thread, so that dispatch does not wait. */
  private static final int CLOCK_THREADS = 1;

  private static final int WATCH_THREADS = 1;

  /** Reads the depths of worker queues, which the broker may answer late. */
  private static final int DEPTH_THREADS = 1;

  private final DispatchNode node;
  private final DatabaseFit database;
  private final List<LeaseKeeper> keepers;
  private final DispatcherFactory dispatchers;
  private final ClockProbe clocks;
  private final DepthProbe depths;
  private final Instance<LeaderTask> tasks;
  private final DataSource dataSource;

  private final List<Future<?>> repetitions = new ArrayList<>();
  private ScheduledExecutorService executor;
  private LeaderTasks leaderTasks;
  private List<PartitionLoop> loops;

  @Inject
  Partitions(
      DispatchNode node,
      DatabaseFit database,
      Leases leases,
      DispatcherFactory dispatchers,
      ClockProbe clocks,
      DepthProbe depths,
      Instance<LeaderTask> tasks,
      DataSource dataSource) {
    this.node = node;
    this.database = database;
    this.keepers = leases.keepers();
    this.dispatchers = dispatchers;
    this.clocks = clocks;
    this.depths = depths;
    this.tasks = tasks;
    this.dataSource = dataSource;
  }

  @PostConstruct
  void create() {
    executor =
        Executors.newScheduledThreadPool(
            keepers.size() * (1 + BatchRun.THREADS) + CLOCK_THREADS + WATCH_THREADS + DEPTH_THREADS,
            node.threads().factory());
    leaderTasks =
        new LeaderTasks(
            tasks,
            dataSource,
            node.threads(),
            node.servers(),
            node.duties(),
            dispatchers.signal()::rests,
            node.events());
    dispatchers.signal().onWake(leaderTasks::wake);
    loops = keepers.stream().map(this::loop).toList();
  }

  /**
   * @throws IllegalStateException if the node must not work with its database
   */
  public void start() {
    checkDatabase();
    if (dispatchers.earlyDispatch().isWanted()) {
      repeat(
          "the comparison of the clocks", this::measureClocks, Duration.ZERO, ClockProbe.INTERVAL);
    }
    repeat("the reading of depths", this::readDepths, Duration.ZERO, DepthProbe.INTERVAL);
    if (!node.config().dispatch().enabled()) {
      log().dispatchIsOff();
    }
  }

  /** Repeats a step, which uses no connection by itself, until the node stops. */
  public void repeat(String name, Runnable step, Duration delay, Duration interval) {
    repetitions.add(
        executor.scheduleWithFixedDelay(
            new RepeatedStep(name, step),
            delay.toMillis(),
            interval.toMillis(),
            TimeUnit.MILLISECONDS));
  }

  public void tick() {
    if (node.servers().allAnswer()) {
      loops.forEach(loop -> loop.tick(executor));
    }
  }

  /** Releases the leases, so that other nodes take over at once. */
  public void stop() {
    repetitions.forEach(each -> each.cancel(false));
    // End the deadlines of all loops before waiting for the first loop
    keepers.forEach(LeaseKeeper::end);
    boolean free = keepers.stream().filter(this::release).count() == keepers.size();
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
    Dispatcher dispatcher = dispatchers.create(keeper.partition(), executor);
    return new PartitionLoop(keeper, dispatcher, node, leaderTasks);
  }

  private void measureClocks() {
    if (dispatchers.earlyDispatch().needsClocks() && node.servers().allAnswer()) {
      node.threads().runs().execute(() -> clocks.measure(dispatchers.earlyDispatch()));
    }
  }

  private void readDepths() {
    if (depths.isAsked()) {
      node.threads().runs().execute(depths::read);
    }
  }

  private void checkDatabase() {
    try {
      database.check();
    } catch (SQLException e) {
      // A database that is away at this moment must not prevent the start of the node.
      loops.forEach(loop -> loop.failed(Failures.text(e)));
      log().databaseIsAwayAtStart(e.getMessage());
    }
  }

  private DispatchLog log() {
    return node.log(LOG);
  }
}
