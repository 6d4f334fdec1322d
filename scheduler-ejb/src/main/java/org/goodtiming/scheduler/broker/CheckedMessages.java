package org.goodtiming.scheduler.broker;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Messages of a queue, told apart.
 *
 * @param deliverable to be consumed with the selector
 * @param undeliverable to be kept as the broker shows them, and removed
 */
public record CheckedMessages(
    List<ManagementMessage> deliverable, List<ManagementMessage> undeliverable) {

  public boolean isEmpty() {
    return deliverable.isEmpty() && undeliverable.isEmpty();
  }

  /** The one that was this message before the broker moved it. */
  ManagementMessage deliverable(long originalId) {
    return deliverable.stream()
        .filter(shown -> shown.originalId().equals(OptionalLong.of(originalId)))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("message %d is not of these".formatted(originalId)));
  }

  /** Matches the deliverable messages, and no others. */
  public String selector() {
    return LongStream.concat(
            // Matches nothing, where there is nothing
            LongStream.of(-1),
            deliverable.stream().flatMapToLong(shown -> shown.originalId().stream()))
        .mapToObj(id -> ManagementMessage.ORIGINAL_ID + " = " + id)
        .collect(Collectors.joining(" OR "));
  }
}
