package org.goodtiming.scheduler.operations.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.operations.cluster.LeaseBalance.Move;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which partition a node hands over, and to which node. */
class LeaseBalanceIT {

  private static final Optional<Move> NONE = Optional.empty();

  private final ContractDatabase database = ContractDatabase.shared();
  private final List<Connection> sessions = new ArrayList<>();

  @BeforeEach
  void nodeLeadsThreePartitions() throws SQLException {
    database.clear();
    database.execute(
        """
        TRUNCATE scheduler.lease, scheduler.preferred_node;
        DELETE FROM scheduler.node
        """);
    lead("p1", "n-1");
    lead("p2", "n-1");
    lead("p3", "n-1");
    start("n-1", "p1,p2,p3");
  }

  @AfterEach
  void stop() throws SQLException {
    for (Connection session : sessions) {
      session.close();
    }
    database.execute("DELETE FROM scheduler.node; TRUNCATE scheduler.preferred_node");
    database.clear();
  }

  @Test
  void a_node_that_leads_two_more_than_another_hands_one_over() throws SQLException {
    start("n-2", "p2,p3");
    assertThat(move("n-1")).contains(new Move("p2", "n-2"));

    lead("p2", "n-2");
    assertThat(move("n-1")).as("two and one").isEqualTo(NONE);
    assertThat(move("n-2")).isEqualTo(NONE);
  }

  @Test
  void the_node_with_the_fewest_partitions_is_first() throws SQLException {
    lead("p4", "n-1");
    lead("p5", "n-2");
    start("n-2", "p1,p2,p3,p4,p5");
    start("n-3", "p3,p4");
    assertThat(move("n-1")).contains(new Move("p3", "n-3"));
  }

  @Test
  void no_partition_is_handed_over_to_a_node_that_is_drained_or_down_or_may_not_lead_it()
      throws SQLException {
    start("n-2", "p4");
    start("n-3", "p1,p2,p3");
    drain("n-3");
    database.execute(
        "INSERT INTO scheduler.node (name, version, partitions, started_at, seen_at, clock_offset) VALUES ('n-4', '1', '{p1}', now(), now(), 'PT0S')");
    assertThat(move("n-1")).isEqualTo(NONE);
  }

  @Test
  void a_partition_with_a_due_job_is_not_handed_over() throws SQLException {
    start("n-2", "p1,p2,p3");
    database.execute("UPDATE scheduler.worker_queue SET partition = 'p1' WHERE name = 'a'");
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(job("a", "1").dueAt("2020-01-01T00:00:00Z").build()));
    assertThat(move("n-1")).contains(new Move("p2", "n-2"));

    database.execute("UPDATE scheduler.worker_queue SET paused = true WHERE name = 'a'");
    assertThat(move("n-1")).contains(new Move("p1", "n-2"));
  }

  @Test
  void a_preferred_node_gets_its_partition_however_many_it_leads() throws SQLException {
    lead("p4", "n-2");
    lead("p5", "n-2");
    lead("p6", "n-2");
    start("n-2", "p3,p4,p5,p6");
    prefer("p3", "n-2");
    assertThat(move("n-1")).contains(new Move("p3", "n-2"));
  }

  @Test
  void a_partition_that_prefers_its_holder_stays() throws SQLException {
    start("n-2", "p1,p2,p3");
    prefer("p1", "n-1");
    prefer("p2", "n-1");
    assertThat(move("n-1")).contains(new Move("p3", "n-2"));
    prefer("p3", "n-1");
    assertThat(move("n-1")).isEqualTo(NONE);
  }

  @Test
  void a_partition_whose_preferred_node_is_drained_is_spread_as_others() throws SQLException {
    start("n-2", "p1,p2,p3");
    start("n-3", "p1,p2,p3");
    prefer("p1", "n-3");
    drain("n-3");
    assertThat(move("n-1")).contains(new Move("p1", "n-2"));
  }

  private Optional<Move> move(String node) {
    return new LeaseBalance(database.xa(), node, null, event -> {}).move();
  }

  private void lead(String partition, String node) {
    database.execute(
        """
        INSERT INTO scheduler.lease (partition, holder, incarnation, epoch, last_run_at, failover_interval)
        VALUES ('%1$s', '%2$s', gen_random_uuid(), 1, clock_timestamp(), interval 'PT10M')
        ON CONFLICT (partition) DO UPDATE SET holder = excluded.holder, last_run_at = excluded.last_run_at
        """
            .formatted(partition, node));
  }

  /** With a session, as a node that lives has one. */
  private void start(String node, String partitions) throws SQLException {
    Connection session = database.lease().getConnection();
    session.createStatement().execute("SET application_name = '%s'".formatted(node));
    sessions.add(session);
    database.execute(
        "INSERT INTO scheduler.node (name, version, partitions, started_at, seen_at, clock_offset) VALUES ('%s', '1', '{%s}', now(), clock_timestamp(), 'PT0S')"
            .formatted(node, partitions));
  }

  private void prefer(String partition, String node) {
    database.execute(
        "INSERT INTO scheduler.preferred_node (partition, node, changed_by) VALUES ('%s', '%s', 'ops')"
            .formatted(partition, node));
  }

  private void drain(String node) {
    database.execute(
        "INSERT INTO scheduler.node_duty (node, dispatches, registers, changed_by) VALUES ('%s', false, false, 'ops')"
            .formatted(node));
  }
}
