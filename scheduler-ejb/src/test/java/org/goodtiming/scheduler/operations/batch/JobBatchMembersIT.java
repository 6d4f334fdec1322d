package org.goodtiming.scheduler.operations.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.rerun.RerunStore;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The members of a job batch that batch operations cancel or run again. */
class JobBatchMembersIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final BatchQueries batches =
      new BatchQueries(
          database.reader(),
          new JobQueries(database.reader(), Redaction.NONE),
          new QuarantineQueries(database.reader(), Redaction.NONE));
  private final BatchChanges operations =
      new BatchChanges(database.xa(), new Audit(database.xa(), "node-1"));

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void what_counts_as_failed_is_run_again() {
    members("import", "ERROR", 2);
    members("import", "FINISHED", 2);
    members("import", "EXPIRED", 2);
    members("import", "EXHAUSTED", 1);
    members("other", "ERROR", 1);
    Row created =
        operations.create(
            "jane", request(BatchVerb.RUN_AGAIN, RunFilter.failedOf("import")), 5, null);
    assertThat(created.text("runState")).isEqualTo("ERROR,EXPIRED,EXHAUSTED");
    assertThat(targets())
        .containsExactlyInAnyOrder(
            "import-ERROR-1",
            "import-ERROR-2",
            "import-EXPIRED-1",
            "import-EXPIRED-2",
            "import-EXHAUSTED-1");
    assertThat(canRunAgain("import-EXPIRED-1")).isTrue();
    database.execute("UPDATE scheduler.execution SET batch = NULL");
    assertThat(canRunAgain("import-EXPIRED-1")).as("it is no member").isFalse();
  }

  @Test
  void a_cancel_meets_what_has_not_ended_and_knows_no_states() {
    members("import", "SUBMITTED", 3);
    members("import", "FINISHED", 1);
    Row created =
        operations.create(
            "jane", request(BatchVerb.CANCEL_RUNS, RunFilter.openOf("import")), 3, null);
    assertThat(created.values()).doesNotContainKey("runState");
    assertThat(targets())
        .containsExactlyInAnyOrder(
            "import-SUBMITTED-1", "import-SUBMITTED-2", "import-SUBMITTED-3");
  }

  @Test
  void a_page_reads_no_other_members() {
    members("import", "SUBMITTED", 10_000);
    members("other", "SUBMITTED", 10_000);
    database.execute("ANALYZE scheduler.execution");
    BatchFilter filter = request(BatchVerb.CANCEL_RUNS, RunFilter.openOf("import")).filter();
    List<FoundRun> page =
        Statements.forClients(database.reader())
            .query("read", RerunQueries.pageOfOpen(filter, BatchCursor.NONE, 5_000), FoundRun::of);
    BatchCursor middle = BatchCursor.of(page.get(page.size() - 1));
    assertThat(rowsRead(RerunQueries.pageOfOpen(filter, middle, 100))).isLessThan(300);
    database.execute(
        "UPDATE scheduler.execution SET state = 'ERROR', ended_at = submitted_at; ANALYZE scheduler.execution");
    assertThat(rowsRead(RerunQueries.page(failed("import"), null, middle, 100))).isLessThan(300);
  }

  private static BatchFilter failed(String batch) {
    return request(BatchVerb.RUN_AGAIN, RunFilter.failedOf(batch)).filter();
  }

  /** The most rows of a step of the plan. */
  private int rowsRead(SqlText sql) {
    String plan =
        String.join(
            "\n",
            Statements.forClients(database.reader())
                .query(
                    "explain",
                    sql.inside("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ", ""),
                    row -> row.getString(1)));
    return Pattern.compile("(?:rows=|Filter: )(\\d+)")
        .matcher(plan)
        .results()
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .max()
        .orElseThrow();
  }

  /** Job ids of all steps, of two runs each. */
  private List<String> targets() {
    List<String> jobIds = new ArrayList<>();
    for (List<BatchOperation> running = batches.running();
        !running.isEmpty();
        running = batches.running()) {
      BatchPage page = batches.next(running.get(0), 2);
      assertThat(operations.begin(running.get(0))).isTrue();
      page.targets().forEach(each -> jobIds.add(((BatchPage.Run) each).key().jobId()));
      operations.end(running.get(0), page, BatchTally.NOTHING);
    }
    return jobIds;
  }

  private boolean canRunAgain(String jobId) {
    String fireId =
        database.value(
            "SELECT fire_id FROM scheduler.execution WHERE job_id = '%s'".formatted(jobId));
    return new RerunStore(database.xa(), "node-1")
        .lock(UUID.fromString(fireId))
        .orElseThrow()
        .canRunAgain();
  }

  private static BatchRequest request(BatchVerb verb, RunFilter runs) {
    return new BatchRequest(
        verb, null, new BatchFilter(null, null, null, null, null, null, null, null, runs, false));
  }

  private void members(String batch, String state, int number) {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, batch, submitted_at, ended_at)
        SELECT gen_random_uuid(), CASE i %% 2 WHEN 0 THEN 'a' ELSE 'b' END, '%1$s-%2$s-' || i, '%2$s', 'node-1', clock_timestamp(), '%1$s',
               clock_timestamp() + i * interval '1 microsecond', CASE WHEN '%2$s' <> 'SUBMITTED' THEN clock_timestamp() END
          FROM generate_series(1, %3$d) i
        """
            .formatted(batch, state, number));
  }
}
