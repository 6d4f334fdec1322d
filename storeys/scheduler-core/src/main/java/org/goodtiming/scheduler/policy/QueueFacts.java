package org.goodtiming.scheduler.policy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a worker queue that the policies use.
 *
 * @param pauses of its jobs, which do not exclude each other
 * @param failure null if the last attempt to dispatch to the queue succeeded
 * @param columns as {@link DispatchPolicies#read} reads them
 */
public record QueueFacts(
    String name, List<Pause> pauses, @Nullable Failure failure, Map<String, String> columns) {

  /** The jobs that a pause concerns. */
  public enum Scope {
    EVERYTHING,
    QUEUE,
    GROUP
  }

  /**
   * A pause by an operator.
   *
   * @param group whose jobs it concerns; null in other scopes
   * @param since null if the database does not know it
   * @param until when it ends by itself; null if only a resume ends it
   */
  public record Pause(
      Scope scope, @Nullable String group, @Nullable Instant since, @Nullable Instant until) {}

  /** The last attempt to dispatch to the queue. */
  public record Failure(@Nullable String error, @Nullable Instant retryAt) {}

  /** Returns a copy with other pauses. */
  public QueueFacts with(List<Pause> otherPauses) {
    return new QueueFacts(name, otherPauses, failure, columns);
  }
}
