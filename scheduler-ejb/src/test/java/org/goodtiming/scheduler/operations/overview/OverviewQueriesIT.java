package org.goodtiming.scheduler.operations.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.upkeep.Ledger;
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
    assertThat(ledger()).containsEntry("difference", 0L).containsKey("checkedAt");
    database.execute("DELETE FROM scheduler.job WHERE job_id = '1'");
    assertThat(ledger()).containsEntry("difference", 1L);
  }

  @Test
  void of_more_waiting_jobs_the_last_count_of_the_leader_is_told_with_its_time() {
    waiting(OverviewQueries.MAX_LEDGER + 2);
    assertThat(ledger()).doesNotContainKeys("difference", "checkedAt");
    database.execute("DELETE FROM scheduler.job WHERE job_id = '1'");
    Instant before = database.now();
    new Ledger(database.xa()).difference();
    Instant after = database.now();
    database.execute("INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('cancelled', 1)");
    assertThat(ledger()).containsEntry("difference", 1L);
    assertThat(Instant.parse(String.valueOf(ledger().get("checkedAt")))).isBetween(before, after);
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
