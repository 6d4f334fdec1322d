package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.Disruptive;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.RestClient;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The leader dies while it dispatches the runs of schedules that overlap, pause or are backfilled;
 * the worker counts.
 */
@Disruptive
@Nightly
class ScheduleKillIT {

  private static final String QUEUE = "test.schedules";
  private static final int SCHEDULES = 10;
  private static final int FAILURES = 3;
  private static final int BACKFILLED = 200;
  private static final Instant FIRST = Instant.parse("2020-01-01T00:00:00Z");
  private static final Instant END = FIRST.plus(Duration.ofHours(BACKFILLED));
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final List<Point> KILLS =
      List.of(Point.BEFORE_PREPARE, Point.BROKER_PREPARED, Point.DATABASE_COMMITTED);

  private final SystemStack stack = SystemStack.shared();
  private final CrashPoints points =
      new CrashPoints(stack.devStack().state().resolve("points"), Transactions.BY_DEFAULT);
  private final Map<String, Run> runs = new ConcurrentHashMap<>();
  private final BrokerClient client = BrokerClient.of(stack.devStack().brokers());
  private Receiver worker;

  /** A run by its message; the schedule has planned each time once. */
  private record Run(String schedule, String fireId, Instant plannedAt, int number) {

    static Run of(Message message) throws JMSException {
      return new Run(
          message.getStringProperty(WireContract.JOB_ID),
          message.getStringProperty(WireContract.FIRE_ID),
          Instant.ofEpochMilli(message.getLongProperty(WireContract.PLANNED_AT)),
          (int) message.getLongProperty(WireContract.RUN));
    }

    String time() {
      return schedule + " " + number + " " + plannedAt;
    }
  }

  @BeforeEach
  void begin() {
    stack.startAllNodes();
    stack.clear();
    stack.allow(QUEUE);
    worker = new Receiver(client, QUEUE, this::work, new WorkerSpeed()).start();
  }

  @AfterEach
  void end() throws InterruptedException {
    points.disarm();
    worker.close();
    stack.startAllNodes();
    stack.clear();
  }

  /** Runs of some schedules fail; others never end, so that the next one cancels them. */
  private void work(Message message, JMSContext transaction) throws JMSException {
    Run run = Run.of(message);
    runs.put(message.getJMSMessageID(), run);
    if (run.schedule().startsWith("fails")) {
      report(message, transaction, "failed");
    } else if (run.schedule().startsWith("backfilled")) {
      report(message, transaction, "finished");
    }
  }

  private static void report(Message message, JMSContext transaction, String event)
      throws JMSException {
    transaction
        .createProducer()
        .send(
            transaction.createQueue(WireContract.REPORT_QUEUE),
            "{\"fireId\":\"%s\",\"token\":\"%s\",\"event\":\"%s\"}"
                .formatted(
                    message.getStringProperty(WireContract.FIRE_ID),
                    message.getStringProperty(WireContract.TOKEN),
                    event));
  }

  @Test
  void a_leader_killed_at_a_dispatch_neither_loses_nor_repeats_a_run() throws Exception {
    for (int i = 0; i < SCHEDULES; i++) {
      put(
          "cancels " + i,
          "\"recurrence\":\"every:PT2S\",\"overlap\":\"cancel\",\"misfire\":\"fire-all\"");
      put("fails " + i, "\"recurrence\":\"every:PT1S\",\"pauseAfterFailures\":" + FAILURES);
    }
    put("backfilled", "\"recurrence\":\"cron:0 0 * ? * *\",\"tracked\":true");
    assertThat(
            rest()
                .post(
                    "/schedules/%s/backfilled/backfill".formatted(QUEUE),
                    "{\"from\":\"%s\",\"until\":\"%s\",\"pace\":\"PT0.2S\"}".formatted(FIRST, END))
                .json()
                .getInt("runs"))
        .isEqualTo(BACKFILLED);
    for (Point point : KILLS) {
      int before = runs.size();
      ServerNode leader = stack.leader();
      points.arm(leader, new PointAction(point, Work.DISPATCH, Action.KILL));
      PointFaults.awaitDeath(leader);
      await().atMost(PATIENCE).until(() -> runs.size() > before + 2 * SCHEDULES);
      leader.start();
    }
    await().atMost(PATIENCE).until(() -> backfilled().size() == BACKFILLED);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack.integer(
                        "SELECT count(*) FROM scheduler.schedule WHERE pause_reason IS NOT NULL")
                    == SCHEDULES);
    stack.pause(QUEUE, true);
    BrokerConsole broker = new BrokerConsole(client);
    await().atMost(PATIENCE).until(() -> openRuns() == SCHEDULES && broker.messagesOn(QUEUE) == 0);

    assertThat(runs.values()).extracting(Run::fireId).doesNotHaveDuplicates();
    assertThat(runs.values()).extracting(Run::time).doesNotHaveDuplicates();
    for (int i = 0; i < SCHEDULES; i++) {
      assertNoneIsLeftOut(of("cancels " + i));
      // A run can begin before the end of the one before it is known
      List<Run> failed = of("fails " + i);
      assertThat(failed).hasSizeGreaterThanOrEqualTo(FAILURES);
      assertNoneIsLeftOut(failed);
    }
    assertThat(backfilled())
        .extracting(Run::plannedAt)
        .containsExactlyInAnyOrderElementsOf(
            Stream.iterate(FIRST, time -> time.plus(Duration.ofHours(1)))
                .limit(BACKFILLED)
                .toList());
    assertThat(stack.integer("SELECT count(*) FROM scheduler.quarantine")).isZero();
    assertThat(stack.ledger("difference")).isZero();
  }

  private static void assertNoneIsLeftOut(List<Run> runs) {
    assertThat(runs)
        .extracting(Run::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, runs.size()).boxed().toList());
  }

  /** The last of each schedule: all others were asked to stop. */
  private long openRuns() {
    return stack.integer(
        "SELECT count(*) FROM scheduler.execution WHERE job_id LIKE 'cancels %' AND ended_at IS NULL AND cancel_requested_at IS NULL AND state <> 'SUBMITTED'");
  }

  /** Without the run that is planned at each full hour, which the test may meet. */
  private List<Run> backfilled() {
    return of("backfilled").stream().filter(run -> run.plannedAt().isBefore(END)).toList();
  }

  private List<Run> of(String schedule) {
    List<Run> found = new ArrayList<>(runs.values());
    found.removeIf(run -> !run.schedule().equals(schedule));
    found.sort(Comparator.comparing(Run::number));
    return found;
  }

  private void put(String jobId, String fields) {
    RestClient.Answer put =
        rest()
            .put(
                "/jobs/%s/%s".formatted(QUEUE, jobId.replace(" ", "%20")),
                "{\"body\":\"text\",%s}".formatted(fields));
    assertThat(put.status()).as(put.body()).isEqualTo(201);
  }

  private RestClient rest() {
    return new RestClient(stack.leader());
  }
}
