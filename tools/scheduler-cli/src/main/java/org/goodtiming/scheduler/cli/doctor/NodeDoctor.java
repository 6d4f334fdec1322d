package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.install.BrokerRequirements;

/**
 * Examines the nodes and the state of the scheduler, as a node shows them.
 *
 * @param url of the node
 * @param commands to the same node
 */
public record NodeDoctor(String url, Commands commands) {

  /**
   * Whether the node is ready.
   *
   * @param health the answer to {@code GET /scheduler/ready}
   */
  public List<Finding> health(JsonObject health) {
    List<Finding> findings = new ArrayList<>();
    for (JsonObject check : Json.list(health, "checks")) {
      if (Json.text(check, "status").equals("DOWN")) {
        findings.add(
            new Finding(
                FindingCode.NODE_NOT_READY,
                "check %s of %s: %s".formatted(Json.text(check, "name"), url, check.get("data")),
                Cure.advice("remove its problem, which docs/codes.md explains if it has a code")));
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
  public List<Finding> state(
      JsonObject overview, JsonObject inDoubt, int wantedNodes, Instant now) {
    List<Finding> findings =
        new ArrayList<>(new ClusterState(overview).findings(commands, wantedNodes));
    findings.addAll(
        new LedgerState(overview, Json.list(inDoubt, "transactions")).findings(commands, now));
    Json.list(overview, "workerQueues")
        .forEach(queue -> findings.addAll(new QueueState(queue, commands).findings()));
    return findings;
  }

  /**
   * The running broker.
   *
   * @param broker the answer to {@code GET /broker}
   * @param workerQueues names of the allow-list
   */
  public List<Finding> broker(JsonObject broker, Set<String> workerQueues) {
    try {
      return new RunningBroker(broker, workerQueues, BrokerRequirements.read(), commands)
          .findings();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The finding for a node that does not show the broker.
   *
   * @param httpStatus of its answer; 0 if it did not answer
   */
  public Finding brokerUnseen(int httpStatus, String reason) {
    String cure =
        switch (httpStatus) {
          case 404 -> "upgrade the node at %s: its version does not show the broker";
          case 0, 503 -> "wait until the broker answers the node at %s";
          default -> "the reason is in server.log of the node at %s, with code SCHED-0996";
        };
    return new Finding(FindingCode.BROKER_UNSEEN, reason, Cure.advice(cure.formatted(url)));
  }

  /** The finding for a node that does not answer. */
  public static Finding away(String reason) {
    return new Finding(
        FindingCode.NODE_AWAY,
        reason,
        Cure.advice("start the node, or give the address of another with --url"));
  }

  /** The finding for a node that refuses the login. */
  public Finding refused(String reason) {
    return new Finding(
        FindingCode.NODE_REFUSES,
        "%s: %s".formatted(url, reason),
        Cure.advice(
            "log in as a user with role viewer: --user, and GOODTIMING_PASSWORD or GOODTIMING_PASSWORD_FILE"));
  }
}
