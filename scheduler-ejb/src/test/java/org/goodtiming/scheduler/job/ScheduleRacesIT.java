package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.Registered.Outcome;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.goodtiming.scheduler.operations.schedule.ScheduleQueries;
import org.goodtiming.scheduler.schedule.ScheduleStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes dispatch the runs of a schedule while it is cancelled, paused or changed. */
class ScheduleRacesIT {

  private static final int ROUNDS = Integer.getInteger("scheduler.schedule-races", 300);
  private static final Instant SENT = Instant.parse("2026-12-01T10:00:00Z");
  private static final Instant FIRST = Instant.parse("2020-01-01T00:00:00Z");
  private static final Instant FIRST_AFTER_CHANGE = Instant.parse("2021-01-01T00:00:00Z");

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutorService nodes = Executors.newFixedThreadPool(2);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @AfterEach
  void stop() {
    nodes.shutdownNow();
  }

  @Test
  void a_cancel_pause_or_change_that_meets_a_dispatch_shows_the_last_run_and_none_is_skipped()
      throws Exception {
    long seed = Long.getLong("scheduler.seed", System.nanoTime());
    Random random = new Random(seed);
    int dispatched = 0;
    Map<Intent, Set<Boolean>> fired = new EnumMap<>(Intent.class);
    try (Session one = new Session(random.nextLong());
        Session other = new Session(random.nextLong());
        Session operator = new Session(random.nextLong())) {
      for (int round = 0; round < ROUNDS; round++) {
        Race race =
            new Race(
                "round %d of seed %d".formatted(round, seed),
                new JobKey("a", "job " + round),
                Intent.values()[random.nextInt(Intent.values().length)]);
        dispatched += race.run(one, other, operator);
        fired.computeIfAbsent(race.intent, intent -> new TreeSet<>()).add(race.told != null);
      }
    }
    assertThat(
            database.value(
                "SELECT dispatched || ' ' || waiting || ' ' || difference FROM scheduler.ledger"))
        .as("seed %d", seed)
        .isEqualTo(dispatched + " 0 0");
    assertThat(fired)
        .as("each came before the first run in some rounds and after it in others, seed %d", seed)
        .hasSize(3)
        .allSatisfy((intent, outcomes) -> assertThat(outcomes).containsExactly(false, true));
  }

  /** The actions that race with the dispatch. */
  private enum Intent {
    CANCEL,
    PAUSE,
    CHANGE
  }

  /** One schedule of its own. */
  private final class Race {

    private final String name;
    private final JobKey key;
    private final Intent intent;
    private @Nullable Instant told;

    Race(String name, JobKey key, Intent intent) {
      this.name = name;
      this.key = key;
      this.intent = intent;
    }

    /** How many runs were dispatched. */
    int run(Session one, Session other, Session operator) throws Exception {
      register(operator, SENT, FIRST);
      List<Future<List<Instant>>> dispatching =
          Stream.of(one, other).map(each -> nodes.submit(each::dispatch)).toList();
      operator.hesitate();
      told =
          switch (intent) {
            case CANCEL -> cancel(operator, SENT.plusSeconds(1));
            case PAUSE -> pause(operator);
            case CHANGE -> change(operator);
          };
      List<Instant> dispatched = new ArrayList<>();
      for (Future<List<Instant>> each : dispatching) {
        dispatched.addAll(each.get());
      }
      check(dispatched);
      if (intent != Intent.CANCEL) {
        assertThat(cancel(operator, SENT.plusSeconds(2)))
            .as("%s: told at the end", name)
            .isEqualTo(last(intent == Intent.CHANGE ? afterChange(dispatched) : dispatched));
      }
      return dispatched.size();
    }

    private void check(List<Instant> dispatched) {
      List<Instant> before =
          dispatched.stream().filter(due -> due.isBefore(FIRST_AFTER_CHANGE)).sorted().toList();
      List<Instant> after = afterChange(dispatched);
      assertThat(before).as(name).isEqualTo(hours(FIRST, before.size()));
      assertThat(after).as(name).isEqualTo(hours(FIRST_AFTER_CHANGE, after.size()));
      assertThat(told).as("%s: told by the %s", name, intent).isEqualTo(last(before));
      String schedule =
          database.value(
              "SELECT state || ' ' || runs FROM scheduler.schedule WHERE job_id = '%s'"
                  .formatted(key.jobId()));
      assertThat(schedule)
          .as(name)
          .isEqualTo(
              switch (intent) {
                case CANCEL -> "ENDED " + before.size();
                case PAUSE -> "PAUSED " + before.size();
                case CHANGE -> "ACTIVE " + after.size();
              });
    }

    private @Nullable Instant cancel(Session session, Instant sentAt) throws SQLException {
      Cancelled cancelled = session.store().cancel(key, sentAt, "test");
      session.transaction.commit();
      assertThat(cancelled.met()).as("%s: cancelled", name).isEqualTo(Cancelled.Met.JOB);
      return cancelled.lastPlannedAt();
    }

    /** Told like the answer by REST: what the schedule shows afterwards. */
    private @Nullable Instant pause(Session session) throws SQLException {
      ScheduleChanges.Outcome paused = session.changes().pause("test", key, null);
      session.transaction.commit();
      assertThat(paused).as("%s: paused", name).isEqualTo(ScheduleChanges.Outcome.CHANGED);
      return (Instant)
          new ScheduleQueries(database.xa(), Redaction.NONE)
              .find(key)
              .orElseThrow()
              .values()
              .get("lastPlannedAt");
    }

    private @Nullable Instant change(Session session) throws SQLException {
      Registered changed = register(session, SENT.plusSeconds(1), FIRST_AFTER_CHANGE);
      assertThat(changed.outcome()).as("%s: changed", name).isEqualTo(Outcome.REPLACED);
      return changed.lastPlannedAt();
    }

    private Registered register(Session session, Instant sentAt, Instant first)
        throws SQLException {
      NewJob schedule =
          job(key.queue(), key.jobId())
              .recurring("every:PT1H", Misfire.FIRE_ALL, first.toString())
              .sentAt(sentAt)
              .build();
      Registered registered = session.store().register(List.of(schedule)).get(0);
      session.transaction.commit();
      return registered;
    }
  }

  /** A node's transactions, one after the other, at moments that its own seed decides. */
  private final class Session implements AutoCloseable {

    private final Random random;
    private final OpenTransaction transaction;
    private final DataSource node;

    Session(long seed) throws SQLException {
      random = new Random(seed);
      transaction = new OpenTransaction(database.xa(), this::hesitate);
      node = transaction.dataSource();
    }

    void hesitate() {
      LockSupport.parkNanos(random.nextInt(300_000));
    }

    JobStore store() {
      return new JobStore(node, executions(), schedules());
    }

    ScheduleChanges changes() {
      return new ScheduleChanges(node, new Audit(node, "node-1"));
    }

    /** Three batches, some of which roll back. */
    List<Instant> dispatch() throws SQLException {
      List<Instant> dispatched = new ArrayList<>();
      DueJobs due = new DueJobs(node, executions(), schedules());
      for (int batch = 0; batch < 3; batch++) {
        Claim claim = due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ZERO, "default", 0);
        hesitate();
        if (random.nextInt(4) == 0) {
          transaction.rollback();
        } else {
          transaction.commit();
          claim.jobs().forEach(job -> dispatched.add(job.dueAt()));
        }
      }
      return dispatched;
    }

    private ExecutionStore executions() {
      return new ExecutionStore(node, "node-1");
    }

    private ScheduleStore schedules() {
      return new ScheduleStore(node, Duration.ofMinutes(1));
    }

    @Override
    public void close() throws SQLException {
      transaction.close();
    }
  }

  private static List<Instant> afterChange(List<Instant> dispatched) {
    return dispatched.stream().filter(due -> !due.isBefore(FIRST_AFTER_CHANGE)).sorted().toList();
  }

  private static List<Instant> hours(Instant first, int count) {
    return Stream.iterate(first, due -> due.plusSeconds(3_600)).limit(count).toList();
  }

  private static @Nullable Instant last(List<Instant> dispatched) {
    return dispatched.stream().max(Instant::compareTo).orElse(null);
  }
}
