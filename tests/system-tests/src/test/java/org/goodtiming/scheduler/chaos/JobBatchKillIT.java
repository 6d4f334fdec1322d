package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.chaos.ChainWorkers.REPORTING;
import static org.goodtiming.scheduler.chaos.ChainWorkers.SILENT;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.Disruptive;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Job batches while node, broker and database are killed. Every second member goes to workers that
 * report; of those one in ten fails. The workers count their runs.
 */
@Disruptive
@Nightly
class JobBatchKillIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int MEMBERS_A_COMMIT = 250;

  private final SystemStack stack = SystemStack.shared();
  private final BrokerClient client = BrokerClient.of(stack.devStack().brokers());
  private final CrashPoints points =
      new CrashPoints(stack.devStack().state().resolve("points"), Transactions.BY_DEFAULT);
  private final ChainLedger ledger = new ChainLedger();
  private final ChainWorkers workers = new ChainWorkers(stack, client, ledger);

  @BeforeEach
  void begin() {
    workers.start();
  }

  @AfterEach
  void end() throws InterruptedException {
    points.disarm();
    workers.close();
  }

  /** A batch with failures, and one without. */
  private enum Batch {
    FAILS("FAILED"),
    SUCCEEDS("FINISHED");

    private final String end;

    Batch(String end) {
      this.end = end;
    }

    String id() {
      return "batch that " + name().toLowerCase(Locale.ROOT);
    }

    String member(int number) {
      return name() + " " + number;
    }

    boolean isFailure(int number) {
      return this == FAILS && number % 20 == 0;
    }

    String then() {
      return name() + " then";
    }

    String onFailure() {
      return name() + " on failure";
    }

    /** As the table has it in the end. */
    String counts(int members) {
      long failed = IntStream.range(0, members).filter(this::isFailure).count();
      return "%s %d 0 0 %d %d 0 0".formatted(end, members, members - failed, failed);
    }
  }

  @Test
  void a_batch_ends_once_with_exact_counts_whichever_server_is_killed() {
    int members = 2_000;
    close(Batch.SUCCEEDS, members);
    register(Batch.FAILS, 0, members / 2);
    register(Batch.SUCCEEDS, 0, members / 2);
    workers.awaitDone(200, PATIENCE);
    ServerNode leader = stack.leader();
    leader.kill();
    register(Batch.FAILS, members / 2, members);
    await().atMost(PATIENCE).until(() -> !stack.leader().equals(leader));
    leader.start();
    workers.awaitDone(1_500, PATIENCE);
    stack.devStack().broker().kill();
    stack.devStack().broker().start();
    close(Batch.FAILS, members);
    register(Batch.SUCCEEDS, members / 2, members);
    workers.awaitDone(3_000, PATIENCE);
    stack.database().kill();
    stack.database().start();
    assertEnds(members);
  }

  static Stream<Arguments> points() {
    return Stream.of(
        Arguments.of(KilledServer.NODE, Work.REPORT, Point.BEFORE_PREPARE),
        Arguments.of(KilledServer.NODE, Work.REPORT, Point.DATABASE_COMMITTED),
        Arguments.of(KilledServer.NODE, Work.PARENTS, Point.STATEMENTS_DONE),
        Arguments.of(KilledServer.DATABASE, Work.REPORT, Point.BEFORE_PREPARE),
        Arguments.of(KilledServer.DATABASE, Work.PARENTS, Point.STATEMENTS_DONE),
        Arguments.of(KilledServer.BROKER, Work.REPORT, Point.BEFORE_PREPARE));
  }

  /** Between the statement that counts ends, or ends a batch, and its commit. */
  @ParameterizedTest
  @MethodSource("points")
  void no_point_of_a_count_or_an_end_is_lost_or_repeated(
      KilledServer server, Work work, Point point) throws InterruptedException {
    int members = 60;
    int most = members - 10;
    // The leader counts; reports are stored by any node
    ServerNode node = stack.leader();
    PointAction trap = new PointAction(point, work, server.onNode());
    for (Batch batch : Batch.values()) {
      close(batch, members);
      register(batch, 0, most);
    }
    // The trap is for the end
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack.integer("SELECT coalesce(sum(finished + failed), 0) FROM scheduler.job_batch")
                    == Batch.values().length * most);
    points.arm(node, trap);
    for (Batch batch : Batch.values()) {
      register(batch, most, members);
    }
    await().atMost(PATIENCE).until(() -> points.sprung(node, trap));
    server.kill(stack, node);
    assertEnds(members);
  }

  private void register(Batch batch, int from, int until) {
    for (int begin = from; begin < until; begin += MEMBERS_A_COMMIT) {
      int end = Math.min(until, begin + MEMBERS_A_COMMIT);
      int first = begin;
      send(
          context -> {
            for (int number = first; number < end; number++) {
              boolean fails = batch.isFailure(number);
              JMSProducer member =
                  ChainWorkers.tracked(
                      context, number % 2 == 0 ? REPORTING : SILENT, batch.member(number));
              member.setProperty("scheduler_batch", batch.id());
              ChainWorkers.send(context, member, fails ? ChainLedger.FAILS : "finishes");
            }
          });
    }
  }

  /** Closes the batch, and registers the jobs after it. */
  private void close(Batch batch, int size) {
    send(
        context -> {
          JMSProducer then = ChainWorkers.tracked(context, REPORTING, batch.then());
          then.setProperty("scheduler_afterBatch", batch.id());
          ChainWorkers.send(
              context, then.setProperty("scheduler_ifParentFails", "run"), "finishes");
          JMSProducer onFailure = ChainWorkers.tracked(context, REPORTING, batch.onFailure());
          ChainWorkers.send(
              context, onFailure.setProperty("scheduler_onBatchFailure", batch.id()), "finishes");
          JMSProducer close = context.createProducer().setProperty("scheduler_op", "batch");
          close.setProperty("scheduler_batch", batch.id());
          close.setProperty("scheduler_batchSize", size);
          close.send(context.createQueue("scheduler.jobs"), "");
        });
  }

  private interface Sender {
    void send(JMSContext context);
  }

  private void send(Sender sender) {
    try (JMSContext context = client.open(JMSContext.SESSION_TRANSACTED)) {
      sender.send(context);
      context.commit();
    }
  }

  private void assertEnds(int members) {
    for (Batch batch : Batch.values()) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(counts(batch)).isEqualTo(batch.counts(members)));
    }
    int jobs = Batch.values().length * (members + 1) + 1;
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(ledger.done()).hasSize(jobs));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack.integer("SELECT count(*) FROM scheduler.execution WHERE ended_at IS NULL")
                    == 0);
    assertThat(ledger.twice()).isEmpty();
    assertThat(ledger.done())
        .contains(Batch.FAILS.then(), Batch.FAILS.onFailure(), Batch.SUCCEEDS.then())
        .doesNotContain(Batch.SUCCEEDS.onFailure());
    assertThat(ledger.beforeTheirParents(membersOfEach(members))).isEmpty();
    for (Batch batch : Batch.values()) {
      assertThat(counts(batch)).isEqualTo(batch.counts(members));
    }
    assertThat(
            stack.value(
                "SELECT concat_ws(' ', (SELECT count(*) FROM scheduler.job), (SELECT count(*) FROM scheduler.child_to_release), (SELECT count(*) FROM scheduler.quarantine), (SELECT count(*) FROM scheduler.job_batch_change), (SELECT string_agg(job_id, ',') FROM scheduler.execution WHERE state = 'CANCELLED'))"))
        .isEqualTo("0 0 0 0 " + Batch.SUCCEEDS.onFailure());
    assertThat(stack.ledger("difference")).isZero();
  }

  /** The jobs that run after the end of a batch. */
  private static Map<String, List<String>> membersOfEach(int members) {
    Map<String, List<String>> parents = new TreeMap<>();
    for (Batch batch : Batch.values()) {
      parents.put(batch.then(), IntStream.range(0, members).mapToObj(batch::member).toList());
    }
    return parents;
  }

  private String counts(Batch batch) {
    return stack.value(
        "SELECT concat_ws(' ', end_state, total, waiting, running, finished, failed, cancelled, missing) FROM scheduler.job_batch WHERE id = '%s'"
            .formatted(batch.id()));
  }
}
