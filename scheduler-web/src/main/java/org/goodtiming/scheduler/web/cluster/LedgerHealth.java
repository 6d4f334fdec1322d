package org.goodtiming.scheduler.web.cluster;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.goodtiming.scheduler.operations.cluster.LeaderFindings;

/** Down on the leader while the job ledger does not add up, as its last check has found. */
@Readiness
@ApplicationScoped
public class LedgerHealth implements HealthCheck {

  private @Inject LeaderFindings findings;

  @Override
  public HealthCheckResponse call() {
    var response =
        HealthCheckResponse.named("scheduler-ledger").withData("leads", findings.leads());
    findings.ledgerDifference().ifPresent(each -> response.withData("difference", each));
    findings.ledgerProblem().ifPresent(text -> response.withData("problem", text));
    boolean addsUp = findings.ledgerDifference().orElse(0) == 0;
    return response.status(addsUp && findings.ledgerProblem().isEmpty()).build();
  }
}
