package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.install.BrokerRequirements;

/** Examines the nodes and the state of the scheduler, as a node shows them. */
public final class NodeDoctor {

  private NodeDoctor() {}

  /**
   * Whether the node is ready.
   *
   * @param url of the node
   * @param health the answer to {@code GET /health/ready}
   */
  public static List<Finding> health(String url, JsonObject health) {
    List<Finding> findings = new ArrayList<>();
    for (JsonObject check : Json.list(health, "checks")) {
      if (Json.text(check, "status").equals("DOWN")) {
        findings.add(
            new Finding(
                FindingCode.NODE_NOT_READY,
                "check %s of %s: %s".formatted(Json.text(check, "name"), url, check.get("data")),
                health(url),
                "until it is UP; codes are in docs/operations.md"));
      }
    }
    return findings;
  }

  /**
   * The state of the whole installation.
   *
   * @param overview the answer to {@code GET /overview}
   * @param inDoubt the answer to {@code GET /in-doubt}
   * @param wantedNodes how many nodes should run
   */
  public static List<Finding> state(
      JsonObject overview, JsonObject inDoubt, int wantedNodes, Instant now) {
    List<Finding> findings = new ArrayList<>(new ClusterState(overview).findings(wantedNodes));
    findings.addAll(new LedgerState(overview, Json.list(inDoubt, "transactions")).findings(now));
    Json.list(overview, "workerQueues")
        .forEach(queue -> findings.addAll(new QueueState(queue).findings()));
    return findings;
  }

  /**
   * The running broker.
   *
   * @param broker the answer to {@code GET /broker}
   * @param workerQueues names of the allow-list
   */
  public static List<Finding> broker(JsonObject broker, Set<String> workerQueues) {
    try {
      return new RunningBroker(broker, workerQueues, BrokerRequirements.read()).findings();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What follows from a node that does not show the broker.
   *
   * @param httpStatus of its answer; 0 if it did not answer
   */
  public static Finding brokerUnseen(String url, int httpStatus, String reason) {
    FindingCode code = FindingCode.BROKER_UNSEEN;
    return switch (httpStatus) {
      case 404 ->
          new Finding(
              code,
              reason,
              "goodtiming node list",
              "upgrade the node at %s: its version does not show the broker".formatted(url));
      case 0, 503 -> new Finding(code, reason, health(url), "until the broker answers");
      default ->
          new Finding(
              code,
              reason,
              "grep -A 20 SCHED-0996 DOMAIN_HOME/logs/server.log",
              "of the node at %s, for the reason".formatted(url));
    };
  }

  /** What follows from a node that does not answer. */
  public static Finding away(String url, String reason) {
    return new Finding(
        FindingCode.NODE_AWAY,
        reason,
        health(url),
        "start the node, or give its address with --url");
  }

  private static String health(String url) {
    return "curl -s %s/health/ready".formatted(url);
  }

  /** What follows from a node that refuses the login. */
  public static Finding refused(String url, String reason) {
    return new Finding(
        FindingCode.NODE_REFUSES,
        "%s: %s".formatted(url, reason),
        "export GOODTIMING_USER=admin GOODTIMING_PASSWORD_FILE=FILE",
        "or another user with role viewer");
  }
}
