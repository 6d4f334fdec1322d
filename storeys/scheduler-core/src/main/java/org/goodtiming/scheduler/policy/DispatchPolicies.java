package org.goodtiming.scheduler.policy;

import static java.util.stream.Collectors.joining;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.goodtiming.scheduler.policy.DispatchPolicy.Part;
import org.goodtiming.scheduler.policy.DueQueues.Next;

/** All policies, for the leader of one partition; each of its terms begins with new ones. */
public final class DispatchPolicies {

  private static final List<DispatchPolicy> ALL = all(new QueueDepths(), System::nanoTime);

  /** The names of the columns: the ends of their expressions. */
  private static final List<String> NAMES =
      parts(Part.COLUMNS).map(column -> column.replaceFirst("(?s).*\\W", "")).toList();

  /**
   * Artemis puts messages whose time has come before those that wait already, so a queue with more
   * of them is not dispatched to early (docs/adr/0075).
   */
  public static final int MAX_OVERTAKEN = 100;

  /**
   * Whether job {@code j} may be dispatched early. Otherwise its backoff would have no effect on a
   * job that failed, and the jobs of a group would lose their order.
   */
  private static final String MAY_BE_EARLY =
      "(j.last_error IS NULL AND j.group_key IS NULL AND <allows_early> AND coalesce(b.messages - b.delivering - b.scheduled, 0) <= "
          + MAX_OVERTAKEN
          + ")";

  private final QueueDepths depths;
  private final LongSupplier nanoTime;
  private List<DispatchPolicy> policies;
  private long epoch;

  public DispatchPolicies(QueueDepths depths) {
    this(depths, System::nanoTime);
  }

  /**
   * @param nanoTime the monotonic clock, in ns
   */
  public DispatchPolicies(QueueDepths depths, LongSupplier nanoTime) {
    this.depths = depths;
    this.nanoTime = nanoTime;
    this.policies = all(depths, nanoTime);
  }

  /** All policies, in the order of their conditions and causes. */
  private static List<DispatchPolicy> all(QueueDepths depths, LongSupplier nanoTime) {
    return List.of(
        new Pauses(),
        new Windows(),
        new FailureRest(),
        new ConcurrentRuns(),
        new KeyShares(),
        new RateLimits(nanoTime),
        new DepthLimits(depths));
  }

  /**
   * Completes a statement by the parts of all policies, such as {@code <served>}, and by {@code
   * <early>}.
   *
   * @param queue the name of its row of table worker_queue; {@code b} is that of the backlog
   */
  public static UnaryOperator<String> in(String queue) {
    return statement -> {
      String sql = statement.replace("<early>", MAY_BE_EARLY);
      for (Part part : Part.values()) {
        sql = sql.replace(part.placeholder(), parts(part).collect(joining(part.separator)));
      }
      return sql.replace("<queue>", queue);
    };
  }

  /**
   * Whether the queue is closed now, in SQL; never null.
   *
   * @param queue the name of its row of table worker_queue
   */
  public static String isClosed(String queue) {
    return "coalesce(%s, false)".formatted(Windows.IS_CLOSED.replace("<queue>", queue));
  }

  private static Stream<String> parts(Part part) {
    return ALL.stream().flatMap(policy -> Stream.ofNullable(policy.sql().get(part)));
  }

  /** The values of {@code <columns>} by name, without those that are null. */
  public static Map<String, String> read(ResultSet row) throws SQLException {
    Map<String, String> columns = new HashMap<>();
    for (String name : NAMES) {
      String value = row.getString(name);
      if (value != null) {
        columns.put(name, value);
      }
    }
    return columns;
  }

  /**
   * Applies the limits of all policies to the polled queues.
   *
   * @param term the epoch of the lease
   */
  public synchronized DueQueues limit(long term, DueQueues polled) {
    if (epoch != term) {
      epoch = term;
      policies = all(depths, nanoTime);
    }
    Instant now = polled.now();
    return new DueQueues(now, polled.queues().stream().map(each -> limit(each, now)).toList());
  }

  private Next limit(Next polled, Instant now) {
    Next queue = polled;
    for (DispatchPolicy policy : policies) {
      queue = policy.limit(queue, now);
    }
    return queue;
  }

  /** Calls {@link DispatchPolicy#begins} of all policies. */
  public synchronized Consumer<Map<String, Integer>> begins(Map<String, Integer> quotas) {
    return policies.stream()
        .map(policy -> policy.begins(quotas))
        .reduce(dispatched -> {}, Consumer::andThen);
  }

  /** Calls {@link DispatchPolicy#foundNothing} of all policies. */
  public synchronized void foundNothing(Set<String> queues) {
    policies.forEach(policy -> policy.foundNothing(queues));
  }

  /**
   * Why the queue is not served.
   *
   * @param needLeader which causes: those that count only while a node leads the partition, or the
   *     others
   */
  public static Stream<Cause> causes(QueueFacts queue, boolean needLeader) {
    return ALL.stream()
        .filter(policy -> policy.needsLeader() == needLeader)
        .flatMap(policy -> policy.causes(queue));
  }

  /**
   * The pace at which due jobs of the queue follow each other, with the code of the first policy
   * that sets one; empty if only their number delays them.
   */
  public static Optional<Pace> pace(QueueFacts queue) {
    return ALL.stream()
        .flatMap(policy -> policy.pace(queue).stream())
        .reduce((first, next) -> new Pace(first.code(), first.text() + ", and " + next.text()));
  }
}
