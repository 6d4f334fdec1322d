package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes and leases.
 *
 * @param overview the answer to {@code GET /overview}
 */
record ClusterState(JsonObject overview) {

  List<Finding> findings(int wantedNodes) {
    List<Finding> findings = new ArrayList<>();
    Json.list(overview, "leases").forEach(lease -> findings.addAll(lease(lease)));
    List<JsonObject> nodes = Json.list(overview, "nodes");
    nodes.forEach(node -> findings.addAll(node(node)));
    long live = nodes.stream().filter(node -> node.getBoolean("live", false)).count();
    if (live < wantedNodes) {
      findings.add(
          new Finding(
              FindingCode.FEW_NODES,
              "%d of %d nodes run".formatted(live, wantedNodes),
              "goodtiming node list   # and start those that are missing"));
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
            "the lease of partition %s with %d queues is in state '%s'"
                .formatted(partition, Json.number(lease, "queues"), state),
            "goodtiming lease history %s   # who led it last; start a node that may lead it"
                .formatted(partition)));
  }

  private static List<Finding> node(JsonObject node) {
    boolean live = node.getBoolean("live", false);
    if (live || Json.number(node, "inDoubt") == 0) {
      return List.of();
    }
    return List.of(
        new Finding(
            FindingCode.DEAD_NODE,
            "node %s does not run, and has left %d transactions in doubt"
                .formatted(Json.text(node, "name"), Json.number(node, "inDoubt")),
            "goodtiming in-doubt list   # start the node, or resolve each transaction"));
  }
}
