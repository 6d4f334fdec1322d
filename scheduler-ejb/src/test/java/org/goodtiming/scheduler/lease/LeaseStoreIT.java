package org.goodtiming.scheduler.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.KeptSession;
import org.goodtiming.scheduler.lease.LeaseEvent.LeaseGained;
import org.goodtiming.scheduler.lease.LeaseEvent.LeaseLost;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseStoreIT {

  private static final Duration FAILOVER = Duration.ofSeconds(5);

  private final ContractDatabase database = ContractDatabase.shared();
  @AutoClose private final KeptSession session1 = new KeptSession(database.lease());
  @AutoClose private final KeptSession session2 = new KeptSession(database.lease());
  private final List<Event> told = new ArrayList<>();
  private final LeaseKeeper node1 = keeper(session1, "node1");
  private final LeaseKeeper node2 = keeper(session2, "node2");
  private final List<String> worked = new ArrayList<>();

  LeaseStoreIT() throws SQLException {}

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void the_end_of_the_holders_session_proves_its_death() throws SQLException {
    tick(node1, "node1");
    session1.close();
    await()
        .untilAsserted(
            () -> {
              tick(node2, "node2");
              assertThat(worked).contains("node2");
            });
    assertThat(
            database.value(
                "SELECT reason FROM scheduler.lease_history ORDER BY epoch DESC LIMIT 1"))
        .isEqualTo("the holder's database session is gone");
  }

  @Test
  void a_lease_that_is_handed_over_is_taken_by_that_node_and_no_other() throws SQLException {
    LeaseKeeper node3 = keeper(session2, "node3");
    tick(node1, "node1");
    node1.handOver("node3");
    tick(node1, "node1 until it renews");
    tick(node2, "node2");
    tick(node1, "node1 again");
    tick(node3, "node3");

    assertThat(worked).containsExactly("node1", "node1 until it renews", "node3");
    assertThat(database.value("SELECT reserved_for IS NULL FROM scheduler.lease")).isEqualTo("t");
  }

  @Test
  void a_lease_that_the_other_node_does_not_take_is_free_after_the_failover_interval()
      throws SQLException {
    tick(node1, "node1");
    node1.handOver("nobody");
    tick(node1, "node1 until it renews");
    database.execute("UPDATE scheduler.lease SET released_at = released_at - interval 'PT1H'");
    tick(node2, "node2");

    assertThat(worked).endsWith("node2");
  }

  @Test
  void a_holder_that_gives_up_lets_another_node_lead_at_once_and_for_a_while() throws SQLException {
    tick(node1, "node1");
    node1.giveUp();
    node2.giveUp();
    tick(node1, "node1 again");
    tick(node2, "node2");

    assertThat(worked).containsExactly("node1", "node2");
    assertThat(told).filteredOn(LeaseLost.class::isInstance).hasSize(1);
  }

  @Test
  void a_holder_that_is_silent_for_too_long_loses_its_session() {
    LeaseKeeper impatient =
        new LeaseKeeper(
            new LeaseStore(session1.dataSource()),
            "default",
            Duration.ofMillis(300),
            Incarnation.of("node1"),
            event -> {});
    assertThatThrownBy(
            () ->
                lead(
                    impatient,
                    term -> {
                      await()
                          .untilAsserted(
                              () -> {
                                tickUnchecked(node2, "node2");
                                assertThat(worked).contains("node2");
                              });
                      return true;
                    }))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void the_first_node_leads_and_goes_on_leading() throws SQLException {
    tick(node1, "node1");
    tick(node2, "node2");
    tick(node1, "node1");
    assertThat(worked).containsExactly("node1", "node1");
    assertThat(database.value("SELECT holder || ' ' || epoch FROM scheduler.lease"))
        .isEqualTo("node1 1");
  }

  @Test
  void a_holder_is_alone_until_another_node_has_a_session() throws SQLException {
    name(session1, "node1");
    name(session2, "node1");
    assertThat(isAlone()).isTrue();
    name(session2, "node2");
    assertThat(isAlone()).isFalse();
  }

  private static void name(KeptSession session, String node) throws SQLException {
    try (Connection connection = session.dataSource().getConnection();
        Statement set = connection.createStatement()) {
      set.execute("SET application_name = '%s'".formatted(node));
    }
  }

  private boolean isAlone() throws SQLException {
    try (Term term = node1.open()) {
      return term.renew() && term.isAlone();
    }
  }

  @Test
  void nobody_else_works_while_the_leader_does() throws SQLException {
    lead(
        node1,
        term -> {
          worked.add("node1");
          tickUnchecked(node2, "node2");
          return false;
        });
    assertThat(worked).containsExactly("node1");
  }

  /** Between the two, another node could decide the same. */
  @Test
  void the_row_is_locked_from_the_check_to_the_decision() throws SQLException {
    try (LeaseStore.Session looking = new LeaseStore(session1.dataSource()).open(FAILOVER);
        LeaseStore.Session other = new LeaseStore(session2.dataSource()).open(FAILOVER)) {
      assertThat(looking.tryLock("default")).isPresent();
      assertThat(other.tryLock("default")).isEmpty();
    }
  }

  @Test
  void expired_lease_is_taken_over_by_another_node() throws SQLException {
    tick(node1, "node1");
    database.execute("UPDATE scheduler.lease SET last_run_at = last_run_at - interval 'PT6S'");
    String lastRenewal = lastRun();
    tick(node2, "node2");
    tick(node1, "node1");
    assertThat(worked).containsExactly("node1", "node2");
    assertThat(
            database.value(
                "SELECT string_agg(holder || ': ' || reason, ', ' ORDER BY epoch) FROM scheduler.lease_history"))
        .isEqualTo("node1: never held, node2: failover interval passed");
    assertThat(
            database.value("SELECT count(*) FROM scheduler.lease_history WHERE ended_at IS NULL"))
        .isEqualTo("1");
    assertThat(database.value("SELECT min(ended_at) FROM scheduler.lease_history"))
        .isEqualTo(lastRenewal);
  }

  /** A wait for the lock would be ended by the login's lock_timeout. */
  @Test
  void an_expired_lease_whose_row_is_locked_is_skipped_and_taken_once_it_is_free()
      throws SQLException {
    tick(node1, "node1");
    database.execute("UPDATE scheduler.lease SET last_run_at = last_run_at - interval 'PT6S'");
    try (Connection raw = database.lease().getConnection();
        Statement statement = raw.createStatement()) {
      raw.setAutoCommit(false);
      statement.execute("SELECT FROM scheduler.lease FOR UPDATE");
      long start = System.nanoTime();
      tick(node2, "node2");
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isLessThan(lockTimeout(raw).dividedBy(2));
      assertThat(worked).containsExactly("node1");
      raw.rollback();
    }
    tick(node2, "node2");
    assertThat(worked).containsExactly("node1", "node2");
  }

  private static Duration lockTimeout(Connection session) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT extract(epoch FROM current_setting('lock_timeout')::interval) * 1000")) {
      row.next();
      return Duration.ofMillis(row.getLong(1));
    }
  }

  @Test
  void a_loss_is_reported_once_with_the_new_holder() throws SQLException {
    tick(node1, "node1");
    database.execute("UPDATE scheduler.lease SET last_run_at = last_run_at - interval 'PT6S'");
    tick(node2, "node2");
    tick(node1, "node1");
    tick(node1, "node1");
    assertThat(told)
        .containsExactly(
            new LeaseGained("default", "node1", 1, "never held"),
            new LeaseGained("default", "node2", 2, "failover interval passed"),
            new LeaseLost("default", "node1", 1, "node2", 2));
  }

  @Test
  void a_lease_that_somebody_released_amid_a_term_is_lost_to_nobody() throws SQLException {
    List<Optional<Lease>> successors = new ArrayList<>();
    lead(
        node1,
        term -> {
          CompletableFuture<Void> release = CompletableFuture.runAsync(this::releaseByHand);
          renewUntilLost(term);
          release.join();
          successors.add(term.successor());
          return true;
        });
    assertThat(successors).containsExactly(Optional.empty());
    assertThat(told.get(1)).isEqualTo(new LeaseLost("default", "node1", 1, null, 1));
  }

  @Test
  void a_term_that_another_node_ended_names_its_successor() throws SQLException {
    List<Optional<Lease>> successors = new ArrayList<>();
    lead(
        node1,
        term -> {
          successors.add(term.successor());
          CompletableFuture<Void> theft = CompletableFuture.runAsync(this::takeAway);
          renewUntilLost(term);
          theft.join();
          successors.add(term.successor());
          return true;
        });
    assertThat(successors)
        .containsExactly(Optional.empty(), Optional.of(new Lease("default", "thief", 2)));
  }

  @Test
  void each_partition_has_a_holder_of_its_own() throws SQLException {
    database.execute("INSERT INTO scheduler.lease (partition) VALUES ('a')");
    tick(keeper(session1, "a", "node1"), "a on node1");
    tick(keeper(session2, "a", "node2"), "a on node2");
    tick(node2, "default on node2");
    tick(node1, "default on node1");
    assertThat(worked).containsExactly("a on node1", "default on node2");
  }

  @Test
  void the_holder_of_the_first_partition_that_is_held_knows_that_it_is_the_first()
      throws SQLException {
    database.execute("INSERT INTO scheduler.lease (partition) VALUES ('a')");
    LeaseKeeper a = keeper(session1, "a", "node1");
    assertThat(leadsFirst(node2)).as("a was never held").isTrue();
    assertThat(leadsFirst(a)).isTrue();
    assertThat(leadsFirst(node2)).isFalse();
    a.release();
    assertThat(leadsFirst(node2)).as("a is released").isTrue();
    assertThat(leadsFirst(keeper(session1, "a", "node1"))).isTrue();
    assertThat(leadsFirst(node2)).isFalse();
    database.execute(
        "UPDATE scheduler.lease SET last_run_at = last_run_at - interval 'PT6S' WHERE partition = 'a'");
    assertThat(leadsFirst(node2)).as("a has expired").isTrue();
  }

  @Test
  void a_partition_without_a_lease_row_is_reported() {
    assertThatThrownBy(() -> tick(keeper(session1, "nowhere", "node1"), "node1"))
        .hasMessage(
            "SCHED-0301 scheduler.lease has no row for partition 'nowhere': INSERT INTO scheduler.lease (partition) VALUES ('nowhere'), or correct scheduler.lease.partitions");
  }

  @Test
  void released_lease_is_free_at_once() throws SQLException {
    tick(node1, "node1");
    node1.release();
    assertThat(database.value("SELECT state FROM scheduler.lease_status")).isEqualTo("released");
    tick(node2, "node2");
    assertThat(worked).containsExactly("node1", "node2");
  }

  @Test
  void a_holder_whose_lease_is_taken_away_lets_others_lead_first() throws SQLException {
    tick(node1, "node1");
    assertThat(stepDown()).isTrue();
    assertThat(stepDown()).isFalse();
    tick(node1, "node1");
    assertThat(worked).containsExactly("node1");
    tick(node2, "node2");
    assertThat(worked).containsExactly("node1", "node2");
    assertThat(
            database.value(
                "SELECT reason FROM scheduler.lease_history ORDER BY epoch DESC LIMIT 1"))
        .isEqualTo("released");
  }

  @Test
  void a_holder_whose_lease_is_taken_away_leads_again_if_nobody_else_does() throws SQLException {
    tick(node1, "node1");
    assertThat(stepDown()).isTrue();
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              tick(node1, "again");
              assertThat(worked).containsExactly("node1", "again");
            });
  }

  @Test
  void only_the_holder_can_release() throws SQLException {
    tick(node1, "node1");
    node2.release();
    tick(node2, "node2");
    assertThat(worked).containsExactly("node1");
  }

  @Test
  void a_node_started_twice_waits_for_its_own_earlier_lease() throws SQLException {
    tick(node1, "node1");
    LeaseKeeper restarted = keeper(session2, "node1");
    tick(restarted, "restarted");
    assertThat(worked).containsExactly("node1");
  }

  @Test
  void the_leader_renews_after_each_interval() throws SQLException {
    List<String> renewals = new ArrayList<>();
    lead(node1, term -> renewals.add(lastRun()) && renewals.size() < 3);
    assertThat(renewals).hasSize(3).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void the_leader_renews_amid_an_interval() throws SQLException {
    List<String> renewals = new ArrayList<>();
    lead(
        node1,
        term -> {
          renewals.add(lastRun());
          assertThat(term.renew()).isTrue();
          renewals.add(lastRun());
          tickUnchecked(node2, "node2");
          return false;
        });
    assertThat(renewals).hasSize(2).doesNotHaveDuplicates().isSorted();
    assertThat(worked).isEmpty();
  }

  @Test
  void a_term_that_was_lost_amid_an_interval_is_over() {
    List<Boolean> lasts = new ArrayList<>();
    assertThatThrownBy(
            () ->
                lead(
                    node1,
                    term -> {
                      endSessions();
                      lasts.add(term.renew());
                      lasts.add(term.lasts());
                      return true;
                    }))
        .isInstanceOf(SQLException.class);
    assertThat(lasts).containsExactly(false, false);
  }

  @Test
  void a_leader_whose_session_was_ended_stops() {
    assertThatThrownBy(
            () ->
                lead(
                    node1,
                    term -> {
                      endSessions();
                      return true;
                    }))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void a_release_ends_the_running_tick() throws Exception {
    CompletableFuture<Void> works = new CompletableFuture<>();
    CompletableFuture<Void> tick =
        CompletableFuture.runAsync(
            () -> {
              try {
                lead(node1, term -> works.complete(null) || true);
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    works.join();
    node1.release();
    tick.get(10, TimeUnit.SECONDS);
    tick(node2, "node2");
    assertThat(worked).containsExactly("node2");
  }

  @Test
  void the_takeover_is_committed_before_the_work() throws SQLException {
    lead(
        node1,
        term -> {
          worked.add(database.value("SELECT holder FROM scheduler.lease"));
          return false;
        });
    assertThat(worked).containsExactly("node1");
  }

  private static boolean leadsFirst(LeaseKeeper keeper) throws SQLException {
    List<Boolean> answers = new ArrayList<>();
    lead(keeper, term -> !answers.add(term.leadsFirstPartition()));
    return answers.get(0);
  }

  private void releaseByHand() {
    database.execute("UPDATE scheduler.lease SET released_at = clock_timestamp()");
  }

  private void takeAway() {
    database.execute(
        """
        UPDATE scheduler.lease
           SET holder = 'thief', incarnation = gen_random_uuid(), epoch = epoch + 1,
               session_pid = NULL, session_started_at = NULL
        """);
  }

  /** Each renewal frees the row for a moment, and another session may come first or not. */
  private static void renewUntilLost(Term term) {
    await().pollInSameThread().pollInterval(Duration.ofMillis(1)).until(() -> !term.renew());
  }

  private void endSessions() {
    database.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE usename = 'scheduler_lease' AND state = 'idle in transaction' AND datname = 'contract'
        """);
  }

  private String lastRun() {
    return database.value("SELECT last_run_at FROM scheduler.lease");
  }

  /** Works while the term lasts, and until the work says that it is done. */
  private static void lead(LeaseKeeper keeper, Predicate<Term> work) throws SQLException {
    try (Term term = keeper.open()) {
      boolean goOn = true;
      while (goOn && term.renew()) {
        goOn = work.test(term);
      }
    }
  }

  /** Works for one interval, and renews after it. */
  private void tick(LeaseKeeper keeper, String name) throws SQLException {
    try (Term term = keeper.open()) {
      if (term.renew()) {
        worked.add(name);
        term.renew();
      }
    }
  }

  private void tickUnchecked(LeaseKeeper keeper, String name) {
    try {
      tick(keeper, name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean stepDown() throws SQLException {
    try (LeaseStore.Session session = new LeaseStore(session2.dataSource()).open(FAILOVER)) {
      return session.release("default", null, null);
    }
  }

  private LeaseKeeper keeper(KeptSession session, String node) {
    return keeper(session, "default", node);
  }

  private LeaseKeeper keeper(KeptSession session, String partition, String node) {
    return new LeaseKeeper(
        new LeaseStore(session.dataSource()), partition, FAILOVER, Incarnation.of(node), told::add);
  }
}
