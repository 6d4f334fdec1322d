package org.goodtiming.scheduler.recovery;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;

/**
 * Rolls back what the database has prepared of transactions that have rolled back in this node. The
 * leader's {@link InDoubtWatch} cannot: it does not know what another node has decided.
 */
@ApplicationScoped
public class RolledBackPoller implements NodeTask {

  private static final Duration PAUSE = Duration.ofSeconds(2);

  private @Inject PreparedTransactions prepared;
  private @Inject RolledBackHere rolledBack;

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "rollbacks of lost prepares",
        PAUSE,
        "SCHED-0615 could not roll back prepared branches of rolled-back transactions in the database; next try in 2 s");
  }

  @Override
  public void run(Repetition repetition) {
    if (!rolledBack.isEmpty()) {
      prepared.rollBack(rolledBack);
      rolledBack.forget(InDoubtRules.GIVEN_UP);
    }
  }
}
