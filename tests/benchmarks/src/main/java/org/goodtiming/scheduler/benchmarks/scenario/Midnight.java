package org.goodtiming.scheduler.benchmarks.scenario;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.benchmarks.CpuClock;
import org.goodtiming.scheduler.benchmarks.Figure;
import org.goodtiming.scheduler.benchmarks.Table;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;

/**
 * Many jobs that are due at the same moment, while another queue gets jobs at an even pace. One
 * schedule and one job come by messages, and their rows are copied.
 *
 * @param due how many are due at the same moment
 */
record Midnight(StackAccess site, int due) {

  static final String RECURRENCE = "cron:0 0 0 * * ?";
  static final int JOBS_A_SECOND = 50;

  private static final String SCHEDULED = "bench.schedules";
  private static final String ONCE = "bench.once";
  private static final String NEIGHBOUR = "bench.punctual";
  private static final String ORIGINAL = "original";
  private static final int STEP = 250_000;
  private static final Duration DELAY = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /**
   * The result of the schedules.
   *
   * @param figure from the moment at which all are due until the last is dispatched
   * @param neighbour lateness of the other queue meanwhile
   */
  record Outcome(Figure figure, Lateness neighbour) {}

  /** Stores the number of schedules. */
  void store(int schedules) throws Exception {
    site.addQueue(SCHEDULED);
    site.addQueue(ONCE);
    register(
        SCHEDULED,
        producer ->
            producer
                .setProperty(WireContract.RECURRENCE, RECURRENCE)
                .setProperty(WireContract.ZONE, "UTC"));
    for (int stored = 1; stored < schedules; stored += STEP) {
      int copies = Math.min(STEP, schedules - stored);
      var jobId = Map.of("job_id", number(stored));
      new Table(site.database(), "scheduler.schedule").copy(original(SCHEDULED), jobId, copies);
      copyJobs(SCHEDULED, stored, copies);
      site.tell("%,d schedules are stored", stored + copies);
    }
    site.ledger().pause(SCHEDULED, false);
    site.ledger().pause(ONCE, false);
  }

  /** Runs of schedules. */
  Outcome schedules() throws Exception {
    return outcome(SCHEDULED);
  }

  /** Jobs that run once, stored before. */
  Outcome oneShots() throws Exception {
    register(
        ONCE,
        producer ->
            producer.setProperty(
                WireContract.DUE_AT, Instant.now().plus(Duration.ofDays(1)).toEpochMilli()));
    copyJobs(ONCE, 1, due - 1);
    return outcome(ONCE);
  }

  private Outcome outcome(String queue) throws Exception {
    var moment = Instant.now().plusSeconds(20).truncatedTo(ChronoUnit.SECONDS);
    Table.run(
        site.database(),
        """
        UPDATE scheduler.job SET due_at = '%1$s', eligible_at = '%1$s',
               planned_at = CASE WHEN planned_at IS NULL THEN NULL ELSE timestamptz '%1$s' END
         WHERE id IN (SELECT id FROM scheduler.job WHERE queue = '%2$s' LIMIT %3$d)"""
            .formatted(moment, queue, due));
    new JobTable(site.database()).settle();
    if (Instant.now().isAfter(moment)) {
      throw new IllegalStateException("the jobs were stored only after they were due");
    }
    var timetable =
        Timetable.perSecond(
            Instant.now(), JOBS_A_SECOND, (int) LONGEST.toSeconds() * JOBS_A_SECOND, DELAY);
    try (var traffic = Traffic.start(site, NEIGHBOUR, timetable)) {
      awaitOnDatabase(moment);
      var figure = awaitDispatched(queue, moment);
      var outcome = new Outcome(figure, traffic.end().lateness());
      site.broker().purge(queue);
      return outcome;
    }
  }

  /** Waits for the moment by the clock that makes jobs due. */
  private void awaitOnDatabase(Instant moment) throws Exception {
    String reached = "SELECT (clock_timestamp() >= '%s')::integer".formatted(moment);
    Table.await(site.database(), reached, yes -> yes == 1);
  }

  private Figure awaitDispatched(String queue, Instant moment) throws Exception {
    var cpu = CpuClock.ofNode(site.stack());
    var used = cpu.read();
    long from = System.nanoTime();
    String left =
        "SELECT count(*) FROM (SELECT 1 FROM scheduler.job WHERE queue = '%s' AND eligible_at <= '%s' LIMIT 1) due"
            .formatted(queue, moment);
    if (Table.await(site.database(), left, jobs -> jobs == 0) > 0) {
      throw new IllegalStateException("not all jobs of %s were dispatched".formatted(queue));
    }
    double seconds = (System.nanoTime() - from) / 1e9;
    return new Figure(due, seconds, cpu.read().perJobSince(used, due));
  }

  private void copyJobs(String queue, int first, int copies) throws Exception {
    new Table(site.database(), "scheduler.job")
        .copy(
            original(queue),
            Map.of("job_id", number(first), "fire_id", "gen_random_uuid()"),
            copies);
    site.ledger().book("registered", copies);
  }

  private void register(String queue, UnaryOperator<JMSProducer> properties) throws Exception {
    long registered = site.ledger().total("registered");
    try (JMSContext context = site.connectionFactory().createContext(Session.AUTO_ACKNOWLEDGE)) {
      var producer =
          context
              .createProducer()
              .setProperty(WireContract.QUEUE, queue)
              .setProperty(WireContract.JOB_ID, ORIGINAL);
      properties
          .apply(producer)
          .send(context.createQueue(WireContract.REGISTRATION_QUEUE), "x".repeat(100));
    }
    site.ledger().awaitTotal("registered", registered + 1);
  }

  private static String original(String queue) {
    return "original.queue = '%s' AND original.job_id = '%s'".formatted(queue, ORIGINAL);
  }

  private static String number(int first) {
    return "(%d + copy)::text".formatted(first - 1);
  }
}
