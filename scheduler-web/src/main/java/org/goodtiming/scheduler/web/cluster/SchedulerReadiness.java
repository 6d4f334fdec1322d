package org.goodtiming.scheduler.web.cluster;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.goodtiming.scheduler.background.CurrentDuties;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.dispatch.NodeHealth;
import org.goodtiming.scheduler.operations.cluster.LeaderFindings;
import org.goodtiming.scheduler.server.Observation;
import org.goodtiming.scheduler.server.Server;
import org.goodtiming.scheduler.server.Servers;

/**
 * Ready while database and broker answer, and ticks come. Sends no request, so it answers at once.
 * A drained node is ready: it answers requests, and a probe must not restart it.
 */
@Readiness
@ApplicationScoped
public class SchedulerReadiness implements HealthCheck {

  /** A fallback with the broker away makes a tick long; this is longer than any of them. */
  private static final int BEATS_OF_SILENCE = 30;

  private @Inject NodeHealth health;
  private @Inject LeaderFindings findings;
  private @Inject Servers servers;
  private @Inject CurrentDuties duties;
  private @Inject SchedulerConfig config;

  @Override
  public HealthCheckResponse call() {
    Optional<String> problem = outage().or(this::ownProblem);
    var response =
        HealthCheckResponse.named("scheduler")
            .withData("node", config.node())
            .withData("inDoubt", findings.inDoubt())
            .withData("dispatches", duties.get().dispatches())
            .withData("registers", duties.get().registers())
            .status(problem.isEmpty());
    for (Server server : Server.values()) {
      describe(server.text(), servers.observation(server), response);
    }
    problem.ifPresent(text -> response.withData("problem", text));
    return response.build();
  }

  private static void describe(
      String server, Observation observation, HealthCheckResponseBuilder response) {
    Duration age = Duration.between(observation.at(), Instant.now());
    response.withData(server, observation.answers() ? "answers" : "away");
    response.withData(server + "Since", observation.since().toString());
    response.withData(server + "AskedMillisAgo", age.toMillis());
    if (!observation.answers()) {
      response.withData(server + "Error", observation.error());
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
