package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.Registered.Outcome;
import org.goodtiming.scheduler.schedule.ScheduleStore;
import org.goodtiming.scheduler.system.ContractDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes dispatch the runs of a schedule while it is cancelled or changed, again and again. */
class ScheduleRacesIT {

  private static final int ROUNDS = 300;
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
  void no_run_is_skipped_or_doubled_however_dispatch_change_and_cancel_meet() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int dispatched = 0;
    try (OpenTransaction one = begin();
        OpenTransaction other = begin();
        OpenTransaction registrant = begin()) {
      for (int round = 0; round < ROUNDS; round++) {
        Race race =
            new Race(
                "round %d of seed %d".formatted(round, seed),
                new JobKey("a", "job " + round),
                random.nextBoolean());
        dispatched += race.run(one, other, registrant);
      }
    }
    assertThat(
            database.value(
                "SELECT dispatched || ' ' || waiting || ' ' || difference FROM scheduler.ledger"))
        .as("seed %d", seed)
        .isEqualTo(dispatched + " 0 0");
  }

  /** One schedule of its own. */
  private final class Race {

    private final String name;
    private final JobKey key;
    private final boolean cancels;

    Race(String name, JobKey key, boolean cancels) {
      this.name = name;
      this.key = key;
      this.cancels = cancels;
    }

    /** How many runs were dispatched. */
    int run(OpenTransaction one, OpenTransaction other, OpenTransaction registrant)
        throws Exception {
      register(registrant, SENT, FIRST);
      List<Future<List<Instant>>> dispatching =
          Stream.of(one, other).map(each -> nodes.submit(() -> dispatch(each))).toList();
      pause();
      if (cancels) {
        assertThat(cancel(registrant, SENT.plusSeconds(1))).as("%s: cancelled", name).isTrue();
      } else {
        assertThat(register(registrant, SENT.plusSeconds(1), FIRST_AFTER_CHANGE))
            .as("%s: changed", name)
            .isEqualTo(Outcome.REPLACED);
      }
      List<Instant> dispatched = new ArrayList<>();
      for (Future<List<Instant>> each : dispatching) {
        dispatched.addAll(each.get());
      }
      check(dispatched);
      cancel(registrant, SENT.plusSeconds(2));
      return dispatched.size();
    }

    private void check(List<Instant> dispatched) {
      List<Instant> before =
          dispatched.stream().filter(due -> due.isBefore(FIRST_AFTER_CHANGE)).sorted().toList();
      List<Instant> after =
          dispatched.stream().filter(due -> !due.isBefore(FIRST_AFTER_CHANGE)).sorted().toList();
      assertThat(before).as(name).isEqualTo(hours(FIRST, before.size()));
      assertThat(after).as(name).isEqualTo(hours(FIRST_AFTER_CHANGE, after.size()));
      String schedule =
          database.value(
              "SELECT state || ' ' || runs FROM scheduler.schedule WHERE job_id = '%s'"
                  .formatted(key.jobId()));
      assertThat(schedule)
          .as(name)
          .isEqualTo(cancels ? "ENDED " + before.size() : "ACTIVE " + after.size());
    }

    private boolean cancel(OpenTransaction transaction, Instant sentAt) throws SQLException {
      boolean removed = store(transaction).cancel(key, sentAt, "test") == JobStore.Cancelled.JOB;
      transaction.commit();
      return removed;
    }

    private Outcome register(OpenTransaction transaction, Instant sentAt, Instant first)
        throws SQLException {
      NewJob schedule =
          job(key.queue(), key.jobId())
              .recurring("every:PT1H", Misfire.FIRE_ALL, first.toString())
              .sentAt(sentAt)
              .build();
      Outcome outcome = store(transaction).register(List.of(schedule)).get(0).outcome();
      transaction.commit();
      return outcome;
    }
  }

  /** Three batches, some of which roll back. */
  private static List<Instant> dispatch(OpenTransaction transaction) throws SQLException {
    List<Instant> dispatched = new ArrayList<>();
    DataSource node = transaction.dataSource();
    DueJobs due = new DueJobs(node, executions(node), schedules(node));
    for (int batch = 0; batch < 3; batch++) {
      Claim claim = due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ZERO, "default", 0);
      pause();
      if (ThreadLocalRandom.current().nextInt(4) == 0) {
        transaction.rollback();
      } else {
        transaction.commit();
        claim.jobs().forEach(job -> dispatched.add(job.dueAt()));
      }
    }
    return dispatched;
  }

  private static List<Instant> hours(Instant first, int count) {
    return Stream.iterate(first, due -> due.plusSeconds(3_600)).limit(count).toList();
  }

  private static JobStore store(OpenTransaction transaction) {
    DataSource node = transaction.dataSource();
    return new JobStore(node, executions(node), schedules(node));
  }

  private static ExecutionStore executions(DataSource dataSource) {
    return new ExecutionStore(dataSource, "node-1");
  }

  private static ScheduleStore schedules(DataSource dataSource) {
    return new ScheduleStore(dataSource, Duration.ofMinutes(1));
  }

  private OpenTransaction begin() throws SQLException {
    return new OpenTransaction(database.xa(), ScheduleRacesIT::pause);
  }

  /** So that no two races are alike. */
  private static void pause() {
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(300_000));
  }
}
