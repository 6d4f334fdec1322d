package org.goodtiming.scheduler.broker.amqp;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The messages of a queue, by deliverability.
 *
 * @param deliverable to be consumed with the selector
 * @param doubtful converted once, which does not prove that the broker can convert them again
 * @param undeliverable to be quarantined as the broker shows them, and removed
 */
public record CheckedMessages(
    List<ManagementMessage> deliverable,
    List<ManagementMessage> doubtful,
    List<ManagementMessage> undeliverable) {

  static CheckedMessages deliverable(List<ManagementMessage> messages) {
    return new CheckedMessages(messages, List.of(), List.of());
  }

  public boolean isEmpty() {
    return deliverable.isEmpty() && doubtful.isEmpty() && undeliverable.isEmpty();
  }

  /**
   * The messages that are consumed together. A doubtful message is consumed alone: if the broker
   * cannot convert it, it closes the consumer, and the acknowledgement of a later message would
   * include it (docs/adr/0013).
   */
  public List<CheckedMessages> batches() {
    return Stream.concat(Stream.of(deliverable), doubtful.stream().map(List::of))
        .filter(batch -> !batch.isEmpty())
        .map(CheckedMessages::deliverable)
        .toList();
  }

  /** The id of this message before the broker moved it. */
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
            // Matches no message, for the case that none is deliverable
            LongStream.of(-1),
            deliverable.stream().flatMapToLong(shown -> shown.originalId().stream()))
        .mapToObj(id -> ManagementMessage.ORIGINAL_ID + " = " + id)
        .collect(Collectors.joining(" OR "));
  }
}
