package org.goodtiming.scheduler.web.cluster;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.background.CurrentDuties;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.dispatch.NodeHealth;
import org.goodtiming.scheduler.operations.cluster.LeaderFindings;
import org.goodtiming.scheduler.server.Observation;
import org.goodtiming.scheduler.server.Server;
import org.goodtiming.scheduler.server.Servers;

/** Whether the node is ready. Sends no request, so it answers at once. */
@ApplicationScoped
public class NodeReadiness {

  /** A fallback with the broker away makes a tick long; this is longer than any of them. */
  private static final int BEATS_OF_SILENCE = 30;

  private @Inject NodeHealth health;
  private @Inject LeaderFindings findings;
  private @Inject Servers servers;
  private @Inject CurrentDuties duties;
  private @Inject SchedulerConfig config;

  List<ReadinessCheck> checks() {
    return List.of(scheduler(), ledger());
  }

  /**
   * Up while database and broker answer, and ticks come. A drained node is ready: it answers
   * requests, and a probe must not restart it.
   */
  ReadinessCheck scheduler() {
    Optional<String> problem = outage().or(this::ownProblem);
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("node", config.node());
    data.put("inDoubt", findings.inDoubt());
    data.put("dispatches", duties.get().dispatches());
    data.put("registers", duties.get().registers());
    for (Server server : Server.values()) {
      describe(server.text(), servers.observation(server), data);
    }
    problem.ifPresent(text -> data.put("problem", text));
    return new ReadinessCheck("scheduler", problem.isEmpty(), data);
  }

  /** Down on the leader while the job ledger does not add up, as its last check has found. */
  ReadinessCheck ledger() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("leads", findings.leads());
    findings.ledgerDifference().ifPresent(each -> data.put("difference", each));
    findings.ledgerProblem().ifPresent(text -> data.put("problem", text));
    boolean addsUp = findings.ledgerDifference().orElse(0) == 0;
    return new ReadinessCheck(
        "scheduler-ledger", addsUp && findings.ledgerProblem().isEmpty(), data);
  }

  private static void describe(String server, Observation observation, Map<String, Object> data) {
    Duration age = Duration.between(observation.at(), Instant.now());
    data.put(server, observation.answers() ? "answers" : "away");
    data.put(server + "Since", observation.since().toString());
    data.put(server + "AskedMillisAgo", age.toMillis());
    if (!observation.answers()) {
      data.put(server + "Error", observation.error());
    }
  }

  private Optional<String> outage() {
    List<Server> away =
        Arrays.stream(Server.values()).filter(server -> !servers.answers(server)).toList();
    return switch (away.size()) {
      case 0 -> Optional.empty();
      case 1 ->
          Optional.of(
              "no answer from %s: %s".formatted(away.get(0).text(), away.get(0).consequence()));
      default ->
          Optional.of(
              "no answer from database and broker: nothing is registered, and nothing is"
                  + " dispatched");
    };
  }

  private Optional<String> ownProblem() {
    return health.problem(config.timer().interval().multipliedBy(BEATS_OF_SILENCE));
  }
}
