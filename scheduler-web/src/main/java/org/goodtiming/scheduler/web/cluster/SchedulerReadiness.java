package org.goodtiming.scheduler.web.cluster;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** For MicroProfile Health, where the server asks web modules for it. */
@Readiness
@ApplicationScoped
public class SchedulerReadiness implements HealthCheck {

  private @Inject NodeReadiness readiness;

  @Override
  public HealthCheckResponse call() {
    return readiness.scheduler().response();
  }
}
