package org.goodtiming.scheduler.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.goodtiming.scheduler.recovery.InDoubt.Coordinator;
import org.goodtiming.scheduler.recovery.InDoubt.Outcome;
import org.goodtiming.scheduler.recovery.InDoubt.Sighting;
import org.goodtiming.scheduler.recovery.Resolution.Action;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class InDoubtRulesTest {

  private static final long TRANSACTION = 4711;
  private static final UUID DECISION = UUID.fromString("0b6ea26c-6a1f-4a3c-9d52-3ff2f6d8a7f1");
  private static final Duration LONG = Duration.ofMinutes(1);

  static Stream<Arguments> cases() {
    return Stream.of(
            on("broker prepared, database committed", handOff().atBroker().says(Outcome.COMMITTED))
                .gives(Action.COMMIT, Action.COMMIT, Action.COMMIT),
            on("broker prepared, database rolled back", handOff().atBroker().says(Outcome.ABORTED))
                .gives(Action.ROLL_BACK, Action.ROLL_BACK, Action.ROLL_BACK),
            on(
                    "broker prepared, database still open",
                    handOff().atBroker().says(Outcome.IN_PROGRESS))
                .gives(Action.WAIT, Action.WAIT, Action.WAIT),
            on("only the first message of a batch prepared", registration().index(0))
                .gives(Action.WAIT, Action.ROLL_BACK, Action.ROLL_BACK),
            on("both prepared, ids without order", handOff().index(-1).inDatabaseAs(-1))
                .gives(Action.WAIT, Action.WAIT, Action.WAIT),
            on(
                    "only the first message prepared, a row that names it committed",
                    registration().index(0).says(Outcome.COMMITTED))
                .gives(Action.COMMIT, Action.COMMIT, Action.COMMIT),
            on("database prepared, broker committed", handOff().inDatabase().committedAtBroker())
                .gives(Action.COMMIT, Action.COMMIT, Action.COMMIT),
            on("database prepared, broker knows nothing", handOff().inDatabase())
                .gives(Action.WAIT, Action.ROLL_BACK, Action.ROLL_BACK),
            on("both prepared", handOff().inDatabase().atBroker())
                .gives(Action.WAIT, Action.WAIT, Action.ROLL_BACK),
            on("registration, first branch has ended", registration().index(1).inDatabaseAs(2))
                .gives(Action.WAIT, Action.WAIT, Action.COMMIT),
            on("registration, all prepared", registration().index(0).index(1).inDatabaseAs(2))
                .gives(Action.WAIT, Action.WAIT, Action.ROLL_BACK),
            on("an application's", new Case().foreign())
                .gives(Action.WAIT, Action.WAIT, Action.WAIT))
        .flatMap(Case::arguments);
  }

  @ParameterizedTest(name = "{0}, coordinator {1} -> {3}")
  @MethodSource("cases")
  void a_branch_is_decided_by_its_evidence(
      String name, Coordinator coordinator, Case given, Action expected) {
    assertThat(InDoubtRules.decide(given.build(coordinator, LONG)).action()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}, coordinator {1}: young")
  @MethodSource("cases")
  void a_branch_that_may_be_under_way_is_left_alone_unless_its_node_is_away_and_a_row_decides(
      String name, Coordinator coordinator, Case given, Action whenOld) {
    boolean decidedByRow = given.database.isEmpty() && given.named();
    assertThat(InDoubtRules.decide(given.build(coordinator, Duration.ofSeconds(5))).action())
        .isEqualTo(decidedByRow && coordinator != Coordinator.LIVE ? whenOld : Action.WAIT);
  }

  @ParameterizedTest
  @EnumSource(value = Coordinator.class, names = "UNKNOWN", mode = EXCLUDE)
  void the_first_message_of_a_node_without_sessions_does_not_wait(Coordinator coordinator) {
    var young = new Sighting(coordinator, Duration.ZERO, false, false);
    assertThat(InDoubtRules.decide(registration().index(0).build(young)).action())
        .isEqualTo(coordinator == Coordinator.LIVE ? Action.WAIT : Action.ROLL_BACK);
    assertThat(InDoubtRules.decide(handOff().inDatabase().build(young)).action())
        .as("a prepared transaction needs no session")
        .isEqualTo(Action.WAIT);
  }

  @ParameterizedTest
  @EnumSource(value = Coordinator.class, names = "UNKNOWN", mode = EXCLUDE)
  void a_node_with_sessions_may_commit_the_first_message_only_while_its_transaction_is_open(
      Coordinator coordinator) {
    Case named = registration().consumes("ID:1");
    var open = new Sighting(coordinator, Duration.ofMinutes(2), true, true);
    assertThat(InDoubtRules.decide(named.build(open)).action()).isEqualTo(Action.WAIT);
    var ended = new Sighting(coordinator, Duration.ofSeconds(20), true, false);
    assertThat(InDoubtRules.decide(named.build(ended)).action()).isEqualTo(Action.ROLL_BACK);
  }

  @Test
  void a_node_that_nobody_knows_may_be_alive_and_commit_until_the_database_ends_its_session()
      throws IOException {
    var young = new Sighting(Coordinator.UNKNOWN, idleInTransaction(), false, false);
    var old = new Sighting(Coordinator.UNKNOWN, Duration.ofMinutes(3), false, false);
    Case first = registration().consumes("ID:1");
    assertThat(InDoubtRules.decide(first.build(young)).action()).isEqualTo(Action.WAIT);
    assertThat(InDoubtRules.decide(first.build(old)).action()).isEqualTo(Action.ROLL_BACK);
    assertThat(InDoubtRules.decide(handOff().inDatabase().build(old)).action())
        .as("no marker can be looked for")
        .isEqualTo(Action.WAIT);
    assertThat(InDoubtRules.decide(handOff().inDatabase().atBroker().build(old)).action())
        .isEqualTo(Action.WAIT);
  }

  private static Duration idleInTransaction() throws IOException {
    String roles = Files.readString(Path.of("../../sql/roles.sql"));
    Matcher limit =
        Pattern.compile("scheduler_xa SET idle_in_transaction_session_timeout = '(\\d+)s'")
            .matcher(roles);
    assertThat(limit.find()).isTrue();
    return Duration.ofSeconds(Long.parseLong(limit.group(1)));
  }

  @ParameterizedTest
  @CsvSource({"true, WAIT", "false, ROLL_BACK"})
  void a_live_node_may_commit_the_first_message_while_its_transaction_is_open(
      boolean open, Action expected) {
    var sighting = new Sighting(Coordinator.LIVE, Duration.ofSeconds(20), true, open);
    Case named = registration().consumes("ID:1");
    assertThat(InDoubtRules.decide(named.build(sighting)).action()).isEqualTo(expected);
    assertThat(InDoubtRules.decide(named.says(Outcome.COMMITTED).build(sighting)).action())
        .isEqualTo(Action.COMMIT);
    var unseen = new Sighting(Coordinator.LIVE, Duration.ofSeconds(20), false, open);
    assertThat(InDoubtRules.decide(registration().consumes("ID:1").build(unseen)).action())
        .as("its sessions have another name")
        .isEqualTo(Action.WAIT);
    assertThat(InDoubtRules.decide(registration().index(0).build(sighting)).action())
        .as("no row can name a message without an id")
        .isEqualTo(Action.WAIT);
    assertThat(InDoubtRules.decide(handOff().inDatabase().build(sighting)).action())
        .as("a prepared transaction needs no session")
        .isEqualTo(Action.WAIT);
  }

  @ParameterizedTest
  @EnumSource(value = Coordinator.class, names = "UNKNOWN", mode = EXCLUDE)
  void a_live_coordinator_that_does_not_end_it_has_given_up(Coordinator coordinator) {
    Duration old = Duration.ofMinutes(2);
    assertThat(InDoubtRules.decide(registration().index(0).build(coordinator, old)).action())
        .isEqualTo(Action.ROLL_BACK);
    assertThat(InDoubtRules.decide(handOff().inDatabase().build(coordinator, old)).action())
        .isEqualTo(Action.ROLL_BACK);
  }

  @ParameterizedTest(name = "{0}, coordinator {1}: old")
  @MethodSource("cases")
  void every_verdict_says_why(String name, Coordinator coordinator, Case given) {
    assertThat(InDoubtRules.decide(given.build(coordinator, Duration.ofHours(1))).reason())
        .isNotBlank();
  }

  @Test
  void an_operator_may_decide_only_what_the_log_of_a_node_that_is_down_would_show() {
    Case both = handOff().inDatabase().atBroker();
    assertThat(open(both, Coordinator.DOWN))
        .containsExactlyInAnyOrder(Action.COMMIT, Action.ROLL_BACK);
    assertThat(open(both, Coordinator.LIVE)).isEmpty();
    assertThat(open(both, Coordinator.GONE)).isEmpty();
    assertThat(InDoubtRules.open(both.build(Coordinator.DOWN, Duration.ofSeconds(5)))).isEmpty();
    assertThat(open(registration().index(1).inDatabaseAs(2), Coordinator.DOWN))
        .as("one has ended")
        .containsExactly(Action.COMMIT);
    assertThat(open(handOff().inDatabase(), Coordinator.DOWN)).isEmpty();
    assertThat(open(handOff().atBroker().says(Outcome.IN_PROGRESS), Coordinator.DOWN)).isEmpty();
    assertThat(open(handOff().inDatabase().index(0), Coordinator.DOWN))
        .as("no row would decide about the broker's branch")
        .isEmpty();
    assertThat(open(new Case().foreign().atBroker(), Coordinator.DOWN)).isEmpty();
    assertThat(open(handOff().index(-1).inDatabaseAs(-1), Coordinator.GONE))
        .as("nothing tells whether one has ended")
        .containsExactlyInAnyOrder(Action.COMMIT, Action.ROLL_BACK);
  }

  private static Set<Action> open(Case given, Coordinator coordinator) {
    return InDoubtRules.open(given.build(coordinator, LONG));
  }

  private static Case on(String name, Case given) {
    given.name = name;
    return given;
  }

  private static Case handOff() {
    return new Case();
  }

  private static Case registration() {
    return new Case();
  }

  /** In a hand-off the database takes part first, in a registration the broker does, twice. */
  private static final class Case {
    private final List<DatabaseBranch> database = new ArrayList<>();
    private final List<BrokerBranch> broker = new ArrayList<>();
    private String name = "";
    private Outcome outcome = Outcome.UNKNOWN;
    private boolean committedAtBroker;
    private List<Action> expected = List.of();

    Case inDatabase() {
      return inDatabaseAs(0);
    }

    Case inDatabaseAs(int index) {
      database.add(new DatabaseBranch(id(index), "gid", TRANSACTION, true));
      return this;
    }

    Case foreign() {
      database.add(new DatabaseBranch(id(0), "gid", TRANSACTION, false));
      return this;
    }

    Case atBroker() {
      return index(1);
    }

    Case index(int index) {
      return atBroker(index, List.of());
    }

    /** Adds a consuming branch without a marker. */
    Case consumes(String message) {
      return atBroker(0, List.of(message));
    }

    private Case atBroker(int index, List<String> consumed) {
      broker.add(
          new BrokerBranch(
              id(index),
              "xid",
              Math.abs(index) == 1 ? Optional.of(DECISION) : Optional.empty(),
              Optional.empty(),
              true,
              consumed));
      return this;
    }

    boolean named() {
      return broker.stream().anyMatch(branch -> branch.decision().isPresent());
    }

    Case says(Outcome outcome) {
      this.outcome = outcome;
      return this;
    }

    Case committedAtBroker() {
      committedAtBroker = true;
      return this;
    }

    Case gives(Action live, Action down, Action gone) {
      expected = List.of(live, down, gone);
      return this;
    }

    Stream<Arguments> arguments() {
      return Stream.of(Coordinator.values())
          .filter(each -> each != Coordinator.UNKNOWN)
          .map(each -> Arguments.of(name, each, this, expected.get(each.ordinal())));
    }

    InDoubt build(Coordinator coordinator, Duration age) {
      return build(new Sighting(coordinator, age, true, true));
    }

    InDoubt build(Sighting sighting) {
      return new InDoubt(
          new Branches("0a", "node-1", database, broker), outcome, committedAtBroker, sighting);
    }

    private static BranchId id(int index) {
      return new BranchId("0a", "node-1", index);
    }
  }
}
