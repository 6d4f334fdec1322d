package org.goodtiming.scheduler.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.recovery.InDoubt.Coordinator;
import org.goodtiming.scheduler.recovery.InDoubt.Outcome;
import org.goodtiming.scheduler.recovery.InDoubt.Sighting;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The records of decisions, in a real database. */
class InDoubtStoreIT {

  private static final Duration KEPT = Duration.ofMinutes(10);

  private final ContractDatabase database = ContractDatabase.shared();
  private final InDoubtStore store = new InDoubtStore(database.xa());

  @BeforeEach
  void empty() {
    database.execute("TRUNCATE scheduler.decision");
  }

  @Test
  void old_decisions_are_purged_but_not_those_that_a_prepared_branch_of_the_broker_names() {
    UUID old = decided("11 minutes", "committed");
    UUID oldAborted = decided("11 minutes", "aborted");
    UUID named = decided("2 hours", "committed");
    UUID namedAborted = decided("2 hours", "aborted");
    UUID young = decided("9 minutes", "committed");
    store.purgeDecisions(
        KEPT, decisionsOf(named, namedAborted, UUID.randomUUID()), List.of("ID:needed"));
    assertThat(decisions())
        .contains(named.toString(), namedAborted.toString(), young.toString())
        .doesNotContain(old.toString(), oldAborted.toString());

    store.purgeDecisions(KEPT, decisionsOf(), List.of());
    assertThat(decisions()).as("after the branches have ended").isEqualTo(young.toString());
  }

  @Test
  void a_row_that_names_a_message_is_evidence_for_its_node_while_a_branch_consumes_the_message() {
    decided("11 minutes", "committed");
    database.execute("UPDATE scheduler.decision SET consumed = 'ID:needed'");
    List<String> message = List.of("ID:needed");
    store.purgeDecisions(KEPT, decisionsOf(), message);
    assertThat(store.outcomeOfConsumer("node-9", message)).isEqualTo(Outcome.COMMITTED);
    assertThat(store.outcomeOfConsumer("node-8", message)).isEqualTo(Outcome.UNKNOWN);
    assertThat(store.outcomeOfConsumer("node-9", List.of("ID:other"))).isEqualTo(Outcome.UNKNOWN);
    assertThat(store.outcomeOfConsumer("node-9", List.of())).isEqualTo(Outcome.UNKNOWN);

    store.purgeDecisions(KEPT, decisionsOf(), List.of());
    assertThat(store.outcomeOfConsumer("node-9", message)).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void a_transaction_is_open_as_long_as_its_node_has_a_session_that_began_one_before_it_was_seen()
      throws SQLException {
    database.execute("TRUNCATE scheduler.in_doubt");
    Branches branches =
        Branches.match(List.of(), List.of(branch(UUID.randomUUID()))).iterator().next();
    try (Connection session = database.xaSessions().getConnection();
        Statement statement = session.createStatement()) {
      statement.execute("SET application_name = 'node-9'");
      assertThat(sight(branches).connected()).isTrue();
      assertThat(sight(branches).open()).as("none is open, and it was seen before").isFalse();

      session.setAutoCommit(false);
      statement.execute("SELECT pg_current_xact_id()");
      assertThat(sight(branches).open()).as("one that has begun later").isFalse();
      database.execute("UPDATE scheduler.in_doubt SET first_seen_at = clock_timestamp()");
      assertThat(sight(branches).open()).isTrue();
      session.rollback();
      assertThat(sight(branches).open()).isFalse();
    }
    await().untilAsserted(() -> assertThat(sight(branches).connected()).isFalse());
    database.execute("TRUNCATE scheduler.in_doubt");
    assertThat(sight(branches).open()).as("seen only after the sessions").isTrue();
  }

  @Test
  void a_node_that_nobody_knows_is_told_by_the_row_that_names_its_message() {
    decided("1 minute", "committed");
    database.execute("UPDATE scheduler.decision SET consumed = 'ID:needed'");
    assertThat(store.nodeOfConsumer(List.of("ID:needed"))).hasValue("node-9");
    assertThat(store.nodeOfConsumer(List.of("ID:other"))).isEmpty();
  }

  @Test
  void a_node_that_was_known_by_its_marker_stays_known() {
    database.execute("TRUNCATE scheduler.in_doubt");
    Branches marked =
        Branches.match(List.of(), List.of(branch(UUID.randomUUID()))).iterator().next();
    Branches unknown = marked.ofNode(BranchId.UNKNOWN);

    assertThat(sight(unknown).coordinator()).isEqualTo(Coordinator.UNKNOWN);
    assertThat(sight(marked).coordinator()).isEqualTo(Coordinator.DOWN);
    assertThat(sight(unknown).coordinator()).isEqualTo(Coordinator.DOWN);
  }

  @Test
  void a_glance_finds_what_is_prepared_what_was_in_doubt_and_decisions_to_purge() {
    database.execute("TRUNCATE scheduler.in_doubt");
    decided("9 minutes", "committed");
    assertThat(foundWork()).isFalse();

    decided("11 minutes", "committed");
    assertThat(foundWork()).as("a decision to purge").isTrue();
    store.purgeDecisions(KEPT, List.of(), List.of());
    assertThat(foundWork()).isFalse();

    sight(Branches.match(List.of(), List.of(branch(UUID.randomUUID()))).iterator().next());
    assertThat(foundWork()).as("one to forget").isTrue();
    store.forgetUnseen(Duration.ZERO);
    assertThat(foundWork()).isFalse();

    new Sql(database.xa()).execute("BEGIN; SELECT 1; PREPARE TRANSACTION 'of a node'");
    try {
      assertThat(foundWork()).as("a prepared one").isTrue();
    } finally {
      new Sql(database.xa()).execute("ROLLBACK PREPARED 'of a node'");
    }
    assertThat(foundWork()).isFalse();
  }

  @Test
  void transactions_that_other_roles_have_left_prepared_are_counted() {
    new Sql(database.xa()).execute("BEGIN; SELECT 1; PREPARE TRANSACTION 'of a node'");
    new Sql(database.withoutSchema())
        .execute("BEGIN; SELECT 1; PREPARE TRANSACTION 'of an application'");
    try {
      assertThat(store.glance(KEPT, Duration.ZERO).preparedByOthers()).isEqualTo(1);
      assertThat(store.glance(KEPT, Duration.ofMinutes(1)).preparedByOthers())
          .as("it is young")
          .isZero();
    } finally {
      new Sql(database.xa()).execute("ROLLBACK PREPARED 'of a node'");
      new Sql(database.withoutSchema()).execute("ROLLBACK PREPARED 'of an application'");
    }
    assertThat(store.glance(KEPT, Duration.ZERO).preparedByOthers()).isZero();
  }

  private Sighting sight(Branches branches) {
    return store.sight(branches, store.sessions());
  }

  /** The decisions that the watch finds at the broker. */
  private static Collection<UUID> decisionsOf(UUID... named) {
    List<BrokerBranch> prepared = List.of(named).stream().map(InDoubtStoreIT::branch).toList();
    return Branches.match(List.of(), prepared).stream()
        .map(Branches::decision)
        .flatMap(Optional::stream)
        .toList();
  }

  private static BrokerBranch branch(UUID decision) {
    String gtrid = decision.toString().replace("-", "");
    return new BrokerBranch(
        new BranchId(gtrid, "node-9", 1),
        "xid of " + gtrid,
        Optional.of(decision),
        Optional.empty(),
        true,
        List.of());
  }

  private UUID decided(String age, String outcome) {
    UUID id = UUID.randomUUID();
    database.execute(
        """
        INSERT INTO scheduler.decision (id, node, outcome, recorded_at)
        VALUES ('%s', 'node-9', '%s', clock_timestamp() - interval '%s')
        """
            .formatted(id, outcome, age));
    return id;
  }

  private String decisions() {
    return database.value("SELECT coalesce(string_agg(id::text, ' '), '') FROM scheduler.decision");
  }

  private boolean foundWork() {
    return store.glance(KEPT, KEPT).foundWork();
  }
}
