package org.goodtiming.scheduler.web;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.telemetry.NodeHealth;

/** Ready while ticks come and the database answers. */
@Readiness
@ApplicationScoped
public class SchedulerReadiness implements HealthCheck {

  /** A fallback with the broker away makes a tick long; this is longer than any of them. */
  private static final int BEATS_OF_SILENCE = 30;

  private @Inject NodeHealth health;
  private @Inject SchedulerConfig config;

  @Override
  public HealthCheckResponse call() {
    Duration silence = config.timer().interval().multipliedBy(BEATS_OF_SILENCE);
    Optional<String> problem = health.problem(silence);
    var response =
        HealthCheckResponse.named("scheduler")
            .withData("node", config.node())
            .withData("inDoubt", health.inDoubt())
            .status(problem.isEmpty());
    problem.ifPresent(text -> response.withData("problem", text));
    return response.build();
  }
}
