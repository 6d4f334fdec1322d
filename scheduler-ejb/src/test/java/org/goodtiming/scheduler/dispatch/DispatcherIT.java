package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.broker.BrokerBacklogs.Questions;
import org.goodtiming.scheduler.config.Backoff;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.dispatch.DispatchEvent.BatchAbandoned;
import org.goodtiming.scheduler.dispatch.DispatchEvent.BatchCommitted;
import org.goodtiming.scheduler.dispatch.DispatchEvent.BatchFailed;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsDispatched;
import org.goodtiming.scheduler.dispatch.DispatchEvent.Polled;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.lease.Term;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.QueueDepths;
import org.goodtiming.scheduler.server.Recovery;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A leader that loses its lease; claims are real, and nothing is sent. */
class DispatcherIT {

  private static final int BATCH = 2;

  private final ContractDatabase database = ContractDatabase.shared();
  private final DueJobs due = due(database.xa());
  private final ExecutorService executor = Executors.newFixedThreadPool(BatchRun.THREADS);
  private final ClaimsOnly dispatch = new ClaimsOnly(due);
  private final List<Event> told = new CopyOnWriteArrayList<>();
  private volatile List<Recovery> recoveries = List.of();
  private final QueueDepths depths = new QueueDepths();
  private final AtomicLong nanoTime = new AtomicLong();
  private final DueSignal signal = new DueSignal(null, nanoTime::get);

  @BeforeEach
  void fiveDueJobs() {
    database.clear();
    register("a", 5);
  }

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void it_claims_no_more_once_the_lease_is_lost() throws InterruptedException {
    dispatcher(BATCH).run(new TermOf(1), Deadline.in(Duration.ofMinutes(1)));
    assertThat(dispatch.claims).extracting(Claim::rows).containsExactly(BATCH, BATCH);
    assertThat(waiting()).isEqualTo("1");
  }

  @Test
  void nothing_is_dispatched_nor_tried_alone_until_an_outage_is_over() throws InterruptedException {
    Recovery lasting = new Recovery(Duration.ofSeconds(5), Duration.ZERO);
    recoveries = List.of(lasting);
    Dispatcher dispatcher = dispatcher(BATCH);
    dispatcher.run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(300)));
    assertThat(dispatch.claims).isEmpty();

    recoveries = List.of();
    dispatch.afterClaim =
        () -> {
          recoveries = List.of(lasting);
          throw new IllegalStateException("the outage has begun");
        };
    dispatcher.run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(300)));
    assertThat(dispatch.claims).hasSize(1);
    assertThat(dispatch.blamed).isEmpty();
  }

  /** One may be the cancel of a job that was stored at once. */
  @Test
  void nothing_is_dispatched_while_a_registration_by_sql_waits_from_the_time_of_an_outage()
      throws InterruptedException {
    recoveries = List.of(new Recovery(Duration.ofSeconds(5), Duration.ofSeconds(1)));
    database.execute(
        """
        INSERT INTO scheduler.sql_registration (requested_at, properties, body)
        VALUES (clock_timestamp() - interval 'PT2S', '{}', '')
        """);
    Dispatcher dispatcher = dispatcher(BATCH);
    dispatcher.run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(300)));
    assertThat(dispatch.claims).isEmpty();

    database.execute(
        "UPDATE scheduler.sql_registration SET requested_at = clock_timestamp() + interval 'PT1M'");
    dispatcher.run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(600)));
    assertThat(dispatch.claims).isNotEmpty();
  }

  @Test
  void a_batch_that_fails_when_the_lease_is_lost_is_not_blamed_on_queue_or_job()
      throws InterruptedException {
    TermOf term = new TermOf(0);
    dispatch.afterClaim =
        () -> {
          term.renew();
          throw new IllegalStateException("did not commit");
        };
    dispatcher(BATCH).run(term, Deadline.in(Duration.ofMinutes(1)));
    assertThat(dispatch.claims).hasSize(1);
    assertThat(dispatch.blamed).isEmpty();
    assertThat(told(BatchAbandoned.class))
        .containsExactly(
            new BatchAbandoned("default", 0, "node-2", 1, "IllegalStateException: did not commit"));
  }

  @Test
  void each_batch_reports_how_late_its_jobs_were_once_it_has_committed()
      throws InterruptedException {
    database.execute("UPDATE scheduler.job SET due_at = due_at - interval 'PT1H'");
    dispatcher(BATCH).run(new TermOf(1), Deadline.in(Duration.ofMinutes(1)));
    assertThat(told(JobsDispatched.class))
        .hasSize(2)
        .allSatisfy(
            batch -> {
              assertThat(batch.queue()).isEqualTo("a");
              assertThat(batch.dropped()).isZero();
              assertThat(batch.latenessMicros()).hasSize(BATCH);
              assertThat(Duration.of(batch.latenessMicros()[0], ChronoUnit.MICROS))
                  .isBetween(Duration.ofMinutes(60), Duration.ofMinutes(70));
            });
    assertThat(told(BatchCommitted.class)).extracting(BatchCommitted::jobs).containsOnly(BATCH);
    assertThat(told(Polled.class)).isNotEmpty();
  }

  @Test
  void a_backlog_gets_what_the_other_queue_leaves_of_its_share() throws InterruptedException {
    register("a", 40);
    register("b", 1);
    dispatch.afterClaim = () -> register("b", 1);
    dispatcher(16).run(new TermOf(1), Deadline.in(Duration.ofMinutes(1)));
    assertThat(dispatch.claims)
        .extracting(Claim::taken)
        .containsExactly(Map.of("a", 8, "b", 1), Map.of("a", 14, "b", 1));
  }

  @Test
  void a_queue_with_a_rate_limit_gets_no_more_and_delays_no_other() throws InterruptedException {
    database.execute("UPDATE scheduler.worker_queue SET rate_limit = 600 WHERE name = 'a'");
    register("a", 100);
    register("b", 100);
    long begin = System.nanoTime();
    Dispatcher dispatcher = dispatcher(16);
    while (dispatched("a") < 5) {
      dispatcher.run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(50)));
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
    assertThat(dispatched("a")).isLessThanOrEqualTo(1 + (int) (elapsed.toMillis() / 100));
    assertThat(dispatched("b")).isEqualTo(100);
  }

  @Test
  void a_queue_with_a_limit_of_runs_gets_no_more_and_delays_no_other() throws InterruptedException {
    database.execute(
        "UPDATE scheduler.worker_queue SET tracked = true, max_concurrent_runs = 5 WHERE name = 'a'");
    register("a", 100);
    register("b", 100);
    dispatcher(16).run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofSeconds(2)));
    assertThat(dispatched("a")).isEqualTo(5);
    assertThat(dispatched("b")).isEqualTo(100);
  }

  @Test
  void a_queue_whose_limit_the_previous_batch_keeps_does_not_rest() throws SQLException {
    database.execute(
        "UPDATE scheduler.worker_queue SET tracked = true, key_property = 'group', max_concurrent_runs_per_key = 9");
    Poll poll = poll();
    Lease lease = new TermOf(0).lease();
    try (OpenTransaction uncommitted = new OpenTransaction(database.xa(), () -> {})) {
      ClaimsOnly before = new ClaimsOnly(due(uncommitted.dataSource()));
      Batch first = new Batch(BatchQuota.first(poll.dueQueues(lease, ClaimCursor.NONE), BATCH));
      first.start(Runnable::run, () -> before.batch(lease, first));
      assertThat(first.claim().rows()).isEqualTo(BATCH);
      Claim next =
          new ReportedDispatch(dispatch, poll, told::add, config(BATCH))
              .batch(lease, first.next(first.quota()));
      assertThat(next.rows()).as("the limit is locked").isZero();
    }
    assertThat(poll.dueQueues(lease, ClaimCursor.NONE).healthyDue()).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate_limit = 1",
        "key_property = 'group', fair_shares = true",
        "tracked = true, key_property = 'group', max_concurrent_runs_per_key = 9"
      })
  void a_queue_with_a_limit_is_named_and_tried_alone_when_its_batch_fails(String settings)
      throws InterruptedException {
    database.execute("UPDATE scheduler.worker_queue SET " + settings);
    dispatch.afterClaim =
        () -> {
          throw new IllegalStateException("did not commit");
        };
    dispatcher(BATCH).run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(1)));
    assertThat(told(BatchFailed.class))
        .extracting(BatchFailed::queues)
        .containsExactly(Set.of("a"));
    assertThat(dispatch.blamed).first().asString().startsWith("tried alone");
  }

  @Test
  void a_queue_gets_no_more_messages_than_its_maximum_depth_and_delays_no_other()
      throws InterruptedException {
    database.execute("UPDATE scheduler.worker_queue SET max_depth = 20 WHERE name = 'a'");
    register("a", 100);
    register("b", 100);
    Dispatcher dispatcher = dispatcher(16);
    dispatcher.run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(300)));
    assertThat(dispatched("a")).as("the depth is not known").isZero();
    assertThat(dispatched("b")).isEqualTo(100);

    depths.read(depths.question(), Map.of("a", 3L));
    dispatcher.run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(300)));
    assertThat(dispatched("a")).isEqualTo(17);

    depths.read(depths.question(), Map.of("a", 12L));
    dispatcher.run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(300)));
    assertThat(dispatched("a")).isEqualTo(25);
  }

  @Test
  void a_canary_counts_neither_as_sent_nor_as_dropped_and_takes_no_slot_of_a_limit()
      throws InterruptedException {
    database.execute(
        "UPDATE scheduler.worker_queue SET tracked = true, max_concurrent_runs = 6 WHERE name = 'a'");
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(
            List.of(
                Canary.of(job("a", Canary.NAME).build(), false),
                Canary.of(job("b", Canary.NAME).build(), false)));
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp() - interval 'PT1S'");

    dispatcher(16).run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(300)));

    assertThat(dispatch.claims)
        .flatExtracting(Claim::canaries)
        .extracting(canary -> canary.key().queue())
        .containsExactlyInAnyOrder("a", "b");
    assertThat(told(JobsDispatched.class))
        .singleElement()
        .satisfies(
            batch -> {
              assertThat(batch.dropped()).isZero();
              assertThat(batch.latenessMicros()).hasSize(5);
            });
    register("a", 2);
    dispatcher(16).run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(300)));
    assertThat(waiting()).isEqualTo("1");
  }

  private DueJobs due(DataSource dataSource) {
    return new DueJobs(dataSource, new ExecutionStore(dataSource, "node-1"), database.schedules());
  }

  @Test
  void a_leader_at_rest_polls_once_in_a_run_unless_a_job_is_due_soon() throws InterruptedException {
    database.execute("DELETE FROM scheduler.job");
    assertThat(pollsOfRun()).as("not at rest yet").isGreaterThan(1);
    rest();
    assertThat(pollsOfRun()).as("at rest").isEqualTo(1);

    register("a", 1);
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp() + interval 'PT1H'");
    assertThat(pollsOfRun()).as("due in an hour").isEqualTo(1);
    database.execute(
        "UPDATE scheduler.job SET eligible_at = clock_timestamp() + interval 'PT2.5S'");
    assertThat(pollsOfRun()).as("due in 2.5 s").isGreaterThan(1);
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp() - interval 'PT1S'");
    database.execute("UPDATE scheduler.worker_queue SET max_depth = 1");
    assertThat(pollsOfRun()).as("due, and not admitted").isGreaterThan(1);
    database.execute(
        "UPDATE scheduler.worker_queue SET max_depth = 0, failures = 1, retry_at = clock_timestamp() + interval 'PT2.5S'");
    assertThat(pollsOfRun()).as("due, and tried again in 2.5 s").isGreaterThan(1);
  }

  @Test
  void a_job_that_no_signal_tells_of_is_dispatched_by_a_leader_at_rest() throws Exception {
    database.execute("DELETE FROM scheduler.job");
    rest();
    Future<?> run =
        executor.submit(
            () -> {
              Dispatcher dispatcher = dispatcher(BATCH);
              while (dispatched("a") == 0) {
                dispatcher.run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofHours(1)));
              }
              return null;
            });
    await().until(() -> !told(Polled.class).isEmpty());
    register("a", 1);
    await().until(() -> dispatched("a") == 1);
    run.cancel(true);
  }

  /** Of five polling intervals. */
  private int pollsOfRun() throws InterruptedException {
    told.clear();
    dispatcher(BATCH).run(new TermOf(Integer.MAX_VALUE), Deadline.in(Duration.ofMillis(500)));
    return told(Polled.class).size();
  }

  private void rest() {
    signal.setAlone(true);
    nanoTime.addAndGet(Duration.ofMinutes(1).toNanos());
  }

  private int dispatched(String queue) {
    return dispatch.claims.stream().mapToInt(claim -> claim.takenOf(queue)).sum();
  }

  private Poll poll() {
    return new Poll(
        due, "default", new DispatchPolicies(depths), new EarlyDispatch(Duration.ZERO), told::add);
  }

  private static DispatchConfig config(int batch) {
    Duration second = Duration.ofSeconds(1);
    Backoff backoff = new Backoff(second, second);
    return new DispatchConfig(
        true, Duration.ofMillis(100), batch, false, Duration.ZERO, second, 5, backoff, backoff);
  }

  private Dispatcher dispatcher(int batch) {
    return new Dispatcher(
        poll(),
        new DelayedRegistrations(
            () -> recoveries,
            new Questions(List::of, queue -> Optional.empty()),
            time -> DelayedRegistrations.anyBySqlBefore(time, database.xa())),
        signal,
        dispatch,
        executor,
        config(batch),
        told::add);
  }

  private <E extends Event> List<E> told(Class<E> kind) {
    return told.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private void register(String queue, int jobs) {
    List<NewJob> some =
        IntStream.range(0, jobs)
            .mapToObj(i -> job(queue, UUID.randomUUID().toString()).build())
            .toList();
    new JobStore(database.xa(), database.executions(), database.schedules()).register(some);
  }

  private String waiting() {
    return database.value("SELECT count(*) FROM scheduler.job");
  }

  /** A lease that can be renewed a given number of times. */
  private static final class TermOf implements Term {
    private int renewals;
    private volatile boolean lasts = true;

    TermOf(int renewals) {
      this.renewals = renewals;
    }

    @Override
    public Lease lease() {
      return new Lease("default", "node-1", 0);
    }

    @Override
    public synchronized boolean renew() {
      lasts = renewals-- > 0;
      return lasts;
    }

    @Override
    public boolean lasts() {
      return lasts;
    }

    @Override
    public boolean leadsFirstPartition() {
      return true;
    }

    @Override
    public boolean isAlone() {
      return true;
    }

    @Override
    public Optional<Lease> successor() {
      return lasts ? Optional.empty() : Optional.of(new Lease("default", "node-2", 1));
    }

    @Override
    public void close() {}
  }

  private static final class ClaimsOnly implements JobDispatch {
    private final DueJobs due;
    private final List<Claim> claims = new CopyOnWriteArrayList<>();
    private final List<String> blamed = new CopyOnWriteArrayList<>();
    private Runnable afterClaim = () -> {};

    ClaimsOnly(DueJobs due) {
      this.due = due;
    }

    @Override
    public Claim batch(Lease lease, Batch batch) {
      BatchQuota quota = batch.quota();
      Claim claim =
          due.claim(
              quota.ofClaim(),
              quota.cursor(),
              Duration.ZERO,
              lease.partition(),
              lease.epoch(),
              rows -> {});
      claims.add(claim);
      afterClaim.run();
      batch.claimed(claim);
      batch.awaitTurn();
      return claim;
    }

    @Override
    public Claim one(Lease lease, long id) {
      blamed.add("tried alone: " + id);
      return new Claim(Map.of(), List.of(), ClaimCursor.NONE);
    }

    @Override
    public void queueFailed(String queue, Duration rest, List<Failure> tried) {
      blamed.add(queue);
    }

    @Override
    public void queueRecovered(String queue) {}

    @Override
    public Quarantined jobsFailed(String queue, List<Failure> failures) {
      failures.forEach(failure -> blamed.add("job " + failure.id()));
      return Quarantined.NONE;
    }
  }
}
