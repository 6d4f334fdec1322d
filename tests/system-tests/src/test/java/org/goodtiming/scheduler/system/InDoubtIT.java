package org.goodtiming.scheduler.system;

import static jakarta.jms.JMSContext.SESSION_TRANSACTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.system.LeftBehind.Begun;
import org.goodtiming.scheduler.system.LeftBehind.TransactionManager;
import org.goodtiming.scheduler.system.LeftBehind.Work;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a node left prepared is ended without it, if one side shows what was decided. */
@Disruptive
class InDoubtIT {

  private static final Duration TWO_LOOKS = Duration.ofSeconds(45);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> JOBS =
      List.of(
          "committed-here", "rolled-back-here", "committed-there", "unknown-there", "undecided");

  private static final String FIRST_OF_A_BATCH =
      "roll back: it only consumes the first message of a batch, which will be redelivered";

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  /** The process id of the database's writer of its log. */
  private String logWriter = "";

  @BeforeEach
  void waiting_jobs() {
    stack.startAllNodes();
    stack.clear();
    stack.execute(
        """
        TRUNCATE scheduler.in_doubt, scheduler.in_doubt_resolution, scheduler.gone_node;
        DELETE FROM scheduler.decision WHERE outcome = 'aborted'
        """);
    JOBS.forEach(this::register);
  }

  @AfterEach
  void close() {
    List.of(1, 2).forEach(number -> stack.node(number).resume());
    registrant.close();
  }

  @Test
  @AnyServer
  void a_branch_that_has_ended_shows_what_was_decided_and_the_rest_waits_for_the_node() {
    leave("committed-here", TransactionManager.NARAYANA).databaseCommits().close();
    leave("rolled-back-here", TransactionManager.WEBSPHERE).databaseRollsBack().close();
    leave("committed-there", TransactionManager.NARAYANA).brokerCommits().close();
    leave("unknown-there").brokerRollsBack().close();
    leave("undecided").close();

    await()
        .atMost(TWO_LOOKS)
        .untilAsserted(
            () ->
                assertThat(resolutions())
                    .containsExactlyInAnyOrder(
                        "commit: the database has committed",
                        "roll back: the database has rolled back",
                        "commit: the broker has committed",
                        "roll back: the broker has neither a branch nor a marker of it"));
    assertThat(waiting())
        .containsExactlyInAnyOrder("rolled-back-here", "unknown-there", "undecided");
    assertThat(broker.messagesOn("test.registration")).as("handed over").isEqualTo(2);
    await()
        .atMost(TWO_LOOKS)
        .untilAsserted(
            () ->
                assertThat(stack.values("SELECT node || ' ' || verdict FROM scheduler.in_doubt"))
                    .containsExactly(
                        "node-9 wait: the log of its node has the outcome: start the node, or see"
                            + " scheduler.declare_gone"));
    assertThat(broker.preparedTransactions()).hasSize(1);

    stack.execute("SELECT scheduler.declare_gone('node-9', 'its disk is lost')");
    await().atMost(TWO_LOOKS).until(() -> broker.preparedTransactions().isEmpty());
    assertThat(stack.values("SELECT gid FROM scheduler.prepared_transaction")).isEmpty();
    assertThat(waiting()).contains("undecided");
    assertThat(stack.ledger("difference")).isZero();
    await()
        .atMost(TWO_LOOKS)
        .untilAsserted(
            () -> assertThat(resolutions()).contains("roll back: none has committed yet"));
  }

  @Nightly
  @Test
  void what_any_other_transaction_manager_has_prepared_is_shown_and_left_to_it() throws Exception {
    NodeLog log = NodeLog.from(stack.node(stack.value("SELECT holder FROM scheduler.lease")));
    try (AutoCloseable prepared = LeftBehind.foreign(stack, "test.caller")) {
      leave("committed-here").databaseCommits().close();
      await()
          .atMost(TWO_LOOKS)
          .untilAsserted(
              () ->
                  assertThat(stack.values("SELECT node || ' ' || verdict FROM scheduler.in_doubt"))
                      .containsExactly(
                          "(unknown) wait: it belongs to an application; its node resolves it"));
      await().atMost(TWO_LOOKS).until(() -> resolutions().size() == 1);
    }
    assertThat(broker.preparedTransactions()).isEmpty();
    assertThat(log.count("SCHED-0604")).isZero();
  }

  @Nightly
  @Test
  @AnyServer
  void an_operator_decides_on_any_node_what_only_the_log_of_a_node_that_is_down_would_show() {
    String rolledBack = leaveBoth("undecided");
    RestClient rest = new RestClient(stack.node(2));

    JsonObject told =
        await()
            .atMost(PATIENCE)
            .until(
                () -> rest.post(rolledBack, "{\"dryRun\": true}").json(),
                answer -> !answer.getJsonArray("mayForce").isEmpty());
    assertThat(told.getString("evidence")).isEqualTo("undecided");
    assertThat(told.getString("reason")).startsWith("the log of its node has the outcome");
    assertThat(told.getString("done")).isEqualTo("nothing");
    Answer refused = rest.post(rolledBack, null);
    assertThat(refused.status()).as(refused.body()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("SCHED-0947");
    assertThat(broker.preparedTransactions()).hasSize(1);

    Answer forced = rest.post(rolledBack, "{\"force\": \"roll-back\", \"reason\": \"a test\"}");
    assertThat(forced.status()).as(forced.body()).isEqualTo(200);
    assertThat(forced.json().getString("done")).isEqualTo("roll-back");
    assertThat(broker.preparedTransactions()).isEmpty();
    assertThat(stack.values("SELECT gid FROM scheduler.prepared_transaction")).isEmpty();
    assertThat(rest.post(rolledBack, null).code()).isEqualTo("SCHED-0946");
    assertThat(waiting()).contains("undecided");

    String committed = leaveBoth("committed-here");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                rest.post(committed, "{\"force\": \"commit\", \"reason\": \"its log says so\"}")
                    .status(),
            status -> status == 200);
    assertThat(waiting()).doesNotContain("committed-here");
    assertThat(broker.messagesOn("test.registration")).as("dispatched").isEqualTo(1);
    assertThat(resolutions())
        .contains("roll back: forced by admin: a test", "commit: forced by admin: its log says so");
    assertThat(
            stack.values(
                "SELECT (before ->> 'evidence') || ' ' || (after ->> 'action') FROM scheduler.audit"
                    + " WHERE action = 'resolve transaction in doubt' ORDER BY id DESC LIMIT 2"))
        .containsExactly("wait commit", "wait roll-back");
    assertThat(stack.ledger("difference")).isZero();
  }

  /** The path that resolves what is left behind. */
  private String leaveBoth(String jobId) {
    try (LeftBehind left = leave(jobId)) {
      return "/in-doubt/" + left.gtrid() + "/resolve";
    }
  }

  /** The kill comes before anything of the transaction is on the disk, so its id is free again. */
  @Nightly
  @ParameterizedTest
  @EnumSource(Work.class)
  void a_transaction_id_that_the_database_gives_again_after_a_crash_proves_nothing(Work work) {
    List.of(1, 2).forEach(number -> stack.node(number).suspend());
    crash(leave("node-9", work));
    List.of(1, 2).forEach(number -> stack.node(number).resume());
    assertRolledBack(work);
  }

  @Nightly
  @ParameterizedTest
  @EnumSource(Work.class)
  void the_same_is_true_for_the_node_itself_when_it_starts_again(Work work) {
    stack.node(1).kill();
    stack.node(2).suspend();
    LeftBehind left = leave("node-1", work);
    crash(left);
    stack.node(1).start();
    assertThat(
            stack.values(
                "SELECT gtrid FROM scheduler.in_doubt_resolution WHERE gtrid = '%s'"
                    .formatted(left.gtrid())))
        .as("ended before the server started")
        .hasSize(1);
    stack.node(2).resume();
    assertRolledBack(work);
  }

  /**
   * As when its node loses the session of this branch, and dies before it tries again, or lives,
   * but its transaction manager does not try again.
   */
  @Nightly
  @ParameterizedTest
  @CsvSource({
    "node-9, PAYARA, true, commit: the database has committed",
    "node-1, PAYARA, true, commit: the database has committed",
    "node-9, WEBSPHERE, true, commit: the database has committed",
    "node-9, PAYARA, false, '" + FIRST_OF_A_BATCH + "'",
    "node-1, PAYARA, false, '" + FIRST_OF_A_BATCH + "'",
    "node-9, NARAYANA, false, '" + FIRST_OF_A_BATCH + "'"
  })
  void a_branch_that_only_consumes_ends_as_the_row_that_names_its_message_decides(
      String node, TransactionManager manager, boolean commits, String resolution) {
    List.of(1, 2).forEach(number -> stack.node(number).suspend());
    LeftBehind left = registrationOf(new Begun(node, manager));
    if (commits) {
      left.databaseCommitsUnprepared();
    }
    left.close();
    left.markedBranchEnds(stack, commits);
    List.of(1, 2).forEach(number -> stack.node(number).resume());

    await()
        .atMost(TWO_LOOKS)
        .untilAsserted(() -> assertThat(resolutions()).containsExactly(resolution));
    await().atMost(TWO_LOOKS).until(() -> broker.messagesOn("scheduler.jobs") == 0);
    assertThat(waiting()).contains(jobOf(Work.REGISTRATION));
    assertThat(stack.ledger("registered")).isEqualTo(JOBS.size() + 1);
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void a_live_node_may_still_commit_what_it_has_open_in_the_database() {
    List.of(1, 2).forEach(number -> stack.node(number).suspend());
    try (LeftBehind left = registrationOf(new Begun("node-1", TransactionManager.PAYARA))) {
      left.markedBranchEnds(stack, false);
      List.of(1, 2).forEach(number -> stack.node(number).resume());
      await()
          .atMost(TWO_LOOKS)
          .untilAsserted(
              () ->
                  assertThat(
                          stack.values(
                              "SELECT verdict FROM scheduler.in_doubt WHERE last_seen_at >"
                                  + " first_seen_at + interval '12 s'"))
                      .containsExactly("wait: its node resolves it"));
      assertThat(resolutions()).isEmpty();
    }
    await()
        .atMost(TWO_LOOKS)
        .untilAsserted(() -> assertThat(resolutions()).containsExactly(FIRST_OF_A_BATCH));
    await().atMost(TWO_LOOKS).until(() -> waiting().contains(jobOf(Work.REGISTRATION)));
    assertThat(stack.ledger("difference")).isZero();
  }

  /**
   * The node is frozen, or its machine is without power: the broker has not noticed yet, and still
   * has its sessions. Artemis fails at the end of a session whose branch somebody else has
   * committed, and then keeps all messages that the client held.
   */
  @Nightly
  @Test
  void messages_that_a_node_holds_are_delivered_again_after_its_branch_was_committed_without_it() {
    ActiveMQConnectionFactory factory =
        new ActiveMQConnectionFactory(
            stack.broker().url(), stack.broker().user(), stack.broker().password());
    factory.setConsumerWindowSize(0);
    List<JMSContext> holders =
        IntStream.range(0, 10).mapToObj(each -> factory.createContext(SESSION_TRANSACTED)).toList();
    try (JMSContext sender = stack.connectionFactory().createContext();
        LeftBehind left = leave("committed-here").databaseCommits()) {
      for (JMSContext holder : holders) {
        sender.createProducer().send(sender.createQueue("test.caller"), "held");
        assertThat(received(holder)).isEqualTo("held");
      }
      await()
          .atMost(TWO_LOOKS)
          .untilAsserted(
              () ->
                  assertThat(resolutions()).containsExactly("commit: the database has committed"));
      left.disconnect();
      holders.forEach(LeftBehind::disconnect);
      await().atMost(TWO_LOOKS).until(() -> broker.deliveringOn("test.caller") == 0);
    } finally {
      holders.forEach(JMSContext::close);
      factory.close();
    }
    assertThat(broker.messagesOn("test.caller")).isEqualTo(holders.size());
  }

  private String received(JMSContext context) {
    JMSConsumer consumer = context.createConsumer(context.createQueue("test.caller"));
    return consumer.receiveBody(String.class, PATIENCE.toMillis());
  }

  private void assertRolledBack(Work work) {
    await()
        .atMost(TWO_LOOKS)
        .untilAsserted(
            () ->
                assertThat(resolutions())
                    .containsExactly("roll back: the database has rolled back"));
    switch (work) {
      case DISPATCH -> assertThat(broker.messagesOn("test.registration")).as("dispatched").isZero();
      case REGISTRATION ->
          await().atMost(TWO_LOOKS).until(() -> broker.messagesOn("scheduler.jobs") == 0);
    }
    assertThat(waiting()).contains(jobOf(work));
    assertThat(stack.values("SELECT outcome FROM scheduler.decision WHERE outcome = 'aborted'"))
        .hasSize(1);
    assertThat(stack.ledger("difference")).isZero();
  }

  private static String jobOf(Work work) {
    return work == Work.DISPATCH ? "committed-there" : "registered-there";
  }

  /**
   * All nodes are frozen or dead: they commit nothing, which would bring the open transaction's id
   * to the disk, and have no consumer to which the broker could deliver the registration. The
   * database's writer of its log, which would bring it there too, is frozen until the kill.
   */
  private LeftBehind leave(String node, Work work) {
    logWriter =
        stack.value("SELECT pid::text FROM pg_stat_activity WHERE backend_type = 'walwriter'");
    signalLogWriter("STOP");
    Begun begun = new Begun(node, TransactionManager.PAYARA);
    return work == Work.REGISTRATION
        ? registrationOf(begun)
        : LeftBehind.brokerPrepared(stack, begun, work, jobOf(work));
  }

  private LeftBehind registrationOf(Begun begun) {
    broker.connectionsOn("scheduler.jobs").forEach(broker::closeConnection);
    String job = jobOf(Work.REGISTRATION);
    registrant.send("x", Map.of("scheduler_jobId", job, "scheduler_dueAt", "2100-01-01T00:00:00Z"));
    return LeftBehind.brokerPrepared(stack, begun, Work.REGISTRATION, job);
  }

  private void signalLogWriter(String signal) {
    try {
      new ProcessBuilder("kill", "-" + signal, logWriter).inheritIO().start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void crash(LeftBehind left) {
    stack.database().kill();
    // Frozen, it would not notice the end of the database
    signalLogWriter("KILL");
    stack.database().start();
    while (nextTransaction() <= left.transaction()) {
      stack.execute("SELECT pg_current_xact_id()");
    }
    assertThat(stack.value("SELECT pg_xact_status('%d')".formatted(left.transaction())))
        .as("what the database says of the id, which is somebody else's now")
        .isEqualTo("committed");
  }

  private long nextTransaction() {
    return stack.integer("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint");
  }

  @Test
  void a_live_node_cannot_be_declared_gone() {
    assertThatThrownBy(() -> stack.execute("SELECT scheduler.declare_gone('node-1', 'a mistake')"))
        .rootCause()
        .hasMessageContaining("SCHED-0610 node node-1 is alive");
  }

  private LeftBehind leave(String jobId) {
    return leave(jobId, TransactionManager.PAYARA);
  }

  private LeftBehind leave(String jobId, TransactionManager manager) {
    return LeftBehind.bothPrepared(stack, new Begun("node-9", manager), jobId);
  }

  private Registrant.Receipt register(String id) {
    return registrant.ask(
        id, Map.of("scheduler_jobId", id, "scheduler_dueAt", "2100-01-01T00:00:00Z"));
  }

  private List<String> resolutions() {
    return stack.values("SELECT action || ': ' || reason FROM scheduler.in_doubt_resolution");
  }

  private List<String> waiting() {
    return stack.values("SELECT job_id FROM scheduler.job");
  }
}
