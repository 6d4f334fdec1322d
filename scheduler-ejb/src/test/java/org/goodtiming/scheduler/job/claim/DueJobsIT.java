package org.goodtiming.scheduler.job.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.KeptSession;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.upkeep.Housekeeping;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.DueQueues;
import org.goodtiming.scheduler.policy.DueQueues.Next;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DueJobsIT {

  /** The locks of other sessions on tables of the scheduler. */
  private static final String LOCKS =
      """
      WITH locks AS (
        SELECT pid, mode FROM pg_locks JOIN pg_stat_activity USING (pid) JOIN pg_class ON pg_class.oid = relation
         WHERE relnamespace = 'scheduler'::regnamespace AND relkind = 'r'
           AND backend_type = 'client backend' AND pid <> pg_backend_pid())
      """;

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore store =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void polling_an_empty_table_returns_the_time_and_no_due_job() {
    DueQueues dueQueues = due.poll("default", ClaimCursor.NONE, Duration.ZERO);
    assertThat(dueQueues.now()).isBefore(database.now());
    assertThat(dueQueues.nothingDue()).isTrue();
    assertThat(dueQueues.untilNext()).isEqualTo(Optional.empty());
  }

  @Test
  void a_poll_returns_the_next_job_of_each_queue() {
    register(job("a", "later").dueAt("2030-01-02T00:00:00Z"));
    register(job("a", "sooner").dueAt("2030-01-01T00:00:00Z"));
    register(job("b", "past").dueAt("2020-01-01T00:00:00Z"));
    assertThat(due.poll("default", ClaimCursor.NONE, Duration.ZERO).queues())
        .containsExactlyInAnyOrder(
            next("a", "2030-01-01T00:00:00Z"), next("b", "2020-01-01T00:00:00Z"));
    assertThat(due.poll("default", ClaimCursor.NONE, Duration.ZERO).healthyDue())
        .containsExactly("b");
  }

  @Test
  void a_queue_that_is_paused_or_is_gone_from_the_allow_list_is_not_polled() {
    register(job("a", "1"), job("c", "1"));
    database.execute("UPDATE scheduler.worker_queue SET paused = true WHERE name = 'a'");
    database.execute("DELETE FROM scheduler.worker_queue WHERE name = 'c'");
    assertThat(due.poll("default", ClaimCursor.NONE, Duration.ZERO).queues()).isEmpty();
  }

  @Test
  void a_queue_that_rests_is_due_at_the_end_of_its_rest() {
    register(job("b", "1"));
    database.execute(
        "UPDATE scheduler.worker_queue SET failures = 1, retry_at = '2030-01-01Z' WHERE name = 'b'");
    assertThat(due.poll("default", ClaimCursor.NONE, Duration.ZERO).queues())
        .extracting(Next::claimableAt)
        .containsExactly(Instant.parse("2030-01-01T00:00:00Z"));
    database.execute("UPDATE scheduler.worker_queue SET retry_at = now()");
    assertThat(due.poll("default", ClaimCursor.NONE, Duration.ZERO).failingDue()).hasSize(1);
  }

  @Test
  void a_job_is_not_claimed_before_its_time() {
    register(job("a", "1").after(Duration.ofHours(1)));
    assertThat(claim("a").rows()).isZero();
    assertThat(waiting()).isEqualTo("1");
  }

  /**
   * Many jobs, so that each claim has some that are due within the next milliseconds. Claims and
   * the clock have open sessions: to open one takes longer than these jobs need to become due.
   */
  @Test
  void no_claimed_job_is_due_in_a_moment() throws SQLException {
    try (KeptSession claims = new KeptSession(database.xa());
        KeptSession clock = new KeptSession(database.xa())) {
      Sql time = new Sql(clock.dataSource());
      DueJobs due = new DueJobs(claims.dataSource(), database.executions(), database.schedules());
      time.now();
      register(
          IntStream.range(0, 500)
              .mapToObj(i -> job("a", "job " + i).after(Duration.ofHours(1)))
              .toArray(Jobs[]::new));
      // To register them takes longer than these times
      database.execute(
          """
          UPDATE scheduler.job SET due_at = due.at, eligible_at = due.at
            FROM (SELECT id, clock.now + row_number() OVER () * interval '2 ms' AS at
                    FROM scheduler.job, (SELECT clock_timestamp() AS now) AS clock) AS due
           WHERE job.id = due.id
          """);
      int claimed = 0;
      while (claimed < 500) {
        Claim claim = due.claim(Map.of("a", 100), ClaimCursor.NONE, Duration.ZERO, "default", 0);
        Instant after = time.now();
        assertThat(claim.jobs()).allSatisfy(each -> assertThat(each.dueAt()).isBefore(after));
        claimed += claim.rows();
      }
    }
  }

  @Test
  void a_job_claimed_ahead_says_when_it_is_due() {
    register(
        job("a", "past"),
        job("a", "soon").after(Duration.ofMinutes(1)),
        job("a", "late").after(Duration.ofHours(1)));
    assertThat(due.poll("default", ClaimCursor.NONE, Duration.ofMinutes(2)).healthyDue())
        .containsExactly("a");
    List<ClaimedJob> jobs =
        due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ofMinutes(2), "default", 0).jobs();
    assertThat(jobs).extracting(job -> job.key().jobId()).containsExactly("past", "soon");
    assertThat(jobs.get(0).notBefore()).isNull();
    assertThat(jobs.get(1).notBefore()).isEqualTo(jobs.get(1).dueAt());
  }

  @Test
  void only_what_has_not_failed_and_has_no_group_is_claimed_ahead() {
    register(
        job("a", "failed").after(Duration.ofMinutes(1)),
        job("a", "grouped").after(Duration.ofMinutes(1)),
        job("a", "expires")
            .dueAt("2030-01-01T00:00:00Z")
            .expiresAt(Instant.parse("2029-12-31T23:59:59Z")),
        job("a", "good").after(Duration.ofMinutes(1)));
    database.execute(
        """
        UPDATE scheduler.job SET last_error = 'address full' WHERE job_id = 'failed';
        UPDATE scheduler.job SET group_key = 'customer' WHERE job_id = 'grouped'
        """);
    Claim claim =
        due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ofDays(10_000), "default", 0);
    assertThat(claim.jobs()).extracting(job -> job.key().jobId()).containsExactly("good");
    assertThat(claim.rows()).isEqualTo(2);
    assertThat(claim.cursor().upTo()).isEmpty();
    assertThat(ledger("expired")).isEqualTo("1");
  }

  @Test
  void a_job_that_may_not_be_dispatched_early_counts_as_due_when_it_is_due() {
    register(job("a", "grouped").after(Duration.ofMinutes(1)));
    database.execute("UPDATE scheduler.job SET group_key = 'customer'");
    DueQueues early = due.poll("default", ClaimCursor.NONE, Duration.ofMinutes(2));
    assertThat(early.nothingDue()).isTrue();
    assertThat(early.untilNext().orElseThrow())
        .isBetween(Duration.ofSeconds(50), Duration.ofMinutes(1));
  }

  @Test
  void a_queue_is_not_dispatched_to_early_while_many_messages_wait_there() {
    register(job("a", "soon").after(Duration.ofMinutes(1)));
    atBroker(DispatchPolicies.MAX_OVERTAKEN + 31, 20, 10);
    assertThat(due.poll("default", ClaimCursor.NONE, Duration.ofMinutes(2)).nothingDue()).isTrue();
    assertThat(claimEarly("a").jobs()).isEmpty();

    atBroker(DispatchPolicies.MAX_OVERTAKEN + 30, 20, 10);
    assertThat(due.poll("default", ClaimCursor.NONE, Duration.ofMinutes(2)).nothingDue()).isFalse();
    assertThat(claimEarly("a").jobs()).hasSize(1);
  }

  private static Next next(String queue, String claimableAt) {
    Map<String, String> unlimited = Map.of("rate_limit", "0", "max_depth", "0");
    return new Next(queue, Instant.parse(claimableAt), 0, unlimited, Integer.MAX_VALUE);
  }

  private Claim claimEarly(String queue) {
    return due.claim(Map.of(queue, 10), ClaimCursor.NONE, Duration.ofMinutes(2), "default", 0);
  }

  private void atBroker(int messages, int delivering, int scheduled) {
    database.execute(
        """
        DELETE FROM scheduler.worker_queue_backlog;
        INSERT INTO scheduler.worker_queue_backlog (queue, messages, delivering, scheduled, consumers, dead_letters, seen_at)
        VALUES ('a', %d, %d, %d, 1, 0, clock_timestamp())
        """
            .formatted(messages, delivering, scheduled));
  }

  @Test
  void a_thousand_jobs_are_claimed_with_one_statement() throws SQLException {
    store.register(IntStream.range(0, 1_000).mapToObj(i -> job("a", "job " + i).build()).toList());
    AtomicInteger furtherStatements = new AtomicInteger();
    try (OpenTransaction transaction =
        new OpenTransaction(database.xa(), furtherStatements::incrementAndGet)) {
      DueJobs jobs =
          new DueJobs(transaction.dataSource(), database.executions(), database.schedules());
      Claim claim = jobs.claim(Map.of("a", 1_000), ClaimCursor.NONE, Duration.ZERO, "default", 0);
      assertThat(claim.jobs()).hasSize(1_000);
    }
    assertThat(furtherStatements).hasValue(0);
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
  }

  @Test
  void claims_are_ordered_by_due_time_then_priority() {
    register(
        job("a", "low").dueAt("2020-01-01T00:00:00Z").priority(1),
        job("a", "high").dueAt("2020-01-01T00:00:00Z").priority(9),
        job("a", "oldest").dueAt("2019-01-01T00:00:00Z"));
    assertThat(claim("a").jobs())
        .extracting(claimed -> claimed.key().jobId())
        .containsExactly("oldest", "high", "low");
  }

  @Test
  void a_backlog_of_one_queue_leaves_room_for_the_others() {
    register(job("a", "1"), job("a", "2"), job("a", "3"), job("b", "1"));
    Claim claim = due.claim(Map.of("a", 2, "b", 2), ClaimCursor.NONE, Duration.ZERO, "default", 0);
    assertThat(claim.jobs())
        .extracting(claimed -> claimed.key().queue())
        .containsExactlyInAnyOrder("a", "a", "b");
  }

  @Test
  void each_queue_has_a_limit_of_its_own() {
    register(job("a", "1"), job("a", "2"), job("a", "3"), job("b", "1"), job("b", "2"));
    Claim claim = due.claim(Map.of("a", 3, "b", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0);
    assertThat(claim.taken()).isEqualTo(Map.of("a", 3, "b", 1));
  }

  @Test
  void a_claim_reads_no_more_of_a_backlog_than_it_takes() throws SQLException {
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT 'a', i::text, now(), now(), 4, true, '', now() FROM generate_series(1, 20000) i
        """);
    try (OpenTransaction session = new OpenTransaction(database.xaSessions(), () -> {})) {
      DueJobs claims =
          new DueJobs(session.dataSource(), database.executions(), database.schedules());
      assertThat(
              claims.claim(Map.of("a", 100), ClaimCursor.NONE, Duration.ZERO, "default", 0).rows())
          .isEqualTo(100);
      Sql counts = new Sql(session.dataSource());
      String ofSession =
          "SELECT %s FROM pg_stat_xact_user_tables WHERE relid = 'scheduler.job'::regclass";
      assertThat(counts.value(ofSession.formatted("n_tup_del"))).isEqualTo("100");
      assertThat(counts.value(ofSession.formatted("(seq_tup_read + idx_tup_fetch) / 1000")))
          .as("thousands of rows read")
          .isEqualTo("0");
    }
  }

  @Test
  void a_run_of_claims_goes_on_where_it_has_come_to() {
    register(
        job("a", "1").dueAt("2020-01-01T00:00:00Z"),
        job("a", "2").dueAt("2020-01-02T00:00:00Z"),
        job("a", "3").dueAt("2020-01-02T00:00:00Z"),
        job("b", "1").dueAt("2020-01-01T00:00:00Z"));
    ClaimCursor cursor =
        due.claim(Map.of("a", 2), ClaimCursor.NONE, Duration.ZERO, "default", 0).cursor();
    assertThat(cursor.upTo())
        .containsExactly(Map.entry("a", Instant.parse("2020-01-02T00:00:00Z")));
    register(job("a", "0").dueAt("2019-01-01T00:00:00Z"));
    assertThat(due.poll("default", cursor, Duration.ZERO).queues())
        .extracting(Next::claimableAt)
        .containsExactlyInAnyOrder(
            Instant.parse("2020-01-02T00:00:00Z"), Instant.parse("2020-01-01T00:00:00Z"));
    Claim rest = due.claim(Map.of("a", 2, "b", 2), cursor, Duration.ZERO, "default", 0);
    assertThat(rest.jobs()).hasSize(2);
    assertThat(rest.cursor().upTo()).containsOnlyKeys("a", "b");
    assertThat(claim("a").jobs()).extracting(job -> job.key().jobId()).containsExactly("0");
  }

  @Test
  void a_claim_with_an_older_epoch_finds_nothing() {
    register(job("a", "1"));
    database.execute("UPDATE scheduler.lease SET epoch = 5");
    assertThat(due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ZERO, "default", 4).rows())
        .isZero();
    assertThat(due.claimOne(id("1"), "default", 4).rows()).isZero();
    assertThat(due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ZERO, "default", 5).rows())
        .isEqualTo(1);
  }

  @Test
  void a_poll_sees_only_the_queues_of_its_partition() {
    register(job("a", "1"), job("b", "1"));
    move("b", "other");
    assertThat(due.poll("default", ClaimCursor.NONE, Duration.ZERO).healthyDue())
        .containsExactly("a");
    assertThat(due.poll("other", ClaimCursor.NONE, Duration.ZERO).healthyDue())
        .containsExactly("b");
    assertThat(due.dueIds("default", "b", 10)).isEmpty();
    assertThat(due.dueIds("other", "b", 10)).hasSize(1);
  }

  @Test
  void a_queue_is_claimed_with_the_epoch_of_the_partition_that_it_has_at_that_moment() {
    register(job("a", "1"), job("a", "2"));
    move("a", "other");
    database.execute("UPDATE scheduler.lease SET epoch = 5 WHERE partition = 'default'");
    database.execute("UPDATE scheduler.lease SET epoch = 7 WHERE partition = 'other'");
    assertThat(claimed("default", 5)).as("before the move").isZero();
    assertThat(claimed("default", 7)).isZero();
    assertThat(claimed("other", 5)).isZero();
    assertThat(due.claimOne(id("1"), "default", 5).rows()).isZero();
    assertThat(due.claimOne(id("1"), "other", 5).rows()).isZero();
    assertThat(due.claimOne(id("1"), "other", 7).rows()).isEqualTo(1);
    assertThat(claimed("other", 7)).isEqualTo(1);
  }

  @Test
  void a_job_claimed_when_a_queue_moves_is_not_claimed_again() throws SQLException {
    register(job("a", "claimed"), job("a", "free"));
    try (Connection connection = database.xa().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("DELETE FROM scheduler.job WHERE job_id = 'claimed'");
      move("a", "other");
      assertThat(claimed("other", 0)).isEqualTo(1);
      connection.commit();
    }
    assertThat(waiting()).isEqualTo("0");
  }

  @Test
  void a_queue_that_names_a_partition_gives_it_a_lease() {
    move("a", "new");
    move("b", "new");
    assertThat(
            database.value(
                "SELECT state || ' ' || queues FROM scheduler.lease_status WHERE partition = 'new'"))
        .isEqualTo("never held 2");
    assertThatThrownBy(() -> move("a", "two words"))
        .rootCause()
        .hasMessageContaining("SCHED-0875 partition of worker queue a");
  }

  @Test
  void a_claim_locks_its_rows_no_table_and_uses_one_session() throws SQLException {
    register(job("a", "1").tracked(), job("a", "2"));
    try (OpenTransaction transaction = new OpenTransaction(database.xa(), () -> {})) {
      DueJobs other =
          new DueJobs(transaction.dataSource(), database.executions(), database.schedules());
      other.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0);

      assertThat(claim("a").jobs()).hasSize(1);
      assertThat(database.value(LOCKS + "SELECT string_agg(DISTINCT mode, ' ') FROM locks"))
          .isEqualTo("AccessShareLock RowExclusiveLock RowShareLock");
      assertThat(database.value(LOCKS + "SELECT count(DISTINCT pid) FROM locks")).isEqualTo("1");
    }
  }

  @Test
  void rows_of_a_prepared_transaction_are_skipped_and_not_waited_for() throws SQLException {
    register(job("a", "in doubt"), job("a", "free"));
    try (Connection connection = database.xa().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("DELETE FROM scheduler.job WHERE job_id = 'in doubt'");
      statement.execute("PREPARE TRANSACTION 'due-jobs-it'");
      try {
        assertThat(claim("a").jobs())
            .extracting(claimed -> claimed.key().jobId())
            .containsExactly("free");
      } finally {
        connection.setAutoCommit(true);
        statement.execute("ROLLBACK PREPARED 'due-jobs-it'");
      }
    }
    assertThat(claim("a").jobs()).hasSize(1);
  }

  @Test
  void an_expired_job_goes_without_a_hand_off() {
    register(job("a", "1").expiresAt(Instant.parse("2020-01-01T00:00:00Z")));
    Claim claim = claim("a");
    assertThat(claim.rows()).isEqualTo(1);
    assertThat(claim.jobs()).isEmpty();
    assertThat(ledger("expired")).isEqualTo("1");
  }

  @Test
  void a_job_that_slipped_past_its_cancel_goes_without_a_hand_off() {
    Instant sent = Instant.parse("2026-12-01T10:00:00Z");
    register(job("a", "1").sentAt(sent));
    // Two sessions at once: neither saw the other's row.
    database.execute(
        "INSERT INTO scheduler.tombstone (queue, job_id, cancelled_at) VALUES ('a', '1', '2026-12-01T10:00:01Z')");
    assertThat(claim("a").jobs()).isEmpty();
    assertThat(ledger("cancelled")).isEqualTo("1");
  }

  @Test
  void claimed_jobs_leave_the_table_and_enter_the_ledger() {
    register(job("a", "1"), job("a", "2"));
    assertThat(claim("a").rows()).isEqualTo(2);
    assertThat(waiting()).isEqualTo("0");
    assertThat(ledger("dispatched")).isEqualTo("2");
    assertThat(ledger("difference")).isEqualTo("0");
  }

  @Test
  void a_row_that_cannot_be_read_fails_the_claim() {
    register(job("a", "1"));
    database.execute("UPDATE scheduler.job SET properties = 'not json'");
    assertThatThrownBy(() -> claim("a")).isInstanceOf(RuntimeException.class);
  }

  @Test
  void housekeeping_merges_the_ledger_and_purges_old_tombstones() {
    register(job("a", "1"), job("a", "2"));
    claim("a");
    store.cancel(new JobKey("a", "3"), Instant.parse("2026-12-01T10:00:00Z"), "ops");
    database.execute(
        "UPDATE scheduler.ledger_entry SET recorded_at = recorded_at - interval 'PT2M'");
    database.execute("UPDATE scheduler.tombstone SET recorded_at = recorded_at - interval 'P2D'");
    new Housekeeping(database.xa(), database.executions(), database.schedules()).run();
    assertThat(database.value("SELECT count(*) FROM scheduler.ledger_entry")).isEqualTo("2");
    assertThat(database.value("SELECT count(*) FROM scheduler.tombstone")).isEqualTo("0");
    assertThat(ledger("registered")).isEqualTo("2");
    assertThat(ledger("difference")).isEqualTo("0");
  }

  private void register(Jobs... jobs) {
    for (Jobs job : jobs) {
      store.register(List.of(job.build()));
    }
  }

  private void move(String queue, String partition) {
    database.execute(
        "UPDATE scheduler.worker_queue SET partition = '%s' WHERE name = '%s'"
            .formatted(partition, queue));
  }

  private int claimed(String partition, long epoch) {
    return due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ZERO, partition, epoch).rows();
  }

  private Claim claim(String queue) {
    return due.claim(Map.of(queue, 100), ClaimCursor.NONE, Duration.ZERO, "default", 0);
  }

  private long id(String jobId) {
    return Long.parseLong(
        database.value("SELECT id FROM scheduler.job WHERE job_id = '%s'".formatted(jobId)));
  }

  private String waiting() {
    return ledger("waiting");
  }

  private String ledger(String column) {
    return database.value("SELECT %s FROM scheduler.ledger".formatted(column));
  }
}
