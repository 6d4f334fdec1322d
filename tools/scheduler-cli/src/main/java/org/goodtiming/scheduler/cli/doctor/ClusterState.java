package org.goodtiming.scheduler.cli.doctor;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nodes and leases.
 *
 * @param overview the answer to {@code GET /overview}
 */
record ClusterState(JsonObject overview) {

  /** The tolerance, equal to the console's. */
  private static final Duration TOLERATED = Duration.ofSeconds(1);

  List<Finding> findings(Commands commands, int wantedNodes) {
    List<Finding> findings = new ArrayList<>();
    Json.list(overview, "leases").forEach(lease -> findings.addAll(lease(lease)));
    List<JsonObject> nodes = Json.list(overview, "nodes");
    nodes.forEach(node -> findings.addAll(node(node)));
    List<JsonObject> live = nodes.stream().filter(node -> node.getBoolean("live", false)).toList();
    live.forEach(node -> findings.addAll(liveNode(node, commands)));
    findings.addAll(versions(live));
    if (live.size() < wantedNodes) {
      findings.add(
          new Finding(
              FindingCode.FEW_NODES,
              "%d of %d nodes run".formatted(live.size(), wantedNodes),
              Cure.advice("start those that goodtiming node list does not show as live")));
    }
    return findings;
  }

  /** A partition without queues needs no leader. */
  private static List<Finding> lease(JsonObject lease) {
    String state = Json.text(lease, "state");
    if (state.equals("held") || Json.number(lease, "queues") == 0) {
      return List.of();
    }
    String partition = Json.text(lease, "partition");
    return List.of(
        new Finding(
            FindingCode.NO_LEADER,
            "the lease of partition %s with %s is in state '%s': %s"
                .formatted(
                    partition,
                    Json.count(lease, "queues", "queue"),
                    state,
                    Json.text(lease, "problem")),
            Cure.advice(
                "start a node that may lead it; goodtiming lease history shows which one led it last")));
  }

  private static List<Finding> node(JsonObject node) {
    if (node.getBoolean("live", false)) {
      return List.of();
    }
    if (Json.number(node, "inDoubt") == 0) {
      return killed(node);
    }
    return List.of(
        new Finding(
            FindingCode.DEAD_NODE,
            "node %s does not run, and has left %s in doubt"
                .formatted(Json.text(node, "name"), Json.count(node, "inDoubt", "transaction")),
            Cure.advice(
                "start the node, or resolve each transaction that goodtiming in-doubt list shows")));
  }

  /** Finds killed nodes; a stopped node has recorded its end. */
  private static List<Finding> killed(JsonObject node) {
    String seenAt = Json.text(node, "seenAt");
    return seenAt.isEmpty() || !Json.text(node, "goneSince").isEmpty()
        ? List.of()
        : List.of(
            new Finding(
                FindingCode.KILLED_NODE,
                "node %s does not run, was not stopped, and was seen last at %s"
                    .formatted(Json.text(node, "name"), seenAt),
                Cure.advice(
                    "start the node; if it will not come back, nothing is to be done: it is forgotten after a day")));
  }

  private static List<Finding> liveNode(JsonObject node, Commands commands) {
    String name = Json.text(node, "name");
    List<Finding> findings = new ArrayList<>();
    String offset = Json.text(node, "clockOffset");
    if (!offset.isEmpty() && Duration.parse(offset).abs().compareTo(TOLERATED) >= 0) {
      findings.add(
          new Finding(
              FindingCode.NODE_CLOCK,
              "the clock of node %s differs by %s from that of the database"
                  .formatted(name, offset),
              Cure.advice("synchronize the clocks of both machines by NTP")));
    }
    boolean dispatches = node.getBoolean("dispatches", true);
    boolean registers = node.getBoolean("registers", true);
    if (!dispatches || !registers) {
      findings.add(
          new Finding(
              FindingCode.DRAINED,
              "node %s is drained since %s, by %s: it %s"
                  .formatted(
                      name,
                      Json.text(node, "drainedAt"),
                      Json.text(node, "drainedBy"),
                      dispatches
                          ? "registers nothing"
                          : registers ? "dispatches nothing" : "takes nothing new"),
              commands.node("node", "resume", name)));
    }
    return findings;
  }

  /** Finds different versions, as during an upgrade that may have been left unfinished. */
  private static List<Finding> versions(List<JsonObject> live) {
    Map<String, List<String>> names =
        live.stream()
            .filter(node -> !Json.text(node, "version").isEmpty())
            .collect(
                groupingBy(
                    node -> Json.text(node, "version"),
                    TreeMap::new,
                    mapping(node -> Json.text(node, "name"), toList())));
    if (names.size() < 2) {
      return List.of();
    }
    String seen =
        names.entrySet().stream()
            .map(each -> "%s (%s)".formatted(each.getKey(), String.join(", ", each.getValue())))
            .collect(joining(", "));
    return List.of(
        new Finding(
            FindingCode.VERSIONS,
            "nodes run with versions " + seen,
            Cure.advice("finish the upgrade of those with the older version")));
  }
}
