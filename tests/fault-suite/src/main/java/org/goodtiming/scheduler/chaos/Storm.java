package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.goodtiming.scheduler.chaos.StormPlan.Gust;
import org.goodtiming.scheduler.dev.ServerNode;

/** Overlapping faults under load; then everything is healed, and the promises are checked. */
final class Storm {

  private static final Duration JOIN_LIMIT = Duration.ofMinutes(10);

  private static final Duration BETWEEN_RUNS = Duration.ofSeconds(2);
  private static final Duration MAX_DELAY_OF_RUNS = Duration.ofSeconds(10);

  /**
   * @param certainty no branch may be in doubt that long after everything is up
   * @param delivery everything must have come that long after that
   */
  record Limits(Duration certainty, Duration delivery) {
    static final Limits PROMISED = new Limits(Duration.ofSeconds(30), Duration.ofSeconds(60));
  }

  /** The wanted storm. */
  record Wishes(long seed, Duration length, int jobsAMinute, Limits limits) {}

  private final FaultContext context;
  private final Wishes wishes;
  private final StormLedger books;
  private final List<String> queues;
  private final Consumer<String> out;
  private final Map<String, ReentrantLock> targets = new ConcurrentHashMap<>();
  private final StormLog log = new StormLog();
  private volatile boolean storming = true;

  Storm(
      FaultContext context,
      Wishes wishes,
      StormLedger books,
      List<String> queues,
      Consumer<String> out) {
    this.context = context;
    this.wishes = wishes;
    this.books = books;
    this.queues = List.copyOf(queues);
    this.out = out;
  }

  StormResult run() throws InterruptedException {
    context.heal();
    context.clock().compare();
    var prefix = "storm-" + Long.toString(System.currentTimeMillis(), 36);
    new Schedules(context, prefix + "-every-", queues).register(wishes.length());
    var registrants = startRegistrants(prefix);
    rage();
    storming = false;
    join(registrants);
    return new StormCheck(context, wishes, books, queues, prefix).verdict(log);
  }

  private List<Thread> startRegistrants(String prefix) {
    var jms = new StormLoad(prefix + "-j", queues, context.clock()::now);
    var amqp = new StormLoad(prefix + "-a", queues, context.clock()::now);
    var sql = new StormLoad(prefix + "-s", queues, context.clock()::now);
    return List.of(
        started(
            new StormRegistrant(
                context.client(), books, jms, () -> storming, wishes.jobsAMinute())),
        started(new AmqpRegistrant(context::activeBroker, books, amqp, () -> storming)),
        started(SqlRegistrant.of(context.sql(), books, sql, () -> storming)),
        started(runRegistrant(context.ledger().longRuns(), LongRunWorker.QUEUE, prefix + "-long-")),
        started(unreliable(UnreliableQueue.FAILING, prefix)),
        started(unreliable(UnreliableQueue.SILENT, prefix)));
  }

  private RunRegistrant unreliable(UnreliableQueue queue, String prefix) {
    return runRegistrant(
        context.ledger().attempts().jobs(queue), queue.queue(), prefix + "-" + queue.jobPrefix());
  }

  private RunRegistrant runRegistrant(RunLedger runs, String queue, String prefix) {
    var pace = new RunRegistrant.Pace(() -> storming, BETWEEN_RUNS, MAX_DELAY_OF_RUNS);
    return new RunRegistrant(context.client(), runs, context.clock(), queue, prefix, pace);
  }

  private void rage() throws InterruptedException {
    var plan =
        StormPlan.of(
            wishes.seed(),
            wishes.length(),
            context.nodes().size(),
            fault -> fault.existsIn(context.network()));
    long start = System.nanoTime();
    var gusts = new ArrayList<Thread>();
    for (var gust : plan.gusts()) {
      pauseUntil(start, gust.at());
      gusts.add(started(() -> blow(gust, start)));
    }
    join(gusts);
    pauseUntil(start, wishes.length());
  }

  // A target that is still starting when the fault should be over is spared.
  private void blow(Gust gust, long start) {
    var node = context.nodes().get(gust.node());
    var lock = targets.computeIfAbsent(gust.fault().target(node), name -> new ReentrantLock());
    try {
      if (lock.tryLock(millisUntil(start, gust.end()), TimeUnit.MILLISECONDS)) {
        strike(gust, start, node, lock);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void strike(Gust gust, long start, ServerNode node, Lock lock)
      throws InterruptedException {
    try {
      var struck = System.nanoTime();
      out.accept("%6.1f s  %s".formatted(seconds(start), title(gust)));
      gust.fault().strike(context, node);
      pauseUntil(start, gust.end());
      gust.fault().heal(context, node);
      log.healed(gust.fault(), seconds(struck));
      out.accept("%6.1f s  %s is over".formatted(seconds(start), title(gust)));
    } catch (RuntimeException e) {
      // Such as a node that is started while the database is away: the end of the storm heals it.
      log.notHealed(gust.fault(), node);
      out.accept("%6.1f s  %s failed: %s".formatted(seconds(start), title(gust), firstLine(e)));
    } finally {
      lock.unlock();
    }
  }

  private String title(Gust gust) {
    var node = context.nodes().get(gust.node());
    return gust.fault().title() + (gust.fault().ofNode() ? " " + node.name() : "");
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private static String firstLine(RuntimeException e) {
    return e.toString().lines().findFirst().orElse("");
  }

  private static void pauseUntil(long start, Duration at) throws InterruptedException {
    Wait.pause(Duration.ofMillis(millisUntil(start, at)));
  }

  private static long millisUntil(long start, Duration at) {
    return Math.max(0, at.minusNanos(System.nanoTime() - start).toMillis());
  }

  private static Thread started(Runnable work) {
    var thread = new Thread(work, "storm");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (var thread : threads) {
      thread.join(JOIN_LIMIT.toMillis());
    }
  }
}
