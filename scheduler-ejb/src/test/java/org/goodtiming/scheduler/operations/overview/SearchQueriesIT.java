package org.goodtiming.scheduler.operations.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.operations.overview.SearchQueries.Findings;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.SequentialScans;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One text, all tables. */
class SearchQueriesIT {

  private static final String FIRE_ID = "00000000-0000-0000-0000-00000000000a";

  private final ContractDatabase database = ContractDatabase.shared();
  private final SearchQueries queries = new SearchQueries(database.reader());

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("TRUNCATE scheduler.audit");
  }

  @Test
  void a_job_id_is_found_in_each_table_and_prefixes_after_it() {
    job("b", "order-1");
    job("a", "order-10");
    job("a", "order-2");
    job("a", Canary.NAME);
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at) VALUES ('<id>', 'a', 'order-1', 'RUNNING', 'node-1', clock_timestamp());
        INSERT INTO scheduler.schedule (queue, job_id, recurrence, misfire) VALUES ('c', 'order-1', 'every:PT1H', 'fire-once');
        INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, message_type, properties)
        VALUES ('dispatch', 'SCHED-0201', 'refused', 'node-1', 'a', 'order-1', 'text', '{}');
        INSERT INTO scheduler.audit (changed_by, node, action, subject) VALUES ('ops', 'node-1', 'hold job', 'a/order-1')
        """
            .replace("<id>", FIRE_ID));

    assertThat(lines(queries.search("order-1", true)))
        .containsExactly(
            "job b/order-1 jobId",
            "job a/order-10 prefix",
            "execution a/order-1 jobId",
            "schedule c/order-1 jobId",
            "quarantine a/order-1 jobId",
            "audit -/- subject");
    assertThat(lines(queries.search("order-1", false))).hasSize(5);
    assertThat(lines(queries.search(Canary.NAME, true))).isEmpty();
  }

  @Test
  void a_job_id_finds_the_jobs_that_wait_for_its_end() {
    job("b", "report");
    job("b", "import-1");
    job("b", "ended");
    database.execute(
        """
        INSERT INTO scheduler.child_job (fire_id, queue, job_id, if_parent_fails, known_until)
        SELECT fire_id, queue, job_id, 'hold', due_at FROM scheduler.job;
        INSERT INTO scheduler.job_parent (fire_id, number, queue, job_id, state)
        SELECT fire_id, 1, 'a', 'import-1', CASE job_id WHEN 'ended' THEN 'FINISHED' END FROM scheduler.job;
        INSERT INTO scheduler.job_parent (fire_id, number, queue, job_id) SELECT fire_id, 2, 'c', 'other' FROM scheduler.job
        """);

    assertThat(lines(queries.search("import-1", true)))
        .containsExactly("job b/import-1 jobId", "job b/report parent");
    assertThat(lines(queries.search("import", true))).containsExactly("job b/import-1 prefix");
  }

  @Test
  void a_fire_id_finds_the_run_its_waiting_job_and_its_dead_letter() {
    job("a", "1");
    database.execute(
        """
        UPDATE scheduler.job SET fire_id = '<id>';
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at) VALUES ('<id>', 'a', '1', 'SUBMITTED', 'node-1', clock_timestamp());
        INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, message_type, properties)
        VALUES ('execution', 'SCHED-0201', 'refused', 'node-1', 'a', '1', 'text', '{"scheduler_fireId":"<id>"}')
        """
            .replace("<id>", FIRE_ID));

    assertThat(lines(queries.search(FIRE_ID, true)))
        .containsExactly("job a/1 fireId", "execution a/1 fireId", "dead-letter a/1 fireId");
  }

  @Test
  void a_message_id_finds_the_quarantined_message_and_a_name_its_queue_and_definition() {
    database.execute(
        """
        INSERT INTO scheduler.quarantine (stage, code, reason, node, message_id, message_type, properties)
        VALUES ('registration', 'SCHED-0101', 'refused', 'node-1', 'ID:1', 'text', '{}');
        INSERT INTO scheduler.definition (name, queue, priority, body_is_text, body) VALUES ('abc', 'a', 4, true, '')
        """);

    assertThat(lines(queries.search("ID:1", true))).containsExactly("quarantine -/- messageId");
    assertThat(lines(queries.search("a", true)))
        .containsExactly("definition a/- name", "worker-queue a/- name");
  }

  @Test
  void a_job_batch_is_found_by_how_its_id_begins() {
    database.execute(
        "INSERT INTO scheduler.job_batch (id) VALUES ('import/4711'), ('import/4712'), ('z')");

    assertThat(queries.search("import", true).found().stream().map(row -> row.text("name")))
        .containsExactly("import/4711", "import/4712");
    assertThat(lines(queries.search("import/4712", true))).containsExactly("job-batch -/- name");
  }

  @Test
  void a_worker_queue_is_found_with_what_is_known_of_its_messages() {
    database.execute(
        """
        INSERT INTO scheduler.worker_queue_backlog (queue, messages, delivering, consumers, dead_letters, seen_at)
        VALUES ('a', 7, 1, 0, 3, '2100-01-01Z')
        """);

    assertThat(queries.search("a", true).found().get(0).values())
        .containsEntry("kind", "worker-queue")
        .containsEntry("messages", 7L)
        .containsEntry("deadLetters", 3L)
        .containsEntry("at", Instant.parse("2100-01-01T00:00:00Z"));
  }

  @Test
  void a_pattern_is_a_text_like_any_other() {
    job("a", "100%");
    job("a", "1000");

    assertThat(lines(queries.search("100%", true))).containsExactly("job a/100% jobId");
    assertThat(queries.search("_", true).found()).isEmpty();
  }

  @Test
  void at_most_twenty_of_a_kind_are_found_and_then_the_answer_is_not_complete() {
    for (int i = 100; i < 120; i++) {
      job("a", "order-" + i);
    }
    assertThat(queries.search("order-", true).complete()).isTrue();
    job("b", "order-121");

    Findings findings = queries.search("order-", true);

    assertThat(findings.found()).hasSize(20);
    assertThat(findings.complete()).isFalse();
  }

  @Test
  void no_statement_scans_all_jobs_or_runs() {
    SequentialScans.fill(database);
    SequentialScans scans = new SequentialScans(database.reader());

    assertThat(SearchText.all("job-1", true).stream().flatMap(sql -> scans.of(sql).stream()))
        .isEmpty();
    assertThat(SearchText.all(FIRE_ID, true).stream().flatMap(sql -> scans.of(sql).stream()))
        .isEmpty();
    assertThat(queries.search("job-1", true).found()).hasSize(40);
  }

  private static List<String> lines(Findings findings) {
    return findings.found().stream()
        .map(Row::values)
        .map(
            row ->
                "%s %s/%s %s"
                    .formatted(
                        row.get("kind"),
                        row.getOrDefault("queue", "-"),
                        row.getOrDefault("jobId", "-"),
                        row.get("matched")))
        .toList();
  }

  private void job(String queue, String jobId) {
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        VALUES ('%s', '%s', '2100-01-01Z', '2100-01-01Z', 4, true, '', clock_timestamp())
        """
            .formatted(queue, jobId));
  }
}
