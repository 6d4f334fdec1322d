package org.goodtiming.scheduler.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.config.LeaseConfig;
import org.goodtiming.scheduler.system.ContractDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseStoreIT {

  private static final LeaseConfig CONFIG = new LeaseConfig("default", Duration.ofSeconds(5));

  private final ContractDatabase database = ContractDatabase.shared();
  private final LeaseStore store = new LeaseStore(database.lease());
  private final LeaseKeeper node1 = keeper("node1");
  private final LeaseKeeper node2 = keeper("node2");
  private final List<String> worked = new ArrayList<>();

  @BeforeEach
  void empty() {
    database.clear();
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
  void nobody_else_works_while_the_leader_does() throws SQLException {
    node1.tick(
        lease -> {
          worked.add("node1");
          tickUnchecked(node2, "node2");
          return false;
        });
    assertThat(worked).containsExactly("node1");
  }

  @Test
  void expired_lease_is_taken_over_by_another_node() throws SQLException {
    tick(node1, "node1");
    database.execute("UPDATE scheduler.lease SET last_run_at = last_run_at - interval 'PT6S'");
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
  void only_the_holder_can_release() throws SQLException {
    tick(node1, "node1");
    node2.release();
    tick(node2, "node2");
    assertThat(worked).containsExactly("node1");
  }

  @Test
  void a_restarted_node_waits_for_its_own_earlier_lease() throws SQLException {
    tick(node1, "node1");
    LeaseKeeper restarted = keeper("node1");
    tick(restarted, "restarted");
    assertThat(worked).containsExactly("node1");
  }

  @Test
  void the_leader_renews_with_every_beat() throws SQLException {
    List<String> renewals = new ArrayList<>();
    node1.tick(lease -> renewals.add(lastRun()) && renewals.size() < 3);
    assertThat(renewals).hasSize(3).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void a_leader_whose_session_was_ended_stops() {
    assertThatThrownBy(
            () ->
                node1.tick(
                    lease -> {
                      database.execute(
                          """
                          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                           WHERE usename = 'scheduler_lease' AND state = 'idle in transaction'
                             AND datname = 'contract'
                          """);
                      return true;
                    }))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void a_release_ends_the_running_tick() throws Exception {
    CompletableFuture<Void> beats = new CompletableFuture<>();
    CompletableFuture<Void> tick =
        CompletableFuture.runAsync(
            () -> {
              try {
                node1.tick(lease -> beats.complete(null) || true);
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    beats.join();
    node1.release();
    tick.get(10, TimeUnit.SECONDS);
    tick(node2, "node2");
    assertThat(worked).containsExactly("node2");
  }

  @Test
  void the_takeover_is_committed_before_the_work() throws SQLException {
    node1.tick(
        lease -> {
          worked.add(database.value("SELECT holder FROM scheduler.lease"));
          return false;
        });
    assertThat(worked).containsExactly("node1");
  }

  private String lastRun() {
    return database.value("SELECT last_run_at FROM scheduler.lease");
  }

  private void tick(LeaseKeeper keeper, String name) throws SQLException {
    keeper.tick(lease -> !worked.add(name));
  }

  private void tickUnchecked(LeaseKeeper keeper, String name) {
    try {
      tick(keeper, name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private LeaseKeeper keeper(String node) {
    return new LeaseKeeper(store, CONFIG, Incarnation.of(node));
  }
}
