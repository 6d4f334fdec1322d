package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A worker queue or a queue of the scheduler, at the running broker.
 *
 * @param queue as {@code GET /broker} shows it
 */
record BrokerQueue(JsonObject queue) {

  /** Each node has message-driven beans for them. */
  private static final Set<String> CONSUMED_BY_NODES =
      Set.of("scheduler.jobs", "scheduler.reports", "scheduler.dead", "scheduler.expired");

  static final Cure REGISTER =
      Cure.advice("nodes consume it: start a node, or resume one that does not register");

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    if (CONSUMED_BY_NODES.contains(name()) && Json.number(queue, "consumers") == 0) {
      findings.add(
          new Finding(
              FindingCode.NOT_CONSUMED,
              "%s has no consumer, and %s"
                  .formatted(name(), Json.count(queue, "messages", "message")),
              REGISTER));
    }
    if (queue.getBoolean("paused", false)) {
      findings.add(
          new Finding(
              FindingCode.PAUSED_AT_BROKER,
              "%s is paused at the broker, with %s"
                  .formatted(name(), Json.count(queue, "messages", "message")),
              Cure.advice(
                  "resume it by the operation resume of the broker's management; a restart of the broker ends a pause that is not persistent")));
    }
    return findings;
  }

  private String name() {
    return Json.text(queue, "name");
  }
}
