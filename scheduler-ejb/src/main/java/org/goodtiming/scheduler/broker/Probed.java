package org.goodtiming.scheduler.broker;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Messages of a queue, told apart.
 *
 * @param deliverable to be consumed with the selector
 * @param undeliverable to be kept as the broker shows them, and removed
 */
public record Probed(List<ShownMessage> deliverable, List<ShownMessage> undeliverable) {

  /** Matches the deliverable messages, and no others. */
  public String selector() {
    return LongStream.concat(
            // Matches nothing, where there is nothing
            LongStream.of(-1),
            deliverable.stream().flatMapToLong(shown -> shown.originalId().stream()))
        .mapToObj(id -> ShownMessage.ORIGINAL_ID + " = " + id)
        .collect(Collectors.joining(" OR "));
  }
}
