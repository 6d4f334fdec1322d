package org.goodtiming.scheduler.policy;

import java.util.Map;
import java.util.stream.Stream;
import org.goodtiming.scheduler.policy.QueueFacts.Failure;

/** A queue that is to blame for failures rests; package dispatch decides whether and how long. */
final class FailureRest implements DispatchPolicy {

  @Override
  public Map<Part, String> sql() {
    return Map.of(
        Part.SERVED_FROM, "<queue>.retry_at",
        Part.PROMPT, "<queue>.failures = 0");
  }

  @Override
  public Stream<Cause> causes(QueueFacts queue) {
    Failure last = queue.failure();
    return last == null
        ? Stream.of()
        : Stream.of(
            Cause.of(
                "queue-resting",
                "worker queue %s rests after a failure, the next attempt is at %s: %s"
                    .formatted(queue.name(), last.retryAt(), last.error()),
                null));
  }

  @Override
  public boolean needsLeader() {
    return true;
  }
}
