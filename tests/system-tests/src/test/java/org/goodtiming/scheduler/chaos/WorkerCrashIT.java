package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.system.DeployedWorker;
import org.goodtiming.scheduler.system.Disruptive;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.goodtiming.scheduler.system.TrackedJobs;
import org.goodtiming.scheduler.system.tracked.TrackedWorker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The server of a worker dies at a point of the worker's transaction, which consumes the job and
 * sends its reports: two branches at the broker. A sample of the points, all of them with
 * -Dscheduler.chaos-sample=100.
 */
@Disruptive
@Nightly
class WorkerCrashIT {

  private static final int JOBS = 40;
  private static final Duration AFTER_RESTART = Duration.ofMinutes(2);

  private static final SystemStack stack = SystemStack.shared();
  private static final CrashPoints points =
      new CrashPoints(stack.devStack().state().resolve("points"), Transactions.BY_DEFAULT);
  private static DeployedWorker worker;

  private final BrokerConsole broker =
      new BrokerConsole(BrokerClient.of(stack.devStack().brokers()));

  @BeforeAll
  static void deploy() {
    stack.allow(TrackedWorker.QUEUE, Duration.ofSeconds(2), 10);
    worker = new DeployedWorker(stack, "tracked", TrackedWorker.class);
  }

  @AfterAll
  static void undeploy() {
    points.disarm();
    stack.startAllNodes();
    worker.close();
  }

  @BeforeEach
  void empty() {
    stack.clear();
  }

  static Stream<Point> sample() {
    List<Point> all = Point.of(Work.WORKER).collect(Collectors.toList());
    Collections.shuffle(all, new Random(Long.getLong("scheduler.seed", System.nanoTime())));
    return all.stream().limit(Integer.getInteger("scheduler.chaos-sample", 1));
  }

  @ParameterizedTest
  @MethodSource("sample")
  void a_run_whose_worker_dies_is_done_again_or_was_done_and_reported(Point point)
      throws Exception {
    ServerNode node = stack.devStack().node(1);
    points.arm(node, new PointAction(point, Work.WORKER, Action.KILL));
    try (TrackedJobs jobs = new TrackedJobs(stack, TrackedWorker.QUEUE)) {
      List<String> ids = IntStream.range(0, JOBS).mapToObj(Integer::toString).toList();
      ids.forEach(id -> jobs.register(id, "text"));
      PointFaults.awaitDeath(node);
      node.start();
      await()
          .atMost(AFTER_RESTART)
          .untilAsserted(() -> assertThat(broker.preparedTransactions()).isEmpty());
      ids.forEach(id -> assertFinishedOnce(jobs, jobs.await(id, FINISHED)));
    }
  }

  private static void assertFinishedOnce(TrackedJobs jobs, ExecutionStatus run) {
    assertThat(jobs.transitions(run.fireId())).endsWith(FINISHED).doesNotHaveDuplicates();
    assertThat(jobs.executions().result(run.fireId())).isInstanceOf(ResultLookup.Present.class);
  }
}
