package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A worker queue.
 *
 * @param queue as {@code GET /worker-queues} shows it
 * @param commands to the same node
 */
record QueueState(JsonObject queue, Commands commands) {

  /** As alert {@code SchedulerCanaryLate}. */
  private static final long LATE_MILLIS = 10_000;

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>(waiting());
    if (queue.get("backlog") instanceof JsonObject backlog
        && Json.number(backlog, "consumers") == 0
        && Json.number(backlog, "messages") > 0) {
      findings.add(
          new Finding(
              FindingCode.NO_CONSUMER,
              "%s has %s and no consumer"
                  .formatted(name(), Json.count(backlog, "messages", "message")),
              Cure.advice("start its worker")));
    }
    if (queue.get("lastCanary") instanceof JsonObject canary) {
      canary(canary).ifPresent(findings::add);
    }
    return findings;
  }

  private Optional<Finding> canary(JsonObject last) {
    String seen;
    if ("missing".equals(Json.text(last, "state"))) {
      seen = "no canary has arrived since %s".formatted(Json.text(last, "missingSince"));
    } else if ("not-sent".equals(Json.text(last, "state")) || lateMillis(last) <= LATE_MILLIS) {
      return Optional.empty();
    } else {
      seen =
          "the last canary was stored after %d ms, dispatched %d ms late, and delivered after %d ms"
              .formatted(
                  Json.number(last, "registrationMillis"),
                  Json.number(last, "dispatchMillis"),
                  Json.number(last, "deliveryMillis"));
    }
    return Optional.of(
        new Finding(
            FindingCode.CANARY_LATE,
            "%s: %s".formatted(name(), seen),
            Cure.advice(
                "the jobs of the queue go the same way: look at the other findings, and for SCHED-0067 and SCHED-0068 in the logs of the nodes")));
  }

  private static long lateMillis(JsonObject canary) {
    return Stream.of("registrationMillis", "dispatchMillis", "deliveryMillis")
        .mapToLong(stage -> Json.number(canary, stage))
        .sum();
  }

  private List<Finding> waiting() {
    String name = name();
    return switch (Json.text(queue, "state")) {
      case "resting" ->
          List.of(
              new Finding(
                  FindingCode.QUEUE_RESTS,
                  "%s: %s".formatted(name, Json.text(queue, "problem")),
                  Cure.advice(
                      "remove what the broker says; the scheduler tries again by itself, and goodtiming queue show tells when")));
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
                      "%s has %s, the oldest due at %s"
                          .formatted(
                              name,
                              Json.count(queue, "overdue", "overdue job"),
                              Json.text(queue, "oldestDueAt")),
                      Cure.advice(whenLate())));
      // Of a partition without a leader, which is a finding itself
      default -> List.of();
    };
  }

  private String whenLate() {
    if (queue.containsKey("limits")) {
      String limits = Json.text(queue, "limits");
      // More workers do not make a rate higher
      boolean byWorkers = !limits.matches("gets at most \\d+ jobs? a minute");
      return "it %s: %sraise the limit, or wait"
          .formatted(limits, byWorkers ? "start more workers, " : "");
    }
    return "goodtiming job explain says of each why it waits; goodtiming job list shows them";
  }

  /** Each of the pauses, which do not end with each other. */
  private Stream<Finding> paused(JsonObject cause) {
    Optional<Cure> resume =
        switch (Json.text(cause, "code")) {
          case "queue-paused" -> Optional.of(commands.node("queue", "resume", name()));
          case "dispatch-paused" -> Optional.of(commands.node("dispatch", "resume"));
          default -> Optional.empty();
        };
    return resume.stream()
        .map(
            cure ->
                new Finding(
                    FindingCode.QUEUE_PAUSED,
                    "%s, with %s due in %s"
                        .formatted(
                            Json.text(cause, "text"), Json.count(queue, "due", "job"), name()),
                    cure));
  }

  private String name() {
    return Json.text(queue, "name");
  }
}
