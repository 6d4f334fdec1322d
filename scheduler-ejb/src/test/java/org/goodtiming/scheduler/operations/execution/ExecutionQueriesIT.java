package org.goodtiming.scheduler.operations.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionPosition;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.operations.execution.ExecutionFilter.Marks;
import org.goodtiming.scheduler.operations.execution.ExecutionFilter.Times;
import org.goodtiming.scheduler.operations.job.JobCount;
import org.goodtiming.scheduler.operations.row.SequentialScans;
import org.goodtiming.scheduler.operations.row.TimeRange;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The list of the executions of all jobs. */
class ExecutionQueriesIT {

  private static final Instant MIDNIGHT = Instant.parse("2020-11-26T00:00:00Z");
  private static final TimeRange TODAY = new TimeRange(MIDNIGHT, null);

  private static final Marks RETRIED = new Marks(true, false, null, null);
  private static final Marks UNHANDLED = new Marks(false, true, null, null);

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionQueries queries = new ExecutionQueries(database.reader());

  @BeforeEach
  void executions() {
    database.clear();
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, attempt, node, due_at, submitted_at, started_at, ended_at)
        SELECT gen_random_uuid(), queue, job_id, state, attempt, 'node-1', submitted_at, submitted_at::timestamptz, started_at::timestamptz, ended_at::timestamptz
          FROM (VALUES
            ('a', 'old',   'ERROR',     1, '2020-11-20T00:00:00Z'::timestamptz, '2020-11-25T00:00:00Z', '2020-11-25T00:00:01Z'),
            ('a', 'bad',   'ERROR',     2, '2020-11-21T00:00:00Z', '2020-11-26T00:00:00Z', '2020-11-26T00:00:20Z'),
            ('b', 'spent', 'EXHAUSTED', 1, '2020-11-22T00:00:00Z', NULL,                   '2020-11-26T01:00:00Z'),
            ('a', 'good',  'FINISHED',  1, '2020-11-23T00:00:00Z', '2020-11-26T00:00:00Z', '2020-11-26T00:00:09Z'),
            ('a', 'late',  'EXPIRED',   1, '2020-11-24T00:00:00Z', NULL,                   '2020-11-26T00:00:00Z'),
            ('b', 'busy',  'RUNNING',   1, '2020-11-25T00:00:00Z', '2020-11-25T00:00:00Z', NULL),
            ('a', 'gone',  'CANCELLED', 1, '2020-11-25T00:00:00Z', NULL,                   '2020-11-25T00:00:00Z'))
               AS e (queue, job_id, state, attempt, submitted_at, started_at, ended_at)
        """);
  }

  @Test
  void all_failed_runs_since_midnight_are_one_request() {
    assertThat(
            list(
                filter(RunOutcome.FAILED.states(), new Times(TimeRange.ANY, TimeRange.ANY, TODAY))))
        .containsExactly("spent", "bad");
  }

  @Test
  void an_execution_is_listed_with_all_that_is_known_of_it() {
    ExecutionFilter filter =
        new ExecutionFilter("a", "bad", null, null, Times.ANY, null, Marks.NONE);

    ExecutionStatus found = queries.list(filter, ExecutionOrder.NEWEST, null, 10).get(0);

    assertThat(found.state()).isEqualTo(ExecutionState.ERROR);
    assertThat(found.startedAt()).isEqualTo(MIDNIGHT);
    assertThat(found.endedAt()).isEqualTo(MIDNIGHT.plusSeconds(20));
    assertThat(found.progress()).isNull();
    assertThat(found.runAgainOf()).isNull();
  }

  @Test
  void each_filter_restricts_the_list() {
    assertThat(list(new ExecutionFilter("b", null, null, null, Times.ANY, null, Marks.NONE)))
        .containsExactly("busy", "spent");
    assertThat(list(new ExecutionFilter(null, null, "g", null, Times.ANY, null, Marks.NONE)))
        .containsExactly("gone", "good");
    assertThat(list(new ExecutionFilter(null, null, null, null, Times.ANY, null, RETRIED)))
        .containsExactly("bad");
    assertThat(list(filter(Set.of(), Times.ANY))).isEmpty();
    assertThat(list(filter(null, new Times(TimeRange.ANY, TODAY, TimeRange.ANY))))
        .containsExactly("good", "bad");
    TimeRange first = new TimeRange(null, Instant.parse("2020-11-21T00:00:00Z"));
    assertThat(list(filter(null, new Times(first, TimeRange.ANY, TimeRange.ANY))))
        .containsExactly("old");
  }

  @Test
  void a_failed_run_that_was_run_again_names_the_new_run_and_is_handled() {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, run_again_of)
        SELECT gen_random_uuid(), queue, 'again', 'SUBMITTED', 'node-1', due_at, fire_id FROM scheduler.execution WHERE job_id = 'bad';
        UPDATE scheduler.execution SET message = 'TaxClient 503' WHERE job_id = 'old';
        UPDATE scheduler.execution SET message = 'no such order' WHERE job_id = 'spent'
        """);
    ExecutionFilter all = filter(RunOutcome.FAILED.states(), Times.ANY);
    List<ExecutionStatus> found = queries.list(all, ExecutionOrder.NEWEST, null, 10);

    assertThat(found).extracting(each -> each.key().jobId()).containsExactly("spent", "bad", "old");
    assertThat(found.get(0).runAgainAs()).isNull();
    assertThat(found.get(1).runAgainAs())
        .hasToString(
            database.value("SELECT fire_id FROM scheduler.execution WHERE job_id = 'again'"));
    assertThat(list(failed(UNHANDLED))).containsExactly("spent", "old");
    assertThat(list(failed(new Marks(false, true, "TaxClient", null)))).containsExactly("old");
  }

  private static ExecutionFilter failed(Marks marks) {
    return new ExecutionFilter(
        null, null, null, RunOutcome.FAILED.states(), Times.ANY, null, marks);
  }

  @Test
  void a_run_that_has_not_ended_lasts_until_now() {
    assertThat(list(lasting(Duration.ofSeconds(10)))).containsExactly("busy", "bad");
    assertThat(list(lasting(Duration.ofMillis(20_001)))).containsExactly("busy");
    assertThat(list(lasting(Duration.ofMillis(900)))).containsExactly("busy", "good", "bad", "old");
  }

  @Test
  void the_work_of_former_attempts_counts() {
    database.execute(
        "UPDATE scheduler.execution SET earlier_work = '30 s' WHERE job_id IN ('good', 'gone')");
    assertThat(list(lasting(Duration.ofSeconds(30))))
        .containsExactlyInAnyOrder("busy", "gone", "good");
    assertThat(pages(ExecutionOrder.LONGEST)).containsExactly("good", "gone", "bad", "old");
  }

  @Test
  void pages_show_each_execution_once_and_the_newest_first() {
    List<String> all = pages(ExecutionOrder.NEWEST);
    assertThat(all)
        .hasSize(7)
        .doesNotHaveDuplicates()
        .endsWith("late", "good", "spent", "bad", "old");
    assertThat(queries.count(ExecutionFilter.ALL, ExecutionOrder.NEWEST)).isEqualTo(7);
    assertThat(queries.count(filter(RunOutcome.OPEN.states(), Times.ANY), ExecutionOrder.NEWEST))
        .isEqualTo(1);
  }

  @Test
  void pages_show_the_oldest_or_the_longest_first_if_wanted() {
    assertThat(pages(ExecutionOrder.OLDEST))
        .hasSize(7)
        .startsWith("old", "bad", "spent", "good", "late");

    assertThat(pages(ExecutionOrder.LONGEST)).containsExactly("bad", "good", "old");
    assertThat(queries.count(ExecutionFilter.ALL, ExecutionOrder.LONGEST)).isEqualTo(3);
  }

  @Test
  void the_latest_end_or_due_time_is_first_without_runs_of_the_future_if_wanted() {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at)
        SELECT gen_random_uuid(), queue, job_id, state, 'node-1', due_at::timestamptz
          FROM (VALUES ('c', 'running', 'RUNNING', '2020-11-26T00:00:10Z'), ('c', 'overdue', 'SUBMITTED', '2020-11-27Z'),
                       ('c', 'future', 'SUBMITTED', '2100-01-01Z'))
               AS e (queue, job_id, state, due_at)
        """);
    List<String> latest = pages(ExecutionOrder.LATEST);
    assertThat(latest)
        .startsWith("overdue", "spent", "bad", "running", "good", "late", "old")
        .hasSize(9)
        .doesNotContain("future");
    assertThat(queries.count(ExecutionFilter.ALL, ExecutionOrder.LATEST)).isEqualTo(9);
    ExecutionFilter ofQueue =
        new ExecutionFilter("a", null, null, null, Times.ANY, null, Marks.NONE);
    assertThat(queries.list(ofQueue, ExecutionOrder.LATEST, null, 100))
        .extracting(each -> each.key().jobId())
        .startsWith("bad", "good", "late", "old");
  }

  @Test
  void runs_of_the_future_cost_a_list_of_the_latest_nothing() {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at)
        SELECT gen_random_uuid(), 'c', n, 'SUBMITTED', 'node-1', '2100-01-01Z' FROM generate_series(1, 20000) n;
        ANALYZE scheduler.execution
        """);
    assertThat(plan(ExecutionFilter.ALL, ExecutionOrder.LATEST))
        .contains("execution_due", "execution_ended")
        .doesNotContain("Seq Scan on execution");
  }

  private List<String> pages(ExecutionOrder order) {
    List<String> all = new ArrayList<>();
    ExecutionPosition after = null;
    List<ExecutionStatus> found;
    do {
      found = queries.list(ExecutionFilter.ALL, order, after, 2);
      List<ExecutionStatus> page = found.subList(0, Math.min(2, found.size()));
      page.forEach(each -> all.add(each.key().jobId()));
      after = order.position(page.get(page.size() - 1));
    } while (found.size() > 2);
    return all;
  }

  @Test
  void the_few_runs_that_failed_are_open_took_long_or_were_sent_again_are_found_by_an_index() {
    SequentialScans.fill(database);
    database.execute(
        "UPDATE scheduler.execution SET state = 'FINISHED', ended_at = submitted_at WHERE job_id LIKE 'job-%'");
    database.execute("VACUUM ANALYZE scheduler.execution");

    assertThat(plan(filter(RunOutcome.FAILED.states(), Times.ANY)))
        .containsPattern("execution_(unsuccessful|failed)");
    assertThat(plan(failed(UNHANDLED)))
        .containsPattern("execution_(unsuccessful|failed)")
        .contains("execution_run_again")
        .doesNotContain("Seq Scan");
    assertThat(plan(filter(RunOutcome.CANCELLED.states(), Times.ANY)))
        .contains("execution_unsuccessful");
    assertThat(plan(filter(RunOutcome.OPEN.states(), Times.ANY))).contains("execution_open");
    assertThat(plan(new ExecutionFilter(null, null, null, null, Times.ANY, null, RETRIED)))
        .contains("execution_retried");
    assertThat(plan(ExecutionFilter.ALL, ExecutionOrder.OLDEST)).contains("execution_submitted");
    assertThat(plan(ExecutionFilter.ALL, ExecutionOrder.LONGEST)).contains("execution_work");
    assertThat(plan(lasting(Duration.ofHours(1))))
        .contains("execution_work")
        .doesNotContain("Seq Scan");
  }

  private String plan(ExecutionFilter filter) {
    return plan(filter, ExecutionOrder.NEWEST);
  }

  private String plan(ExecutionFilter filter, ExecutionOrder order) {
    SqlText sql = ExecutionQueries.page(filter, order, null, 100).inside("EXPLAIN ", "");
    return String.join(
        "\n",
        Statements.forClients(database.reader()).query("explain", sql, row -> row.getString(1)));
  }

  @Test
  void a_count_ends_at_the_limit() {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at)
        SELECT gen_random_uuid(), 'c', n, 'SUBMITTED', 'node-1', now() FROM generate_series(1, 1100) n
        """);

    assertThat(queries.count(ExecutionFilter.ALL, ExecutionOrder.NEWEST))
        .isEqualTo(JobCount.CAP + 1);
  }

  private static ExecutionFilter filter(Set<ExecutionState> states, Times times) {
    return new ExecutionFilter(null, null, null, states, times, null, Marks.NONE);
  }

  private static ExecutionFilter lasting(Duration duration) {
    return new ExecutionFilter(null, null, null, null, Times.ANY, duration, Marks.NONE);
  }

  private List<String> list(ExecutionFilter filter) {
    return queries.list(filter, ExecutionOrder.NEWEST, null, 100).stream()
        .map(each -> each.key().jobId())
        .toList();
  }
}
