package org.goodtiming.scheduler.web.cluster;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** The readiness check of MicroProfile Health, for servers that look for it in web modules. */
@Readiness
@ApplicationScoped
public class LedgerHealth implements HealthCheck {

  private @Inject NodeReadiness readiness;

  @Override
  public HealthCheckResponse call() {
    return readiness.ledger().response();
  }
}
