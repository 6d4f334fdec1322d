package org.goodtiming.scheduler.chaos;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.dev.ServerNode;

/** The node that executes a long run dies, freezes, stops, or gets its worker anew. */
final class LongRunFaults {

  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration NEXT_ATTEMPT_LIMIT = Duration.ofSeconds(90);

  static final List<Fault> ALL =
      List.of(
          new Fault(
              "long-run-kill", "kill -9 of a node that executes a long run", LongRunFaults::kill),
          new Fault(
              "long-run-pause",
              "a node that executes a long run is frozen until the run has been sent again, then continues",
              LongRunFaults::pause),
          new Fault(
              "long-run-stop",
              "a node that executes a long run stops gracefully, and starts",
              LongRunFaults::stop),
          new Fault(
              "long-run-redeploy",
              "the worker is redeployed on a node that executes a long run",
              LongRunFaults::redeploy));

  // The shortest takes a second
  private static final String JUST_STARTED =
      """
      SELECT fire_id, worker, attempt FROM scheduler.execution
       WHERE queue = '%s' AND state = 'RUNNING' AND started_at > clock_timestamp() - interval '500 ms'
       ORDER BY started_at DESC LIMIT 1
      """
          .formatted(LongRunWorker.QUEUE);

  /** An attempt that a worker has just begun. */
  private record Attempt(String fireId, String worker, int number) {

    private static Attempt of(ResultSet row) throws SQLException {
      return new Attempt(row.getString("fire_id"), row.getString("worker"), row.getInt("attempt"));
    }

    boolean isOn(ServerNode node) {
      return worker.endsWith("/" + node.pid());
    }

    boolean hasSuccessor(Sql sql) {
      return sql.number(
              "SELECT attempt FROM scheduler.execution WHERE fire_id = '%s'".formatted(fireId))
          > number;
    }
  }

  private LongRunFaults() {}

  private static FaultOutcome kill(FaultContext context) throws InterruptedException {
    return NodeFaults.kill(context, nodeOf(context, awaitStart(context)));
  }

  private static FaultOutcome pause(FaultContext context) throws InterruptedException {
    var attempt = awaitStart(context);
    var victim = nodeOf(context, attempt);
    long epoch = context.epoch();
    boolean leads = context.leads(victim);
    victim.suspend();
    var lost = context.lost(epoch);
    boolean sentAgain = Wait.until(NEXT_ATTEMPT_LIMIT, () -> attempt.hasSuccessor(context.sql()));
    victim.resume();
    if (!sentAgain) {
      throw new IllegalStateException(
          "%s has not been sent again after %s".formatted(attempt, NEXT_ATTEMPT_LIMIT));
    }
    return leads
        ? FaultOutcome.toLeader(victim.name(), lost)
        : FaultOutcome.of(victim.name() + ", a follower");
  }

  private static FaultOutcome stop(FaultContext context) throws InterruptedException {
    var node = nodeOf(context, awaitStart(context));
    node.stop();
    node.start();
    return FaultOutcome.of(node.name());
  }

  private static FaultOutcome redeploy(FaultContext context) throws InterruptedException {
    var node = nodeOf(context, awaitStart(context));
    node.deploy(LongRunWorker.archive(context.state()));
    return FaultOutcome.of(node.name());
  }

  private static Attempt awaitStart(FaultContext context) throws InterruptedException {
    var started = new ArrayList<Attempt>();
    Wait.until(START_LIMIT, () -> started.addAll(context.sql().read(JUST_STARTED, Attempt::of)));
    return started.stream()
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no long run has started in " + START_LIMIT));
  }

  private static ServerNode nodeOf(FaultContext context, Attempt attempt) {
    return context.nodes().stream().filter(attempt::isOn).findFirst().orElseThrow();
  }
}
