package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A worker queue.
 *
 * @param queue as {@code GET /worker-queues} shows it
 */
record QueueState(JsonObject queue) {

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>(waiting());
    if (queue.get("backlog") instanceof JsonObject backlog
        && Json.number(backlog, "consumers") == 0
        && Json.number(backlog, "messages") > 0) {
      findings.add(
          new Finding(
              FindingCode.NO_CONSUMER,
              "%s has %d messages and no consumer"
                  .formatted(name(), Json.number(backlog, "messages")),
              "goodtiming queue show " + name(),
              "start its worker"));
    }
    return findings;
  }

  private List<Finding> waiting() {
    String name = name();
    return switch (Json.text(queue, "state")) {
      case "resting" ->
          List.of(
              new Finding(
                  FindingCode.QUEUE_RESTS,
                  "%s: %s".formatted(name, Json.text(queue, "problem")),
                  "goodtiming queue show " + name));
      case "paused" ->
          Json.number(queue, "due") == 0
              ? List.of()
              : Json.list(queue, "causes").stream().flatMap(this::paused).toList();
      case "open" ->
          Json.number(queue, "overdue") == 0
              ? List.of()
              : List.of(
                  new Finding(
                      FindingCode.QUEUE_LATE,
                      "%s has %d overdue jobs, the oldest due at %s"
                          .formatted(
                              name, Json.number(queue, "overdue"), Json.text(queue, "oldestDueAt")),
                      "goodtiming job list --queue " + name,
                      Json.number(queue, "rateLimit") == 0
                          ? "then goodtiming job explain, with the first one"
                          : "its rate limit is %d jobs a minute"
                              .formatted(Json.number(queue, "rateLimit"))));
      // Of a partition without a leader, which is a finding itself
      default -> List.of();
    };
  }

  /** Each of the pauses, which do not end with each other. */
  private Stream<Finding> paused(JsonObject cause) {
    String resume =
        switch (Json.text(cause, "code")) {
          case "queue-paused" -> "goodtiming queue resume " + name();
          case "dispatch-paused" -> "goodtiming dispatch resume";
          default -> "";
        };
    return resume.isEmpty()
        ? Stream.of()
        : Stream.of(
            new Finding(
                FindingCode.QUEUE_PAUSED,
                "%s, %d jobs of %s are due"
                    .formatted(Json.text(cause, "text"), Json.number(queue, "due"), name()),
                resume));
  }

  private String name() {
    return Json.text(queue, "name");
  }
}
