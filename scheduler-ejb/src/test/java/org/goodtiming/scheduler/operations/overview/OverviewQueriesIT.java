package org.goodtiming.scheduler.operations.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The job ledger, as operators see it. */
class OverviewQueriesIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final OverviewQueries queries = new OverviewQueries(database.reader());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void the_ledger_is_compared_with_the_waiting_jobs_while_they_are_quickly_counted() {
    waiting(OverviewQueries.MAX_LEDGER);
    assertThat(ledger()).containsEntry("difference", 0L);
    database.execute("DELETE FROM scheduler.job WHERE job_id = '1'");
    assertThat(ledger()).containsEntry("difference", 1L);
  }

  @Test
  void more_waiting_jobs_are_not_counted() {
    waiting(OverviewQueries.MAX_LEDGER + 1);
    assertThat(ledger()).doesNotContainKey("difference");
  }

  private Map<String, Object> ledger() {
    return queries.ledger().values();
  }

  private void waiting(int jobs) {
    database.execute(
        """
        INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('registered', <n>);
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT 'a', n::text, now(), now(), 4, true, '', now() FROM generate_series(1, <n>) n
        """
            .replace("<n>", String.valueOf(jobs)));
  }
}
