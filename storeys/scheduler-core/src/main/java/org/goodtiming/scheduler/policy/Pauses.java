package org.goodtiming.scheduler.policy;

import jakarta.json.spi.JsonProvider;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.goodtiming.scheduler.policy.QueueFacts.Pause;

/**
 * Operators pause queues. They also pause all queues, which the statement of the poll decides once,
 * and message groups, whose jobs are not eligible then.
 */
final class Pauses implements DispatchPolicy {

  @Override
  public Map<Part, String> sql() {
    return Map.of(
        Part.SERVED, "(NOT <queue>.paused OR <queue>.paused_until IS NOT NULL)",
        Part.SERVED_FROM, "CASE WHEN <queue>.paused THEN <queue>.paused_until END",
        Part.PROMPT, "NOT <queue>.paused");
  }

  @Override
  public Stream<Cause> causes(QueueFacts queue) {
    return queue.pauses().stream().map(pause -> cause(queue.name(), pause));
  }

  private static Cause cause(String queue, Pause pause) {
    return switch (pause.scope()) {
      case QUEUE ->
          cause("queue-paused", "worker queue " + queue, pause)
              .with(Cure.post("resume the queue", "worker-queues", queue, "resume"));
      case GROUP ->
          cause("group-paused", "message group " + pause.group(), pause)
              .with(resumed(Objects.requireNonNull(pause.group())));
      case EVERYTHING ->
          cause("dispatch-paused", "the dispatch of all jobs", pause)
              .with(Cure.post("resume dispatch", "dispatch", "resume"));
    };
  }

  private static Cause cause(String code, String paused, Pause pause) {
    String end = pause.until() == null ? "" : " until " + pause.until();
    return Cause.of(code, "%s is paused%s".formatted(paused, end), pause.since());
  }

  private static Cure resumed(String group) {
    String body =
        JsonProvider.provider().createObjectBuilder().add("group", group).build().toString();
    return new Cure("resume the group", "POST", List.of("dispatch", "resume"), body, Cure.OPERATOR);
  }
}
