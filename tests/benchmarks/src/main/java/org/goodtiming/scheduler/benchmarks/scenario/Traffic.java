package org.goodtiming.scheduler.benchmarks.scenario;

import jakarta.jms.JMSContext;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.benchmarks.Arrivals;
import org.goodtiming.scheduler.benchmarks.BatchConsumer;
import org.goodtiming.scheduler.benchmarks.Job;
import org.goodtiming.scheduler.benchmarks.Loop;
import org.goodtiming.scheduler.benchmarks.Registrations;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;

/**
 * Jobs that are registered by a timetable, each in a durable transaction of its own, and a worker
 * that books their arrival.
 */
final class Traffic implements AutoCloseable {
  private static final int CLIENTS = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private final StackAccess site;
  private final String queue;
  private final Timetable timetable;
  private final List<Job> jobs;
  private final Arrivals arrivals;
  private final BatchConsumer worker;
  private final List<Loop> clients = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger registered = new AtomicInteger();
  private final AtomicLong arrearsMillis = new AtomicLong();

  /** The outcome of the jobs. */
  record Outcome(
      int registered, int arrived, int twice, int early, long arrearsMillis, Lateness lateness) {

    int lost() {
      return registered - arrived;
    }

    boolean clean() {
      return lost() == 0 && twice == 0 && early == 0;
    }
  }

  private Traffic(StackAccess site, String queue, Timetable timetable) {
    this.site = site;
    this.queue = queue;
    this.timetable = timetable;
    this.jobs = timetable.all();
    this.arrivals = new Arrivals(jobs, () -> {});
    this.worker = new BatchConsumer(site.connectionFactory(), queue);
  }

  /** Opens the queue; jobs are placed from the timetable's start on. */
  static Traffic start(StackAccess site, String queue, Timetable timetable) throws SQLException {
    var traffic = new Traffic(site, queue, timetable);
    site.addQueue(queue);
    site.ledger().pause(queue, false);
    traffic.worker.start(traffic.arrivals::handle);
    for (int client = 1; client <= CLIENTS; client++) {
      var loop = new Loop("client %d of %s".formatted(client, queue));
      traffic.clients.add(loop);
      loop.start(traffic::place);
    }
    return traffic;
  }

  int arrived() {
    return arrivals.handled();
  }

  /** Places no more, and waits for those that were placed. */
  Outcome end() throws InterruptedException, ExecutionException {
    for (var client : clients) {
      client.stop();
    }
    long end = System.nanoTime() + timetable.delay().plus(PATIENCE).toNanos();
    while (arrivals.handled() < registered.get() && System.nanoTime() < end) {
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
    return new Outcome(
        registered.get(),
        arrivals.handled(),
        arrivals.twice(),
        arrivals.early(),
        arrearsMillis.get(),
        Lateness.of(arrivals.lateness()));
  }

  /** Waits for all jobs of the timetable; throws what a client failed at. */
  Outcome awaitAll() throws InterruptedException, ExecutionException {
    var end = timetable.start().plus(timetable.span()).plus(PATIENCE);
    while (next.get() < jobs.size() && Instant.now().isBefore(end)) {
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
    return end();
  }

  @Override
  public void close() throws Exception {
    for (var client : clients) {
      client.stop();
    }
    worker.stop();
    site.ledger().pause(queue, true);
  }

  private void place(BooleanSupplier going) throws InterruptedException {
    try (var context = site.connectionFactory().createContext(Session.AUTO_ACKNOWLEDGE)) {
      while (going.getAsBoolean()) {
        int number = next.getAndIncrement();
        if (number >= jobs.size()) {
          return;
        }
        place(context, number);
      }
    }
  }

  private void place(JMSContext context, int number) throws InterruptedException {
    var untilThen = Duration.between(Instant.now(), timetable.placed(number)).toMillis();
    if (untilThen > 0) {
      Thread.sleep(untilThen);
    } else {
      arrearsMillis.accumulateAndGet(-untilThen, Math::max);
    }
    Registrations.register(context, queue, jobs.get(number));
    registered.incrementAndGet();
  }
}
