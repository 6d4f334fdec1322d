package org.goodtiming.scheduler.job.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerChecked;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerCheckIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final List<Event> events = new ArrayList<>();
  private final LedgerCheck check = new LedgerCheck(new Ledger(database.xa()), events::add);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_job_that_nobody_accounts_for_is_the_difference() {
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(job("a", "1").build(), job("a", "2").build()));
    check.run();
    database.execute("DELETE FROM scheduler.job WHERE job_id = '2'");
    check.run();
    assertThat(events).containsExactly(new LedgerChecked(0), new LedgerChecked(1));
  }
}
