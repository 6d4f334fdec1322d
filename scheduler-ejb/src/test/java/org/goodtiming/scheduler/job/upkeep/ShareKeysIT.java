package org.goodtiming.scheduler.job.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.run.JobRetries;
import org.goodtiming.scheduler.job.run.Retry;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of waiting jobs, by which a worker queue shares its runs. */
class ShareKeysIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore jobs =
      new JobStore(database.xa(), database.executions(), database.schedules());

  @BeforeEach
  void a_queue_with_customers() {
    database.clear();
    key("x_customer");
  }

  @Test
  void a_registration_stores_the_key() {
    register(of("1", "c-1").keyed(), job("a", "2").keyed(), job("b", "3"));
    assertThat(keys()).isEqualTo("1 x_customer=c-1, 2 x_customer=, 3 -");
    register(of("1", "c-2").keyed());
    assertThat(keys()).startsWith("1 x_customer=c-2,");
  }

  @Test
  void the_key_may_be_the_group() {
    key("group");
    register(job("a", "1").group("g").keyed());
    assertThat(keys()).isEqualTo("1 group=g");
  }

  @Test
  void a_long_value_is_cut_and_stays_different_from_others() {
    register(of("1", "x".repeat(5000) + 1).keyed(), of("2", "x".repeat(5000) + 2).keyed());
    assertThat(
            database.value(
                "SELECT count(DISTINCT share_key) || ' ' || max(length(share_key)) FROM scheduler.job"))
        .isEqualTo("2 86");
  }

  @Test
  void a_value_that_the_database_cannot_read_is_none() {
    register(of("1", "a\u0000b").keyed());
    assertThat(keys()).isEqualTo("1 x_customer=");
  }

  @Test
  void jobs_that_wait_get_the_key_with_their_queue() {
    key("none");
    register(of("1", "c-1"), of("2", "c-2").group("g"));
    assertThat(keys()).isEqualTo("1 -, 2 -");
    key("x_customer");
    assertThat(keys()).isEqualTo("1 x_customer=c-1, 2 x_customer=c-2");
    key("group");
    assertThat(keys()).isEqualTo("1 group=, 2 group=g");
  }

  @Test
  void a_task_finds_the_jobs_of_earlier_versions() {
    for (int i = 0; i < 3; i++) {
      register(of("new" + i, "c-1").keyed());
    }
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, properties, body_is_text, body, sent_at)
        SELECT 'a', i, '2100-01-01Z', '2100-01-01Z', 4, '{"x_customer":"c-2"}', true, '', now() FROM generate_series(1, 2500) i
        """);
    ShareKeyFill fill = new ShareKeyFill(database.xa());
    database.runIfItHasWork(fill);
    assertThat(
            database.value(
                "SELECT string_agg(n, ', ') FROM (SELECT count(*) || share_key AS n FROM scheduler.job GROUP BY share_key ORDER BY share_key) k"))
        .isEqualTo("3x_customer=c-1, 2500x_customer=c-2");
    key("none");
    assertThat(database.hasWork(fill)).isFalse();
  }

  @Test
  void whoever_changes_a_job_changes_its_key() {
    register(of("1", "c-1").keyed());
    // As a node does that has read the allow-list before
    register(of("1", "c-2"));
    assertThat(keys()).isEqualTo("1 x_customer=c-2");
    database.execute("UPDATE scheduler.job SET properties = NULL");
    assertThat(keys()).isEqualTo("1 x_customer=");
    key("none");
    database.execute("UPDATE scheduler.job SET properties = '{}'");
    assertThat(keys()).isEqualTo("1 -");
  }

  @Test
  void a_job_that_is_tried_again_keeps_its_key() {
    new JobRetries(database.xa())
        .store(
            of("1", "c-1").build(),
            new Retry(UUID.randomUUID(), 2, Duration.ofHours(1), "failed", null, null));
    assertThat(keys()).isEqualTo("1 x_customer=c-1");
  }

  @Test
  void an_extra_run_of_a_schedule_has_the_key() {
    register(of("daily", "c-1").recurring("every:P3650D", "2100-01-01T00:00:00Z"));
    new JobChanges(database.xa(), new Audit(database.xa(), "node-1"))
        .runNow("ops", new JobKey("a", "daily"));
    assertThat(database.value("SELECT share_key FROM scheduler.job WHERE job_id <> 'daily'"))
        .isEqualTo("x_customer=c-1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          key_property = 'none', fair_shares = true | SCHED-0825 worker queue a has a limit for each key or fair shares, but no key: set keyProperty, or remove both first
          key_property = 'none', tracked = true, max_concurrent_runs_per_key = 1 | SCHED-0825 worker queue a
          encrypted = true | SCHED-0826 worker queue a is encrypted, but the values of x_customer would be stored in clear: set keyProperty to group, or encrypted to false
          max_concurrent_runs_per_key = 1 | SCHED-0824 worker queue a limits its concurrent runs, but nothing would tell when they end
          max_concurrent_runs_per_key = -1 | SCHED-0875 max_concurrent_runs_per_key of worker queue a
          key_property = 'scheduler_group' | SCHED-0875 key_property of worker queue a
          key_property = 'x_a b' | SCHED-0875 key_property of worker queue a
          """)
  void settings_that_contradict_each_other_are_refused(String change, String refusal) {
    assertThatThrownBy(() -> queue(change)).hasMessageContaining(refusal);
  }

  @Test
  void an_encrypted_queue_may_name_the_group() {
    queue("encrypted = true, key_property = 'group', fair_shares = true");
    assertThat(database.value("SELECT by_key FROM scheduler.worker_queue WHERE name = 'a'"))
        .isEqualTo("t");
  }

  private static Jobs of(String jobId, String customer) {
    return job("a", jobId).properties(Map.of("x_customer", customer));
  }

  private void register(Jobs... registered) {
    jobs.register(List.of(registered).stream().map(Jobs::build).toList());
  }

  private void key(String property) {
    queue("key_property = '%s'".formatted(property));
  }

  private void queue(String settings) {
    database.execute("UPDATE scheduler.worker_queue SET %s WHERE name = 'a'".formatted(settings));
  }

  private String keys() {
    return database.value(
        "SELECT string_agg(job_id || ' ' || coalesce(share_key, '-'), ', ' ORDER BY job_id) FROM scheduler.job");
  }
}
