package org.goodtiming.scheduler.web.cluster;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.goodtiming.scheduler.dispatch.NodeHealth;

/** Down on the leader while the job ledger does not add up, as its last check has found. */
@Readiness
@ApplicationScoped
public class LedgerHealth implements HealthCheck {

  private @Inject NodeHealth health;

  @Override
  public HealthCheckResponse call() {
    var response = HealthCheckResponse.named("scheduler-ledger").withData("leads", health.leads());
    health.ledgerDifference().ifPresent(each -> response.withData("difference", each));
    health.ledgerProblem().ifPresent(text -> response.withData("problem", text));
    boolean addsUp = health.ledgerDifference().orElse(0) == 0;
    return response.status(addsUp && health.ledgerProblem().isEmpty()).build();
  }
}
