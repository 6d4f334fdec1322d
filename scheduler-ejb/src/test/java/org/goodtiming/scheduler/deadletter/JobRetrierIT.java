package org.goodtiming.scheduler.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.contract.Parsers;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.Plaintext;
import org.goodtiming.scheduler.dispatch.DeliveredJob;
import org.goodtiming.scheduler.encryption.aes.Keys;
import org.goodtiming.scheduler.execution.RunRetries;
import org.goodtiming.scheduler.job.Cancelled;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.EnvelopeCipher;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.job.run.JobRetries;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.retry.RetryDecision;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dead letters of untracked jobs, and the policies of their queues. */
class JobRetrierIT {

  private static final JobKey KEY = new JobKey("a", "1");
  private static final SchedulerConfig CONFIG =
      SchedulerConfig.from(
          name -> name.equals("scheduler.node.name") ? Optional.of("test") : Optional.empty());

  private final ContractDatabase database = ContractDatabase.shared();
  private final EnvelopeCipher cipher = new EnvelopeCipher(Keys.cipher("2026"));
  private final JobStore jobs =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());
  private final JobRetrier retrier =
      new JobRetrier(
          new WorkerQueueStore(database.xa()),
          Parsers.of(CONFIG.registration()),
          new JobRetries(database.xa(), cipher),
          new RunRetries(database.xa(), "node-1", () -> 0.5),
          () -> 0.5);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_failed_job_waits_for_its_delay_and_comes_again_as_it_was() {
    policy("PT1M,PT1H");
    register(job("a", "1").properties(Map.of("x_colour", "red", "x_count", 7L)).priority(9));
    ClaimedJob first = claim();

    RetryDecision decision = fail(first);

    assertThat(decision)
        .isEqualTo(new RetryDecision(Duration.ofMinutes(1), null, false, "attempt 1 of 3"));
    assertThat(waits()).isEqualTo("1 PT1M");
    assertThat(database.value("SELECT last_error FROM scheduler.job"))
        .isEqualTo(
            "SCHED-0648 attempt 1 of 3 failed, the next follows in PT1M: the worker failed at all deliveries, its own log says why");
    assertThat(
            due.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ofHours(2), "default", 0).jobs())
        .as("no early dispatch")
        .isEmpty();
    pass();
    ClaimedJob second = claim();
    assertThat(second.key()).isEqualTo(KEY);
    assertThat(second.fireId()).isEqualTo(first.fireId());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.dueAt().toEpochMilli()).isEqualTo(first.dueAt().toEpochMilli());
    assertThat(second.expectedAt()).isEqualTo(second.eligibleAt());
    assertThat(second.sentAt()).isEqualTo(first.sentAt());
    assertThat(second.envelope().priority()).isEqualTo(9);
    assertThat(second.registeredBy()).isEqualTo("test");
    assertThat(second.envelope().body().asText()).isEqualTo("check the order");
    assertThat(second.envelope().properties()).isEqualTo(Map.of("x_colour", "red", "x_count", 7L));
    assertThat(new DeliveredJob(second, 0).properties())
        .containsEntry("_AMQ_DUPL_ID", first.fireId() + "/2");
    assertLedgerBalances();
  }

  @Test
  void a_job_of_an_encrypted_queue_waits_encrypted() {
    policy("PT1M");
    register(job("a", "1"));
    ClaimedJob first = claim();
    database.execute("UPDATE scheduler.worker_queue SET encrypted = true");
    fail(first);
    pass();

    assertThat(new Plaintext(database::value).tablesWith("check the order")).isEmpty();
    ClaimedJob second = cipher.decrypted(claim());
    assertThat(second.envelope().body().asText()).isEqualTo("check the order");
    assertThat(second.attempt()).isEqualTo(2);
  }

  @Test
  void a_run_of_a_schedule_that_is_tried_again_waits_encrypted_for_the_schedule() {
    policy("PT1M");
    register(job("a", "1").recurring("every:PT1H", "2026-01-01T10:00:00Z"));
    ClaimedJob first = claim();
    database.execute("UPDATE scheduler.worker_queue SET encrypted = true");
    fail(first);
    pass();

    assertThat(
            database.value(
                "SELECT position('check'::bytea IN body) FROM scheduler.job WHERE recovers IS NOT NULL"))
        .isEqualTo("0");
    ClaimedJob second = cipher.decrypted(claim());
    assertThat(second.key()).isEqualTo(KEY);
    assertThat(second.envelope().body().asText()).isEqualTo("check the order");
  }

  @Test
  void a_job_keeps_the_name_of_its_definition_whose_payload_not_everybody_may_read() {
    policy("PT1M");
    register(job("a", "1"));
    database.execute("UPDATE scheduler.job SET definition = 'secret'");
    fail(claim());
    assertThat(database.value("SELECT definition FROM scheduler.job")).isEqualTo("secret");
  }

  @Test
  void the_last_attempt_is_the_end() {
    policy("PT1M,PT1H");
    register(job("a", "1"));
    fail(claim());
    pass();
    assertThat(fail(claim()).delay()).isEqualTo(Duration.ofHours(1));
    pass();
    assertThat(fail(claim())).isEqualTo(RetryDecision.no("this was attempt 3 of 3"));
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    assertThat(database.value("SELECT registered || ' ' || dispatched FROM scheduler.ledger"))
        .isEqualTo("1 1");
    assertLedgerBalances();
  }

  @Test
  void a_queue_with_events_publishes_each_retry_and_the_end() {
    database.execute("UPDATE scheduler.worker_queue SET events = true");
    policy("PT1M");
    register(job("a", "1"));
    fail(claim());
    pass();
    fail(claim());
    assertThat(
            database.value(
                "SELECT string_agg(type || ' ' || attempt, ', ' ORDER BY position) FROM scheduler.event"))
        .isEqualTo(
            "job.registered 1, job.dispatched 1, job.retried 2, job.dispatched 2, job.quarantined 2");
    assertThat(database.value("SELECT count(DISTINCT fire_id) FROM scheduler.event"))
        .isEqualTo("1");
    assertThat(database.value("SELECT message FROM scheduler.event ORDER BY position DESC LIMIT 1"))
        .startsWith("this was attempt 2 of 2: ");
  }

  @Test
  void jitter_lengthens_the_delay() {
    policy("5/PT100S~20%");
    register(job("a", "1"));
    assertThat(fail(claim()).delay()).isEqualTo(Duration.ofSeconds(110));
  }

  @Test
  void a_queue_without_a_policy_does_not_try_again() {
    register(job("a", "1"));
    assertThat(fail(claim())).isEqualTo(RetryDecision.NONE);
    assertLedgerBalances();
  }

  @Test
  void the_policy_of_a_job_beats_that_of_its_queue() {
    policy("PT1M");
    register(job("a", "1").carried(Map.of(JobProperty.RETRY, "PT1H")));
    assertThat(fail(claim()).delay()).isEqualTo(Duration.ofHours(1));
    pass();
    ClaimedJob second = claim();
    assertThat(second.envelope().carried()).containsEntry(JobProperty.RETRY, "PT1H");
    assertThat(fail(second)).isEqualTo(RetryDecision.no("this was attempt 2 of 2"));
    register(job("a", "2").carried(Map.of(JobProperty.RETRY, "none")));
    assertThat(fail(claim())).isEqualTo(RetryDecision.NONE);
    register(job("a", "3").tracked().carried(Map.of(JobProperty.RETRY, "PT2H")));
    assertThat(fail(claim()).delay()).isEqualTo(Duration.ofHours(2));
  }

  @Test
  void a_message_that_is_not_from_the_scheduler_is_not_tried_again() {
    policy("PT1M");
    ReceivedMessage foreign = message(Map.of("scheduler_queue", "a", "scheduler_jobId", "1"));
    assertThat(retrier.retry(foreign, "a", WorkFailure.AT_ALL_DELIVERIES))
        .isEqualTo(RetryDecision.NONE);
    register(job("a", "1"));
    assertThat(retrier.retry(message(delivered(claim())), "b", WorkFailure.AT_ALL_DELIVERIES))
        .as("of another queue")
        .isEqualTo(RetryDecision.NONE);
  }

  @Test
  void a_policy_that_passes_the_check_of_the_table_and_cannot_be_read_is_reported() {
    policy("PTM");
    register(job("a", "1"));
    assertThat(fail(claim()).note()).startsWith("retry policy 'PTM' cannot be read, ");
  }

  @Test
  void a_job_that_was_cancelled_after_its_registration_is_not_tried_again() {
    policy("PT1M");
    Instant sent = database.now();
    register(job("a", "1").sentAt(sent));
    ClaimedJob failed = claim();
    jobs.cancel(KEY, sent.plusMillis(1), null);
    assertThat(fail(failed).note()).contains("SCHED-0649");
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    assertLedgerBalances();
  }

  @Test
  void a_cancel_that_was_sent_before_the_job_changes_nothing() {
    policy("PT1M");
    Instant sent = database.now();
    jobs.cancel(KEY, sent.minusMillis(1), null);
    register(job("a", "1").sentAt(sent));
    assertThat(fail(claim()).delay()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void a_later_job_under_the_key_is_not_replaced() {
    policy("PT1M");
    register(job("a", "1"));
    ClaimedJob failed = claim();
    register(job("a", "1").properties(Map.of("x_new", true)));
    assertThat(fail(failed).note()).contains("SCHED-0649");
    assertThat(claim().envelope().properties()).containsKey("x_new");
    assertLedgerBalances();
  }

  @Test
  void a_job_that_waits_for_its_retry_can_be_cancelled_and_replaced() {
    policy("PT1M");
    Instant sent = database.now();
    register(job("a", "1").sentAt(sent));
    fail(claim());
    register(job("a", "1").sentAt(sent.plusMillis(1)));
    ClaimedJob replacing = claim();
    assertThat(replacing.attempt()).isEqualTo(1);
    fail(replacing);
    assertThat(jobs.cancel(KEY, sent.plusMillis(2), null)).isEqualTo(Cancelled.JOB);
    assertLedgerBalances();
  }

  @Test
  void later_jobs_of_its_group_do_not_wait_for_the_retry() {
    policy("PT1M");
    register(job("a", "1").group("customer-7"));
    register(job("a", "2").group("customer-7"));
    ClaimedJob first = claim();
    assertThat(first.key().jobId()).isEqualTo("1");
    fail(first);
    assertThat(claim().key().jobId()).isEqualTo("2");
    pass();
    ClaimedJob again = claim();
    assertThat(again.fireId()).isEqualTo(first.fireId());
    assertThat(again.envelope().group()).isEqualTo("customer-7");
  }

  @Test
  void a_run_of_a_schedule_is_tried_again_beside_the_next_run() {
    policy("PT1M");
    register(job("a", "1").recurring("every:PT1H", "2026-01-01T00:00:00Z"));
    ClaimedJob first = claim();
    assertThat(fail(first).delay()).isEqualTo(Duration.ofMinutes(1));
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("2");
    database.execute(
        "UPDATE scheduler.job SET eligible_at = clock_timestamp() WHERE recovers IS NOT NULL");
    ClaimedJob second = claim();
    assertThat(second.key()).isEqualTo(KEY);
    assertThat(second.fireId()).isEqualTo(first.fireId());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.planned().number()).isEqualTo(first.planned().number());
    assertThat(second.planned().plannedAt()).isEqualTo(first.planned().plannedAt());
    assertThat(second.planned().nextAt()).isEqualTo(first.planned().nextAt());
    assertLedgerBalances();
  }

  @Test
  void it_waits_under_the_key_that_the_database_would_give_it() {
    policy("PT1M");
    String jobId = "\ud83d\ude00".repeat(100) + "x".repeat(40);
    register(job("a", jobId).recurring("every:PT1H", "2026-01-01T00:00:00Z"));
    fail(claim());
    assertThat(
            database.value(
                "SELECT job_id = scheduler.recovery_id(recovers ->> 'jobId', fire_id) FROM scheduler.job WHERE recovers IS NOT NULL"))
        .isEqualTo("t");
  }

  @Test
  void a_tracked_run_is_tried_again_with_its_history() {
    policy("PT1M");
    register(job("a", "1").tracked());
    ClaimedJob first = claim();
    assertThat(fail(first).delay()).isEqualTo(Duration.ofMinutes(1));
    assertThat(waits()).isEqualTo("1 PT1M");
    assertThat(execution()).isEqualTo("SUBMITTED 2 1");
    assertThat(fail(first)).as("of an attempt that is over").isEqualTo(RetryDecision.NONE);
    pass();
    ClaimedJob second = claim();
    assertThat(second.fireId()).isEqualTo(first.fireId());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.run().attempt()).isEqualTo(2);
    assertThat(second.run().token()).isNotEqualTo(first.run().token());
    assertThat(fail(second)).isEqualTo(RetryDecision.no("this was attempt 2 of 2"));
    assertThat(execution()).isEqualTo("DISPATCHED 2 1");
    assertThat(
            database.value(
                "SELECT string_agg(new_state || coalesce(' ' || message, ''), ', ' ORDER BY id) FROM scheduler.execution_transition"))
        .isEqualTo(
            "SUBMITTED, DISPATCHED, SUBMITTED SCHED-0648 attempt 1 of 2 failed, the next follows in PT1M: the worker failed at all deliveries, its own log says why, DISPATCHED");
    assertLedgerBalances();
  }

  @Test
  void a_tracked_run_of_a_schedule_is_tried_again_beside_the_next_run() {
    policy("PT1M");
    register(job("a", "1").recurring("every:PT1H", "2026-01-01T00:00:00Z").tracked());
    ClaimedJob first = claim();
    assertThat(fail(first).delay()).isEqualTo(Duration.ofMinutes(1));
    database.execute(
        "UPDATE scheduler.job SET eligible_at = clock_timestamp() WHERE recovers IS NOT NULL");
    ClaimedJob second = claim();
    assertThat(second.key()).isEqualTo(KEY);
    assertThat(second.planned()).isEqualTo(first.planned());
    assertLedgerBalances();
  }

  @Test
  void a_tracked_run_whose_key_a_later_job_has_is_not_tried_again() {
    policy("PT1M");
    register(job("a", "1").tracked());
    ClaimedJob failed = claim();
    register(job("a", "1"));
    assertThat(fail(failed).note()).contains("attempt 1 of 2: SCHED-0649");
    assertLedgerBalances();
  }

  @Test
  void a_cancelled_run_is_not_tried_again() {
    policy("PT1M");
    Instant sent = database.now();
    register(job("a", "1").tracked().sentAt(sent));
    ClaimedJob failed = claim();
    jobs.cancel(KEY, sent.plusMillis(1), null);
    assertThat(fail(failed)).isEqualTo(RetryDecision.NONE);
  }

  private String execution() {
    return database.value(
        "SELECT state || ' ' || attempt || ' ' || retries FROM scheduler.execution");
  }

  private void policy(String policy) {
    database.execute(
        "UPDATE scheduler.worker_queue SET retry = '%s' WHERE name = 'a'".formatted(policy));
  }

  private void register(Jobs job) {
    jobs.register(List.of(job.build()));
  }

  private ClaimedJob claim() {
    return due.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs().get(0);
  }

  /** Lets the delay pass. */
  private void pass() {
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp()");
  }

  private RetryDecision fail(ClaimedJob job) {
    return retrier.retry(message(delivered(job)), "a", WorkFailure.AT_ALL_DELIVERIES);
  }

  /** The properties of the job that the dead letter listener reads. */
  private static Map<String, Object> delivered(ClaimedJob job) {
    Map<String, Object> properties = new DeliveredJob(job, 0).properties();
    properties.put("JMSPriority", job.envelope().priority());
    properties.put("_AMQ_ORIG_ADDRESS", "a");
    return properties;
  }

  private static ReceivedMessage message(Map<String, Object> properties) {
    Origin origin = new Origin("ID:1", Instant.EPOCH, true, 1, new Sender("node", "a", null));
    return new ReceivedMessage(Kind.TEXT, properties, null, origin).withText("check the order");
  }

  private String waits() {
    return database.value(
        "SELECT count(*) || ' PT' || round(extract(epoch FROM min(eligible_at) - clock_timestamp()) / 60) || 'M' FROM scheduler.job");
  }

  private void assertLedgerBalances() {
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }
}
