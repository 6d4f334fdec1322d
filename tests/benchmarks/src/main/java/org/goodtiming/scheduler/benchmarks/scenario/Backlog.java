package org.goodtiming.scheduler.benchmarks.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.goodtiming.scheduler.benchmarks.Registrations;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
import org.goodtiming.scheduler.benchmarks.worker.DrainingListener;

/** An outage and its end: many due jobs in one queue, while another is to stay punctual. */
final class Backlog {
  private static final String WITHOUT_WORKER = "bench.backlog";
  private static final String NEIGHBOUR = "bench.punctual";
  private static final int BULK = 50_000;
  private static final int JOBS_A_SECOND = 100;
  private static final Duration DELAY = Duration.ofSeconds(2);
  private static final Duration QUIET = Duration.ofSeconds(20);
  private static final Duration LONGEST = Duration.ofMinutes(30);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
  private static final Duration AUTOVACUUM = Duration.ofMinutes(3);

  private final StackAccess site;
  private final boolean worker;
  private final String queue;
  private final NodeHeap heap;
  private final PollCost look;
  private final JobTable table;
  private final Map<String, TableState> states = new LinkedHashMap<>();

  /**
   * @param worker whether the queue with the backlog has one; if not, the messages stay in it
   */
  Backlog(StackAccess site, boolean worker, NodeHeap heap, PollCost look) {
    this.site = site;
    this.worker = worker;
    this.queue = worker ? DrainingListener.QUEUE : WITHOUT_WORKER;
    this.heap = heap;
    this.look = look;
    this.table = new JobTable(site.database());
  }

  /** The sizes of table and indexes, and the cost of a poll. */
  record TableState(Map<String, Long> sizes, long deadRows, PollCost.Cost look) {}

  /**
   * What has become of it.
   *
   * @param liveBefore and the same at the end: heap after full collections
   */
  record Result(
      DrainCurve curve,
      double seconds,
      Lateness quiet,
      Traffic.Outcome neighbour,
      long liveBefore,
      long liveAfter,
      Map<String, TableState> states) {}

  Result run(long jobs) throws Exception {
    site.addQueue(queue);
    quiet(); // To warm up
    var quiet = quiet();
    note("before");
    register(jobs);
    long liveBefore = heap.live();
    note("at the maximum");
    var traffic = Traffic.start(site, NEIGHBOUR, neighbour(LONGEST));
    try (traffic) {
      Thread.sleep(DELAY.multipliedBy(2).toMillis());
      long from = System.nanoTime();
      var curve = drain(jobs, traffic);
      if (worker) {
        site.broker().awaitEmpty(queue);
      }
      double seconds = (System.nanoTime() - from) / 1e9;
      site.ledger().pause(queue, true);
      var outcome = traffic.end();
      note("after the drain");
      site.broker().purge(queue);
      awaitVacuum();
      return new Result(
          curve,
          seconds,
          quiet,
          outcome,
          liveBefore,
          heap.live(),
          Collections.unmodifiableMap(states));
    }
  }

  private Lateness quiet() throws Exception {
    try (var traffic = Traffic.start(site, NEIGHBOUR, neighbour(QUIET))) {
      return traffic.awaitAll().lateness();
    }
  }

  private static Timetable neighbour(Duration span) {
    return Timetable.perSecond(
        Instant.now().plusSeconds(1), JOBS_A_SECOND, (int) span.toSeconds() * JOBS_A_SECOND, DELAY);
  }

  private void register(long jobs) throws Exception {
    for (long registered = 0; registered < jobs; ) {
      int some = (int) Math.min(BULK, jobs - registered);
      long total = site.ledger().total("registered") + some;
      Registrations.sendInBulk(site.connectionFactory(), queue, some);
      site.ledger().awaitTotal("registered", total);
      registered += some;
    }
    site.tell("%,d jobs are due in %s", jobs, queue);
  }

  private DrainCurve drain(long jobs, Traffic neighbour) throws Exception {
    var points = new ArrayList<DrainCurve.Point>();
    long others = site.ledger().total("dispatched") - neighbour.arrived();
    long from = System.nanoTime();
    site.ledger().pause(queue, false);
    long dispatched = 0;
    while (dispatched < jobs) {
      dispatched = Math.min(jobs, site.ledger().total("dispatched") - others - neighbour.arrived());
      var point =
          new DrainCurve.Point(
              (System.nanoTime() - from) / 1e9,
              dispatched,
              site.broker().count(queue),
              heap.afterCollection());
      points.add(point);
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
    return new DrainCurve(points);
  }

  private void awaitVacuum() throws Exception {
    long end = System.nanoTime() + AUTOVACUUM.toNanos();
    while (table.deadRows() > 0 && System.nanoTime() < end) {
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
    note("%d autovacuums later".formatted(table.autovacuums()));
    table.vacuum();
    note("after VACUUM");
  }

  private void note(String when) throws Exception {
    states.put(when, new TableState(table.sizes(), table.deadRows(), look.cost()));
  }
}
