package org.goodtiming.scheduler.explanation;

import jakarta.json.spi.JsonProvider;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts.Failure;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts.Pause;
import org.jspecify.annotations.Nullable;

/** Causes that concern all jobs of a worker queue. */
final class QueueCauses {

  private static final String QUEUES = "worker-queues";

  private final String name;
  private final @Nullable Instant pausedAt;

  /**
   * @param pausedAt when an operator paused the queue; null if that is not known
   */
  QueueCauses(String name, @Nullable Instant pausedAt) {
    this.name = name;
    this.pausedAt = pausedAt;
  }

  /**
   * @param queue null if it is not on the allow-list
   */
  Stream<Cause> all(@Nullable WorkerQueueFacts queue) {
    return queue == null
        ? Stream.of(notListed())
        : Stream.of(
                queue.pauses().stream().map(this::paused),
                new PartitionCauses(queue.partition()).all(),
                resting(queue.failure()).stream())
            .flatMap(causes -> causes);
  }

  private Cause notListed() {
    Cure cure =
        new Cure(
            "put the queue on the allow-list", "PUT", List.of(QUEUES, name), "{}", Cure.OPERATOR);
    return Cause.of(
            "queue-not-listed", "worker queue %s is not on the allow-list".formatted(name), null)
        .with(cure);
  }

  private Cause paused(Pause pause) {
    String end = pause.until() == null ? "" : " until " + pause.until();
    return switch (pause.scope()) {
      case QUEUE ->
          Cause.of("queue-paused", "worker queue %s is paused%s".formatted(name, end), pausedAt)
              .with(Cure.post("resume the queue", QUEUES, name, "resume"));
      case GROUP ->
          Cause.of(
                  "group-paused",
                  "message group %s is paused%s".formatted(pause.group(), end),
                  pause.since())
              .with(resumed(Objects.requireNonNull(pause.group())));
      case EVERYTHING ->
          Cause.of(
                  "dispatch-paused",
                  "the dispatch of all jobs is paused%s".formatted(end),
                  pause.since())
              .with(Cure.post("resume dispatch", "dispatch", "resume"));
    };
  }

  private static Cure resumed(String group) {
    String body =
        JsonProvider.provider().createObjectBuilder().add("group", group).build().toString();
    return new Cure("resume the group", "POST", List.of("dispatch", "resume"), body, Cure.OPERATOR);
  }

  private Optional<Cause> resting(@Nullable Failure failure) {
    return Optional.ofNullable(failure)
        .map(
            last ->
                Cause.of(
                    "queue-resting",
                    "worker queue %s rests after a failure, the next attempt is at %s: %s"
                        .formatted(name, last.retryAt(), last.error()),
                    null));
  }
}
