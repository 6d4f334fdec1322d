package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.ServerNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The broker or the database is away for a while: what the nodes say of it, and what they log. */
@Disruptive
class OutageIT {

  private static final Duration OUTAGE =
      Duration.parse(System.getProperty("scheduler.outage", "PT%dS".formatted(Volume.of(5, 30))));
  private static final Duration NOTICED = Duration.ofSeconds(5);
  private static final Duration BACK = Duration.ofSeconds(15);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private static final int JOBS = 30;
  private static final int MAX_LINES = 400;

  /** More than the lines that may be logged. */
  private static final int REQUESTS = 500;

  /** One for each operation that the outage cuts off. One a second would be more than 30. */
  private static final int MAX_TRACES = 20;

  /** The resource adapter logs it with a stack trace for each connection that breaks in use. */
  private static final String BROKEN_CONNECTION = "AMQ152004";

  private final SystemStack stack = SystemStack.shared();
  private final List<ServerNode> nodes = Stream.of(1, 2).map(stack::node).toList();

  /** What happens to which server. */
  enum Outage {
    BROKER_STOPPED("broker", "database") {
      @Override
      void begin(SystemStack stack) {
        stack.broker().stop();
      }
    },
    BROKER_KILLED("broker", "database") {
      @Override
      void begin(SystemStack stack) {
        stack.broker().kill();
      }
    },
    DATABASE_STOPPED("database", "broker") {
      @Override
      void begin(SystemStack stack) {
        stack.database().stop();
      }
    },
    DATABASE_KILLED("database", "broker") {
      @Override
      void begin(SystemStack stack) {
        stack.database().kill();
      }
    };

    private final String away;
    private final String there;

    Outage(String away, String there) {
      this.away = away;
      this.there = there;
    }

    abstract void begin(SystemStack stack);

    boolean isToldBy(Readiness readiness) {
      return !readiness.up()
          && readiness.says(away, "away")
          && readiness.says(there, "answers")
          && readiness.text().contains("no answer from " + away + ": nothing is dispatched;");
    }
  }

  @BeforeEach
  void nodes_ready_and_no_jobs() {
    stack.clear();
    await()
        .atMost(BACK)
        .untilAsserted(
            () ->
                assertThat(nodes)
                    .allSatisfy(node -> assertThat(node.healthy()).as(node.health()).isTrue()));
  }

  @AfterEach
  void servers_up() {
    if (!stack.broker().running()) {
      stack.broker().start();
    }
    if (!stack.database().running()) {
      stack.database().start();
    }
  }

  @Test
  void nodes_report_steadily_that_the_broker_is_away_and_overdue_jobs_follow_its_return() {
    assertToldAndSurvived(Outage.BROKER_KILLED);
  }

  @Nightly
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BROKER_KILLED")
  void nodes_report_steadily_which_server_is_away_and_log_little(Outage outage) {
    assertToldAndSurvived(outage);
  }

  private void assertToldAndSurvived(Outage outage) {
    register("due meanwhile", "PT5S");
    await().until(() -> stack.ledger("waiting") == JOBS);
    List<NodeLog> logs = nodes.stream().map(NodeLog::from).toList();
    outage.begin(stack);
    await().atMost(NOTICED).until(() -> allTell(outage));
    int jobs = JOBS;
    if (stack.broker().running()) {
      register("registered meanwhile", "PT0S");
      jobs += JOBS;
    }
    await()
        .pollInterval(BETWEEN_LOOKS)
        .during(OUTAGE)
        .atMost(OUTAGE.plusSeconds(10))
        .until(() -> allTell(outage));
    if (!stack.database().running()) {
      nodes.forEach(OutageIT::askInVain);
    }
    if (!stack.broker().running()) {
      nodes.forEach(OutageIT::blamesTheBroker);
    }
    servers_up();
    await()
        .atMost(BACK)
        .untilAsserted(
            () ->
                assertThat(nodes)
                    .allSatisfy(node -> assertThat(node.healthy()).as(node.health()).isTrue()));
    areDelivered(jobs);
    logs.forEach(log -> tellsOnce(log, outage));
  }

  /** What requests meet must not be logged for each of them. */
  private static void askInVain(ServerNode node) {
    RestClient client = new RestClient(node);
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(client.get("/jobs").status()).isEqualTo(503);
      assertThat(client.post("/jobs", RestJobsIT.job("1")).status()).isEqualTo(503);
    }
  }

  /** Whoever asks for a queue, a job or a lease. */
  private static void blamesTheBroker(ServerNode node) {
    RestClient client = new RestClient(node);
    for (String path :
        List.of(
            "/worker-queues",
            "/worker-queues/test.registration",
            "/jobs/test.registration/due%20meanwhile%201/explanation",
            "/leases")) {
      assertThat(client.get(path).body())
          .as(path)
          .contains("the broker does not answer node " + node.name(), "\"broker-away\"")
          .doesNotContain("start a node");
    }
  }

  private boolean allTell(Outage outage) {
    return nodes.stream().map(Readiness::of).allMatch(outage::isToldBy);
  }

  private void tellsOnce(NodeLog log, Outage outage) {
    System.out.printf(
        "%s %s: %d lines outside of %d traces%n",
        outage, log.node(), log.linesOutsideTraces().size(), log.traces());
    assertThat(log.count("SCHED-0701 the " + outage.away)).as(log.node()).isEqualTo(1);
    assertThat(log.count("SCHED-0703 the " + outage.away)).as(log.node()).isEqualTo(1);
    assertThat(log.count("SCHED-0701 the " + outage.there)).as(log.node()).isZero();
    assertThat(log.traces() - log.count(BROKEN_CONNECTION))
        .as(log.node())
        .isLessThanOrEqualTo(MAX_TRACES);
    assertThat(log.linesOutsideTraces()).as(log.node()).hasSizeLessThanOrEqualTo(MAX_LINES);
  }

  private void register(String name, String delay) {
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.sendAll(
          JOBS, i -> Map.of("scheduler_jobId", name + " " + i, "scheduler_delay", delay));
    }
  }

  private void areDelivered(int jobs) {
    try (Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      assertThat(worker.receive(jobs, stack::now))
          .extracting(received -> received.delivery().jobId())
          .doesNotHaveDuplicates();
      assertThat(worker.nothingMore()).isTrue();
    }
    assertThat(stack.ledger("difference")).isZero();
    assertThat(stack.ledger("quarantined")).isZero();
  }
}
