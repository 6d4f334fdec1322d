package org.goodtiming.scheduler.operations.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists of jobs by their due times, while some of them may be dispatched only later. */
class JobListIT {

  private static final Instant PAST = Instant.parse("2020-01-01T00:00:00Z");
  private static final Instant FUTURE = Instant.parse("2100-01-01T00:00:00Z");

  private static final Pattern ROWS = Pattern.compile("rows=([0-9.]+) loops=([0-9]+)");

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobQueries queries = new JobQueries(database.reader(), Redaction.NONE);

  @BeforeEach
  void jobs() {
    database.clear();
    database.execute(
        """
        INSERT INTO scheduler.worker_queue (name) VALUES ('a'), ('b') ON CONFLICT DO NOTHING;
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, held_at, priority, body_is_text, body, sent_at)
        SELECT queue, job_id, due_at::timestamptz, eligible_at::timestamptz, held_at::timestamptz, 4, true, '', clock_timestamp()
          FROM (VALUES
            ('a', 'in time',       '2100-01-01Z', '2100-01-01Z', NULL),
            ('a', 'held',          '2100-01-01Z', '9999-12-31Z', '2026-01-01Z'),
            ('a', 'retrying',      '2100-01-01Z', '2100-01-03Z', NULL),
            ('a', 'failed',        '2100-01-01Z', '2100-01-06Z', NULL),
            ('a', 'paused',        '2100-01-01Z', '9999-12-31Z', NULL),
            ('a', 'paused until',  '2100-01-01Z', '2100-01-04Z', NULL),
            ('a', 'jitter',        '2100-01-01Z', '2100-01-02Z', NULL),
            ('a', 'waiting',       '2100-01-01Z', '2100-01-05Z', NULL),
            ('b', 'other queue',   '2100-01-01Z', '2100-01-01Z', NULL),
            ('a', 'too late',      '2100-01-02Z', '2100-01-02Z', NULL),
            ('a', 'too late held', '2100-01-02Z', '9999-12-31Z', '2026-01-01Z'),
            ('a', 'overdue',       '2020-01-01Z', '2020-01-01Z', NULL),
            ('a', 'tried again',   '2020-01-01Z', '2020-01-03Z', NULL))
               AS j (queue, job_id, due_at, eligible_at, held_at);
        UPDATE scheduler.job SET last_error = 'attempt 1 of 2 failed' WHERE job_id = 'failed';
        INSERT INTO scheduler.dispatch_retry (job_row, queue, retry_at) SELECT id, queue, eligible_at FROM scheduler.job WHERE job_id = 'retrying';
        INSERT INTO scheduler.schedule (queue, job_id, recurrence, misfire, state, paused_until, jitter, held_until)
        VALUES ('a', 'paused', 'every:PT1H', 'skip', 'PAUSED', NULL, NULL, NULL), ('a', 'paused until', 'every:PT1H', 'skip', 'PAUSED', '2100-01-04Z', NULL, NULL),
               ('a', 'jitter', 'every:PT1H', 'skip', 'ACTIVE', NULL, 'P1D', NULL), ('a', 'waiting', 'every:PT1H', 'skip', 'ACTIVE', NULL, NULL, '2100-01-05Z')
        """);
  }

  @Test
  void a_range_of_due_times_has_all_jobs_that_are_due_in_it_and_no_others() {
    JobFilter filter = due("a", null, FUTURE);

    assertThat(found(filter, 100))
        .containsExactly(
            "in time", "jitter", "retrying", "paused until", "waiting", "failed", "held", "paused");
    assertThat(queries.count(filter)).isEqualTo(8);
    assertThat(found(due(null, null, FUTURE), 100)).hasSize(9).startsWith("in time", "other queue");
    assertThat(found(due("a", null, PAST), 100)).containsExactly("overdue", "tried again");
  }

  @Test
  void next_runs_of_paused_schedules_are_marked() {
    JobFilter all = new JobFilter("a", null, null, null, null, null, null, null);
    database.execute(
        "UPDATE scheduler.job SET planned_at = due_at WHERE job_id IN ('paused', 'paused until', 'jitter')");
    assertThat(queries.list(all, JobOrder.DUE, null, 100).jobs())
        .filteredOn(JobView::paused)
        .extracting(job -> job.key().jobId() + " " + job.isDispatchedSometime())
        .containsExactly("paused until true", "paused false");
  }

  @Test
  void pages_of_a_range_show_each_job_once() {
    assertThat(found(due(null, null, FUTURE), 2)).hasSize(9).doesNotHaveDuplicates();
  }

  @Test
  void the_latest_due_jobs_are_first_if_wanted_on_each_page() {
    List<String> earliestFirst = found(due("a", null, FUTURE), 100);
    assertThat(found(due("a", null, FUTURE), JobOrder.LATEST_DUE, 3))
        .containsExactlyElementsOf(reversed(earliestFirst));
    JobFilter all = new JobFilter(null, null, null, null, null, null, null, null);
    assertThat(found(all, JobOrder.LATEST_DUE, 3))
        .containsExactlyElementsOf(reversed(found(all, 100)))
        .hasSize(13);
  }

  @Test
  void jobs_are_in_the_order_of_their_ids_if_wanted_on_each_page() {
    JobFilter ofQueue = new JobFilter("a", null, "t", null, null, null, null, null);
    assertThat(found(ofQueue, JobOrder.JOB_ID, 1))
        .containsExactly("too late", "too late held", "tried again");
    JobFilter all = new JobFilter(null, null, null, null, null, null, null, null);
    List<String> last = found(all, JobOrder.LAST_JOB_ID, 2);
    assertThat(last).hasSize(13).startsWith("other queue", "waiting");
    assertThat(found(all, JobOrder.JOB_ID, 2)).containsExactlyElementsOf(reversed(last));
  }

  @Test
  void jobs_of_all_queues_are_in_the_order_of_their_times_on_each_page() {
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT queue, due_at, due_at::timestamptz, due_at::timestamptz, 4, true, '', clock_timestamp()
          FROM (VALUES ('b', '2019-01-01Z'), ('b', '2020-01-02Z'), ('c', '2019-01-02Z'), ('c', '2099-01-01Z'), ('d', '2101-01-01Z'))
               AS j (queue, due_at)
        """);
    JobFilter all = new JobFilter(null, null, null, null, null, null, null, null);

    for (int size : List.of(1, 2, 100)) {
      List<String> found = found(all, JobOrder.DUE, size);
      assertThat(found)
          .startsWith(
              "2019-01-01Z", "2019-01-02Z", "overdue", "2020-01-02Z", "tried again", "2099-01-01Z")
          .endsWith("2101-01-01Z", "held", "paused", "too late held")
          .hasSize(18)
          .doesNotHaveDuplicates();
      assertThat(found(all, JobOrder.LATEST_DUE, size)).isEqualTo(reversed(found));
      assertThat(found(due(null, null, PAST.minus(Duration.ofDays(400))), size)).isEmpty();
      for (JobState state : List.of(JobState.DUE, JobState.OVERDUE)) {
        assertThat(found(inState(state), size))
            .containsExactly("2019-01-01Z", "2019-01-02Z", "overdue", "2020-01-02Z", "tried again");
      }
      assertThat(found(inState(JobState.RETRYING), size)).containsExactly("retrying");
    }
    database.execute(
        "UPDATE scheduler.worker_queue SET closed = 'daily:00:00-24:00', closed_from = '2020-01-01Z', closed_until = '9999-01-01Z' WHERE name = 'b'");
    assertThat(found(inState(JobState.OVERDUE), 100))
        .containsExactly("2019-01-02Z", "overdue", "tried again");
  }

  @Test
  void a_page_over_all_queues_reads_no_more_of_each_queue_than_the_page_has() {
    manyJobs();
    JobFilter all = new JobFilter(null, null, null, null, null, null, null, null);
    assertThat(actualRows(all)).isLessThan(5 * 101);
  }

  private long actualRows(JobFilter filter) {
    SqlText sql =
        JobSelection.merging(filter, JobOrder.DUE)
            .page(null, 100)
            .inside("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) ", "");
    return Statements.forClients(database.reader())
        .query("explain", sql, row -> row.getString(1))
        .stream()
        .filter(line -> line.contains("job_eligible"))
        .map(ROWS::matcher)
        .filter(Matcher::find)
        .mapToLong(
            found ->
                Math.round(Double.parseDouble(found.group(1)) * Long.parseLong(found.group(2))))
        .max()
        .orElseThrow();
  }

  @Test
  void each_order_is_that_of_an_index() {
    manyJobs();
    for (JobOrder order : JobOrder.values()) {
      for (String queue : List.of("a", "b", "")) {
        JobFilter filter =
            new JobFilter(queue.isEmpty() ? null : queue, null, null, null, null, null, null, null);
        assertThat(plan(filter, order))
            .as("%s of %s", order, queue)
            .contains(order.isByTime() ? "job_eligible" : "job_key")
            .doesNotContain("Seq Scan on job ");
      }
    }
  }

  @Test
  void the_few_due_or_held_jobs_of_all_queues_are_found_by_an_index_queue_by_queue() {
    manyJobs();
    for (JobState state : List.of(JobState.DUE, JobState.OVERDUE, JobState.HELD)) {
      assertThat(plan(inState(state), JobOrder.DUE, null))
          .as("%s", state)
          .containsPattern("Index Cond: .*queue = f_1.queue\\) AND \\(eligible_at [<>]=")
          .doesNotContain("Seq Scan on job ");
    }
  }

  @Test
  void due_and_held_jobs_of_a_queue_that_is_no_longer_allowed_are_listed_too() {
    database.execute(
        "UPDATE scheduler.job SET queue = 'unlisted' WHERE job_id IN ('held', 'overdue')");

    assertThat(found(inState(JobState.HELD), 1)).containsExactly("held", "too late held");
    assertThat(found(inState(JobState.DUE), 1)).containsExactly("overdue", "tried again");
    assertThat(queries.count(inState(JobState.DUE))).isEqualTo(2);
  }

  @Test
  void overdue_jobs_are_those_that_no_pause_of_their_queue_holds_up() {
    database.execute(
        """
        UPDATE scheduler.job SET due_at = '2020-01-01Z', eligible_at = '2020-01-01Z' WHERE queue = 'b';
        UPDATE scheduler.job SET due_at = '2020-01-02Z' WHERE job_id = 'retrying';
        UPDATE scheduler.job SET due_at = clock_timestamp(), eligible_at = clock_timestamp() WHERE job_id = 'too late'
        """);
    JobFilter overdue = inState(JobState.OVERDUE);

    assertThat(found(overdue, 1))
        .containsExactly("other queue", "overdue", "tried again", "retrying");
    assertThat(found(overdue, JobOrder.LATEST_DUE, 3))
        .containsExactly("retrying", "tried again", "overdue", "other queue");
    assertThat(queries.count(overdue)).isEqualTo(4);
    assertThat(found(due("a", JobState.OVERDUE, PAST), 100))
        .containsExactly("overdue", "tried again");
    JobContent content = JobContent.ANY;
    assertThat(queries.count(overdue, content, JobOrder.DUE).jobs()).isEqualTo(4);

    database.execute("UPDATE scheduler.worker_queue SET paused = true WHERE name = 'a'");
    assertThat(found(overdue, 100)).containsExactly("other queue");
    database.execute(
        "INSERT INTO scheduler.dispatch_pause (group_key, paused_by) VALUES ('', 'jane')");
    assertThat(found(overdue, 100)).isEmpty();
  }

  private static JobFilter inState(JobState state) {
    return new JobFilter(null, state, null, null, null, null, null, null);
  }

  private void manyJobs() {
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT CASE WHEN n % 2 = 0 THEN 'a' ELSE 'b' END, 'job-' || n, t, t, 4, true, '', t
          FROM generate_series(1, 20000) n, LATERAL (SELECT timestamptz '2100-02-01Z' + n * interval '1 s' AS t) due;
        ANALYZE scheduler.job
        """);
  }

  private String plan(JobFilter filter, JobOrder order) {
    return plan(filter, order, queries.list(filter, order, null, 100).next());
  }

  private String plan(JobFilter filter, JobOrder order, @Nullable JobPosition after) {
    SqlText sql = JobSelection.merging(filter, order).page(after, 100).inside("EXPLAIN ", "");
    return String.join(
        "\n",
        Statements.forClients(database.reader()).query("explain", sql, row -> row.getString(1)));
  }

  @Test
  void a_state_restricts_the_range() {
    assertThat(found(due("a", JobState.HELD, FUTURE), 100)).containsExactly("held");
    assertThat(found(due("a", JobState.RETRYING, FUTURE), 100)).containsExactly("retrying");
    assertThat(found(due("a", JobState.DUE, PAST), 100)).containsExactly("overdue", "tried again");
    assertThat(found(due("a", JobState.WAITING, FUTURE), 100))
        .containsExactly("in time", "jitter", "paused until", "waiting", "failed", "paused");
  }

  private static JobFilter due(@Nullable String queue, @Nullable JobState state, Instant from) {
    return new JobFilter(queue, state, null, from, from.plusSeconds(1), null, null, null);
  }

  private List<String> found(JobFilter filter, int size) {
    return found(filter, JobOrder.DUE, size);
  }

  private static List<String> reversed(List<String> list) {
    List<String> reversed = new ArrayList<>(list);
    Collections.reverse(reversed);
    return reversed;
  }

  private List<String> found(JobFilter filter, JobOrder order, int size) {
    List<String> all = new ArrayList<>();
    JobPage page = null;
    do {
      page = queries.list(filter, order, page == null ? null : page.next(), size);
      page.jobs().forEach(job -> all.add(job.key().jobId()));
    } while (page.next() != null);
    return all;
  }
}
