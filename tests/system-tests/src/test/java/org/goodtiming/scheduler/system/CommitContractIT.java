package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.chaos.CommitCutter;
import org.goodtiming.scheduler.chaos.CommitCutter.Cut;
import org.goodtiming.scheduler.chaos.ConnectionInterceptor;
import org.goodtiming.scheduler.chaos.TcpProxy;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What each server must make of a commit. Node 1 reaches the database and the broker through
 * proxies, and does all the work; a second one is drained.
 */
@AnyServer
@Nightly
@Disruptive
@TestInstance(Lifecycle.PER_CLASS)
class CommitContractIT {

  private static final String QUEUE = "test.registration";
  private static final int JOBS = 200;
  private static final int LOST_ANSWERS = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
  private final CommitCutter commits = CommitCutter.ofDatabase(DatabaseUser.XA.role());
  private final AtomicBoolean brokerOutOfReach = new AtomicBoolean();
  private TcpProxy toDatabase;
  private TcpProxy toBroker;
  @AutoClose private Registrant registrant;

  @BeforeAll
  void node_1_behind_proxies() throws IOException {
    toDatabase = TcpProxy.to(stack.database().port(), commits::tap);
    toBroker = TcpProxy.to(stack.broker().port(), () -> new Reach(brokerOutOfReach));
    stack.node(1).kill();
    startNode1();
  }

  @AfterAll
  void direct_connections() throws IOException {
    stack.execute("DELETE FROM scheduler.node_duty");
    stack.node(1).kill();
    toDatabase.close();
    toBroker.close();
  }

  @BeforeEach
  void node_1_does_all_the_work() {
    stack.clear();
    stack.execute(
        """
        TRUNCATE scheduler.in_doubt, scheduler.in_doubt_resolution;
        INSERT INTO scheduler.node_duty (node, dispatches, registers, changed_by) VALUES ('node-2', false, false, 'test')
        """);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack.values("SELECT holder FROM scheduler.lease WHERE released_at IS NULL")
                    + " "
                    + broker.consumersOn("scheduler.jobs"),
            "[node-1] 1"::equals);
    registrant = new Registrant(stack.connectionFactory());
  }

  @Test
  void of_two_hundred_jobs_each_is_delivered_once() {
    registrant.sendAll(JOBS, i -> Map.of("scheduler_jobId", "job " + i, "scheduler_delay", "PT0S"));
    assertDelivered(IntStream.range(0, JOBS).mapToObj(i -> "job " + i).toArray(String[]::new));
    assertThat(stack.ledger("waiting")).isZero();
  }

  /** The broker has prepared. The database ends the sessions of a machine that is gone. */
  @Test
  void what_the_database_has_not_committed_when_the_node_is_killed_is_done_again()
      throws SQLException {
    try (CommitBarrier barrier = registrationAndDispatchHeld()) {
      stack.node(1).kill();
      barrier.terminateHeld();
    }
    startNode1();
    assertDoneOnce();
    assertThat(resolutions()).isEqualTo("node-1 roll back");
  }

  /** The broker has prepared, and does not get the commit any more. */
  @Test
  void what_the_database_has_committed_when_the_node_is_killed_is_committed_at_the_broker()
      throws SQLException {
    killedAfterTheDatabaseHasCommitted();
    startNode1();
    assertDoneOnce();
    assertThat(resolutions()).isEqualTo("node-1 commit");
  }

  @Test
  void the_database_may_commit_after_the_node_is_dead() throws SQLException {
    try (CommitBarrier barrier = registrationAndDispatchHeld()) {
      stack.node(1).kill();
      barrier.open();
      awaitCommitted();
    }
    startNode1();
    assertDoneOnce();
    assertThat(resolutions()).isEqualTo("node-1 commit");
  }

  @Test
  void another_node_ends_what_a_dead_one_has_left_and_names_it() throws SQLException {
    killedAfterTheDatabaseHasCommitted();
    stack.execute("DELETE FROM scheduler.node_duty");
    await().atMost(PATIENCE).until(() -> resolutions().equals("node-1 commit"));
    assertDoneOnce();
    startNode1();
    assertThat(resolutions()).isEqualTo("node-1 commit");
    assertThat(stack.ledger("difference")).isZero();
  }

  /** Of a registration and of a dispatch each time. */
  @ParameterizedTest
  @EnumSource(Cut.class)
  void a_commit_whose_answer_is_lost_is_neither_lost_nor_done_twice(Cut cut) {
    for (int i = 0; i < LOST_ANSWERS; i++) {
      commits.arm(cut);
      Registrant.Receipt receipt =
          registrant.ask("x", Map.of("scheduler_jobId", "job " + i, "scheduler_delay", "PT1S"));
      assertThat(receipt.status()).isEqualTo("accepted");
      assertThat(commits.done()).as("cut at the registration").isTrue();
      commits.arm(cut);
      await().atMost(PATIENCE).until(() -> stack.ledger("waiting") == 0);
      assertThat(commits.done()).as("cut at the dispatch").isTrue();
    }
    assertDelivered(
        IntStream.range(0, LOST_ANSWERS).mapToObj(i -> "job " + i).toArray(String[]::new));
    assertThat(stack.ledger("registered")).isEqualTo(LOST_ANSWERS);
  }

  private void killedAfterTheDatabaseHasCommitted() throws SQLException {
    try (CommitBarrier barrier = registrationAndDispatchHeld()) {
      brokerOutOfReach.set(true);
      barrier.open();
      awaitCommitted();
      stack.node(1).kill();
    } finally {
      brokerOutOfReach.set(false);
    }
    assertThat(broker.preparedTransactions()).as("not committed at the broker").isNotEmpty();
  }

  /** A job is registered, and another one dispatched: both before the commit of the database. */
  private CommitBarrier registrationAndDispatchHeld() throws SQLException {
    stack.pause(QUEUE, true);
    registrant.ask("x", job("dispatched", "2000-01-01T00:00:00Z"));
    CommitBarrier barrier = CommitBarrier.against("INSERT OR DELETE", stack);
    stack.pause(QUEUE, false);
    barrier.awaitHeld("COMMIT", 1);
    registrant.send("x", job("registered", "2100-01-01T00:00:00Z"));
    barrier.awaitHeld("COMMIT", 2);
    assertThat(broker.preparedTransactions()).hasSizeGreaterThan(1);
    assertThat(stack.values("SELECT job_id FROM scheduler.job")).containsExactly("dispatched");
    assertThat(broker.messagesOn(QUEUE)).as("not committed yet").isZero();
    return barrier;
  }

  private static Map<String, Object> job(String id, String dueAt) {
    return Map.of("scheduler_jobId", id, "scheduler_dueAt", dueAt);
  }

  private void awaitCommitted() {
    await()
        .until(
            () -> stack.value("SELECT string_agg(job_id, ' ') FROM scheduler.job"),
            "registered"::equals);
  }

  private void assertDoneOnce() {
    assertDelivered("dispatched");
    await().atMost(PATIENCE).until(() -> broker.messagesOn("scheduler.jobs") == 0);
    await()
        .atMost(PATIENCE)
        .until(
            () -> stack.values("SELECT job_id FROM scheduler.job").toString(),
            "[registered]"::equals);
    assertThat(stack.ledger("registered")).isEqualTo(2);
  }

  private void assertDelivered(String... jobs) {
    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      assertThat(worker.receive(jobs.length, PATIENCE, stack::now))
          .extracting(each -> each.delivery().jobId())
          .containsExactlyInAnyOrder(jobs);
      assertThat(worker.nothingMore()).as("no job a second time").isTrue();
    }
    await().atMost(PATIENCE).until(() -> broker.preparedTransactions().isEmpty());
    assertThat(stack.ledger("dispatched")).isEqualTo(jobs.length);
    assertThat(stack.ledger("difference")).isZero();
  }

  /** Whose transactions were ended how, each once. */
  private String resolutions() {
    return stack.value(
        "SELECT coalesce(string_agg(DISTINCT node || ' ' || action, ', '), '') FROM"
            + " scheduler.in_doubt_resolution");
  }

  private void startNode1() {
    stack
        .node(1)
        .start(
            Map.of(
                "SCHEDULER_DB_PORT", Integer.toString(toDatabase.port()),
                "SCHEDULER_BROKER_PORT", Integer.toString(toBroker.port())));
  }

  /** A connection to the broker, until it is cut off. */
  private record Reach(AtomicBoolean cutOff) implements ConnectionInterceptor {

    @Override
    public Passage toServer(ByteBuffer piece) {
      return cutOff.get() ? Passage.NOTHING_THEN_CUT : Passage.WHOLE;
    }

    @Override
    public Passage toClient(ByteBuffer piece) {
      return Passage.WHOLE;
    }
  }
}
