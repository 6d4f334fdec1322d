package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.chaos.ChainWorkers.REPORTING;
import static org.goodtiming.scheduler.chaos.ChainWorkers.SILENT;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.Disruptive;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.RestClient;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jobs after jobs while node, broker and database are killed. A family is two parents, a child
 * after both, and a grandchild; the workers count their runs.
 */
@Disruptive
@Nightly
class ChainKillIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final SystemStack stack = SystemStack.shared();
  private final BrokerClient client = BrokerClient.of(stack.devStack().brokers());
  private final CrashPoints points =
      new CrashPoints(stack.devStack().state().resolve("points"), Transactions.BY_DEFAULT);
  private final ChainLedger ledger = new ChainLedger();
  private final ChainWorkers workers = new ChainWorkers(stack, client, ledger);
  private final Map<String, List<String>> parents = new TreeMap<>();

  /** What becomes of the child and the grandchild of a family. */
  private enum Fate {
    RUN,
    RUN_AFTER_FAILURE,
    CANCELLED,
    HELD;

    /** The first parent fails in three of ten families. */
    static Fate of(int family) {
      return switch (family % 10) {
        case 3 -> RUN_AFTER_FAILURE;
        case 5 -> CANCELLED;
        case 8 -> HELD;
        default -> RUN;
      };
    }

    String ifParentFails() {
      return switch (this) {
        case RUN, HELD -> "hold";
        case RUN_AFTER_FAILURE -> "run";
        case CANCELLED -> "cancel";
      };
    }
  }

  @BeforeEach
  void begin() {
    workers.start();
  }

  @AfterEach
  void end() throws InterruptedException {
    points.disarm();
    workers.close();
  }

  @Test
  void each_job_runs_once_and_after_its_parents_whichever_server_is_killed() {
    int families = 120;
    // The parents of every second family are registered after their children
    register(families, family -> family % 2 == 0, true, true);
    register(families, family -> family % 2 == 1, false, true);
    workers.awaitDone(20, PATIENCE);
    ServerNode leader = stack.leader();
    leader.kill();
    register(families, family -> family % 4 == 1, true, false);
    await().atMost(PATIENCE).until(() -> !stack.leader().equals(leader));
    leader.start();
    workers.awaitDone(150, PATIENCE);
    stack.devStack().broker().kill();
    stack.devStack().broker().start();
    register(families, family -> family % 4 == 3, true, false);
    awaitReleases();
    stack.database().kill();
    stack.database().start();
    assertEachRanOnce(families);
  }

  static Stream<Arguments> points() {
    return Stream.of(
        Arguments.of(KilledServer.NODE, Work.REPORT, Point.BEFORE_PREPARE),
        Arguments.of(KilledServer.NODE, Work.REPORT, Point.BROKER_PREPARED),
        Arguments.of(KilledServer.NODE, Work.REPORT, Point.DATABASE_COMMITTED),
        Arguments.of(KilledServer.NODE, Work.PARENTS, Point.STATEMENTS_DONE),
        Arguments.of(KilledServer.DATABASE, Work.REPORT, Point.BEFORE_PREPARE),
        Arguments.of(KilledServer.DATABASE, Work.PARENTS, Point.STATEMENTS_DONE),
        Arguments.of(KilledServer.BROKER, Work.REPORT, Point.BEFORE_PREPARE));
  }

  /** Between the statement that stores an end, or releases a child, and its commit. */
  @ParameterizedTest
  @MethodSource("points")
  void no_point_of_a_release_loses_or_repeats_a_child(KilledServer server, Work work, Point point)
      throws InterruptedException {
    int families = 30;
    // The leader releases; reports are stored by any node
    ServerNode node = stack.leader();
    PointAction trap = new PointAction(point, work, server.onNode());
    register(families, family -> family % 2 == 1, false, true);
    await()
        .atMost(PATIENCE)
        .until(() -> stack.integer("SELECT count(*) FROM scheduler.child_job") == families);
    points.arm(node, trap);
    register(families, family -> family % 2 == 1, true, false);
    register(families, family -> family % 2 == 0, true, true);
    await().atMost(PATIENCE).until(() -> points.sprung(node, trap));
    server.kill(stack, node);
    assertEachRanOnce(families);
  }

  /** In one transaction for each kind. */
  private void register(int families, IntPredicate which, boolean ofParents, boolean ofChildren) {
    List<Integer> chosen = IntStream.range(0, families).filter(which).boxed().toList();
    if (ofParents) {
      send(chosen, this::sendParents);
    }
    if (ofChildren) {
      send(chosen, this::sendChildren);
    }
  }

  private interface Sender {
    void send(JMSContext context, int family);
  }

  private void send(List<Integer> families, Sender sender) {
    try (JMSContext context = client.open(JMSContext.SESSION_TRANSACTED)) {
      families.forEach(family -> sender.send(context, family));
      context.commit();
    }
  }

  private void sendParents(JMSContext context, int family) {
    String text = Fate.of(family) == Fate.RUN ? "finishes" : ChainLedger.FAILS;
    ChainWorkers.send(context, ChainWorkers.tracked(context, REPORTING, "first " + family), text);
    ChainWorkers.send(
        context, ChainWorkers.tracked(context, SILENT, "second " + family), "finishes");
  }

  // The grandchild comes first, so that its parent must be tracked
  private void sendChildren(JMSContext context, int family) {
    String child = "child " + family;
    sendAfter(
        context,
        ChainWorkers.tracked(context, REPORTING, "grandchild " + family),
        "cancel",
        Map.of(child, SILENT));
    sendAfter(
        context,
        ChainWorkers.tracked(context, SILENT, child),
        Fate.of(family).ifParentFails(),
        Map.of("first " + family, REPORTING, "second " + family, SILENT));
  }

  private void sendAfter(
      JMSContext context, JMSProducer job, String ifParentFails, Map<String, String> after) {
    parents.put(job.getStringProperty("scheduler_jobId"), List.copyOf(after.keySet()));
    String keys =
        after.entrySet().stream()
            .map(parent -> "\"%s/%s\"".formatted(parent.getValue(), parent.getKey()))
            .collect(Collectors.joining(",", "[", "]"));
    job.setProperty("scheduler_after", keys).setProperty("scheduler_ifParentFails", ifParentFails);
    ChainWorkers.send(context, job, "finishes");
  }

  private void assertEachRanOnce(int families) {
    List<String> held = jobs(families, Fate.HELD, "child");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(ledger.done()).hasSize(families * 4 - unrun(families)));
    await().atMost(PATIENCE).until(() -> waiting("held_at IS NOT NULL").equals(held));
    // The grandchildren of held children wait; nothing else is left
    await().atMost(PATIENCE).until(() -> waiting("true").size() == 2 * held.size());
    RestClient rest = new RestClient(stack.leader());
    for (String child : held) {
      String path = "/jobs/%s/%s/release".formatted(SILENT, child.replace(" ", "%20"));
      assertThat(rest.post(path, "").status()).isLessThan(300);
    }
    List<String> cancelled =
        Stream.concat(
                jobs(families, Fate.CANCELLED, "child").stream(),
                jobs(families, Fate.CANCELLED, "grandchild").stream())
            .toList();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(ledger.done()).hasSize(families * 4 - cancelled.size()));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack.integer("SELECT count(*) FROM scheduler.execution WHERE ended_at IS NULL")
                    == 0);
    assertThat(ledger.twice()).isEmpty();
    assertThat(ledger.done()).doesNotContainAnyElementsOf(cancelled);
    assertThat(ledger.beforeTheirParents(parents)).isEmpty();
    assertThat(waiting("true")).isEmpty();
    assertThat(
            stack.value(
                "SELECT concat_ws(' ', (SELECT count(*) FROM scheduler.child_to_release), (SELECT count(*) FROM scheduler.job_parent WHERE state IS NULL), (SELECT count(*) FROM scheduler.quarantine), (SELECT count(*) FROM scheduler.execution WHERE state = 'CANCELLED'))"))
        .isEqualTo("0 0 0 " + cancelled.size());
    assertThat(stack.ledger("difference")).isZero();
  }

  /** The children and grandchildren that are held or cancelled, or wait for those. */
  private static int unrun(int families) {
    return 2
        * (jobs(families, Fate.HELD, "child").size()
            + jobs(families, Fate.CANCELLED, "child").size());
  }

  private static List<String> jobs(int families, Fate fate, String member) {
    return IntStream.range(0, families)
        .filter(family -> Fate.of(family) == fate)
        .mapToObj(family -> member + " " + family)
        .sorted()
        .toList();
  }

  private List<String> waiting(String condition) {
    String ids =
        stack.value(
            "SELECT coalesce(string_agg(job_id, ',' ORDER BY job_id COLLATE \"C\"), '') FROM scheduler.job WHERE "
                + condition);
    return ids.isEmpty() ? List.of() : List.of(ids.split(","));
  }

  /** Some children are released, others still wait. */
  private void awaitReleases() {
    String released = "SELECT count(*) FROM scheduler.child_job WHERE released_at IS NOT NULL";
    long before = stack.integer(released);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> stack.integer(released) > before);
  }
}
