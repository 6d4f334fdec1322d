package org.goodtiming.scheduler.explanation;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts.Failure;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts.Leader;
import org.jspecify.annotations.Nullable;

/** Causes that concern all jobs of a worker queue. */
final class QueueCauses {

  private static final String QUEUES = "worker-queues";

  private final String name;
  private final @Nullable WorkerQueueFacts queue;
  private final Facts.Past past;

  QueueCauses(Facts facts) {
    name = facts.key().queue();
    queue = facts.queue();
    past = facts.past();
  }

  Stream<Cause> all() {
    return queue == null
        ? Stream.of(notListed())
        : Stream.of(paused(queue.pause()), noLeader(queue.leader()), resting(queue.failure()))
            .filter(Objects::nonNull);
  }

  private Cause notListed() {
    Cure cure =
        new Cure(
            "put the queue on the allow-list", "PUT", List.of(QUEUES, name), "{}", Cure.OPERATOR);
    return Cause.of(
            "queue-not-listed", "worker queue %s is not on the allow-list".formatted(name), null)
        .with(cure);
  }

  private @Nullable Cause paused(WorkerQueueFacts.@Nullable Pause pause) {
    if (pause == null) {
      return null;
    }
    String end = pause.until() == null ? "" : " until " + pause.until();
    return switch (pause.scope()) {
      case QUEUE ->
          Cause.of(
                  "queue-paused",
                  "worker queue %s is paused%s".formatted(name, end),
                  past.latest(PastEvent.PAUSE_QUEUE))
              .with(Cure.post("resume the queue", QUEUES, name, "resume"));
      case GROUP ->
          Cause.of("group-paused", "the message group of the job is paused%s".formatted(end), null);
      case EVERYTHING ->
          Cause.of("dispatch-paused", "the dispatch of all jobs is paused%s".formatted(end), null)
              .with(Cure.post("resume dispatch", "dispatch", "resume"));
    };
  }

  private static @Nullable Cause noLeader(Leader leader) {
    return leader.leads()
        ? null
        : Cause.of(
            "no-leader",
            "no node leads partition %s: start a node that names it in scheduler.lease.partitions, or set another partition for the queue"
                .formatted(leader.partition()),
            leader.lastSeenAt());
  }

  private @Nullable Cause resting(@Nullable Failure failure) {
    return failure == null
        ? null
        : Cause.of(
            "queue-resting",
            "worker queue %s rests after a failure, the next attempt is at %s: %s"
                .formatted(name, failure.retryAt(), failure.error()),
            null);
  }
}
