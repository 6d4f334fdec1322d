package org.goodtiming.scheduler.policy;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.goodtiming.scheduler.policy.DueQueues.Next;

/**
 * Decides whether and how fast worker queues are served, and explains the decision. {@link
 * DispatchPolicies} lists all policies.
 *
 * <p>A policy decides in SQL, as part of the statements of dispatch, or in memory, on the result of
 * a poll. Only a decision in memory knows the batch that is being committed.
 */
interface DispatchPolicy {

  /** The SQL fragments of a policy, for row {@code <queue>} of table worker_queue. */
  enum Part {
    /** Condition: whether a poll returns the queue. */
    SERVED(" AND "),
    /** Expression: when the queue is served again; NULL if it is served now. */
    SERVED_FROM(", "),
    /** Expression that {@link #limit}, {@link #causes} and {@link #pace} need. */
    COLUMNS(", "),
    /** Condition: whether jobs of the queue may be dispatched early. */
    ALLOWS_EARLY(" AND "),
    /**
     * Condition: whether the queue is served now. Due jobs of other queues do not keep their
     * partition on its node.
     */
    PROMPT(" AND "),
    /**
     * Condition: whether nothing limits how many due jobs are dispatched at once. Those of other
     * queues wait in the database although these are served.
     */
    UNLIMITED(" AND ");

    final String separator;

    Part(String separator) {
      this.separator = separator;
    }

    String placeholder() {
      return "<%s>".formatted(name().toLowerCase(Locale.ROOT));
    }
  }

  /** The SQL fragments of the policy. */
  Map<Part, String> sql();

  /**
   * Makes a queue claimable later, or its part of the next batch smaller.
   *
   * @param now as {@link DueQueues#now}
   */
  default Next limit(Next queue, Instant now) {
    return queue;
  }

  /**
   * A transaction begins that may dispatch that many jobs of each queue.
   *
   * @return is called at its end with the number of jobs that it has dispatched to each queue,
   *     which is empty if it failed
   */
  default Consumer<Map<String, Integer>> begins(Map<String, Integer> quotas) {
    return dispatched -> {};
  }

  /** A transaction has committed that found no job to take in these queues. */
  default void foundNothing(Set<String> queues) {}

  /** Why the queue is not served. */
  default Stream<Cause> causes(QueueFacts queue) {
    return Stream.of();
  }

  /** Whether its causes count only while a node leads the partition of the queue. */
  default boolean needsLeader() {
    return false;
  }

  /** The pace at which due jobs of the queue follow each other. */
  default Optional<Pace> pace(QueueFacts queue) {
    return Optional.empty();
  }
}
