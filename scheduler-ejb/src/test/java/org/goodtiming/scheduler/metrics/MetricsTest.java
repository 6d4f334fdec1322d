package org.goodtiming.scheduler.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStarted;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStopped;
import org.goodtiming.scheduler.deadletter.DeadLetterKept;
import org.goodtiming.scheduler.dispatch.DispatchEvent.BatchCommitted;
import org.goodtiming.scheduler.dispatch.DispatchEvent.ClocksCompared;
import org.goodtiming.scheduler.dispatch.DispatchEvent.ClocksUnknown;
import org.goodtiming.scheduler.dispatch.DispatchEvent.DispatchStarted;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobAlreadySent;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsDispatched;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsFailed;
import org.goodtiming.scheduler.dispatch.DispatchEvent.PartitionLed;
import org.goodtiming.scheduler.dispatch.DispatchEvent.Polled;
import org.goodtiming.scheduler.dispatch.DispatchEvent.QueueRests;
import org.goodtiming.scheduler.dispatch.DispatchEvent.TimerCalled;
import org.goodtiming.scheduler.execution.ExecutionEvent.JobRetried;
import org.goodtiming.scheduler.execution.ExecutionEvent.RunsEnded;
import org.goodtiming.scheduler.job.chain.OpenJobBatches;
import org.goodtiming.scheduler.job.upkeep.DueJobsCounted;
import org.goodtiming.scheduler.job.upkeep.DueJobsCounted.DueInQueue;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerChecked;
import org.goodtiming.scheduler.lease.LeaseEvent.LeaseGained;
import org.goodtiming.scheduler.lifecycle.EventsWaiting;
import org.goodtiming.scheduler.lifecycle.WebhookTried;
import org.goodtiming.scheduler.load.BacklogEvent.BacklogsSeen;
import org.goodtiming.scheduler.load.BacklogEvent.OversizeCounted;
import org.goodtiming.scheduler.load.BacklogEvent.QueueBacklog;
import org.goodtiming.scheduler.load.BacklogEvent.QueueRuns;
import org.goodtiming.scheduler.load.BacklogEvent.RunsCounted;
import org.goodtiming.scheduler.operations.cluster.DutyEvent.DutiesChanged;
import org.goodtiming.scheduler.operations.cluster.DutyEvent.DutiesUnread;
import org.goodtiming.scheduler.operations.cluster.EncryptionKeysCompared;
import org.goodtiming.scheduler.operations.cluster.EncryptionKeysCompared.KeysOfQueue;
import org.goodtiming.scheduler.operations.quarantine.QuarantineMeasured;
import org.goodtiming.scheduler.recovery.InDoubtEvent.InDoubtCounted;
import org.goodtiming.scheduler.recovery.InDoubtEvent.PreparedByOthersCounted;
import org.goodtiming.scheduler.registration.RegistrationEvent.RegistrationsRefused;
import org.goodtiming.scheduler.registration.RegistrationEvent.RegistrationsStored;
import org.goodtiming.scheduler.registration.sql.OldestSqlRegistration;
import org.goodtiming.scheduler.schedule.ScheduleFailuresCounted;
import org.goodtiming.scheduler.schedule.ScheduleFailuresCounted.FailingSchedule;
import org.goodtiming.scheduler.schedule.ScheduleFailuresCounted.FailuresInQueue;
import org.goodtiming.scheduler.targets.TargetCalled;
import org.junit.jupiter.api.Test;

class MetricsTest {

  private final Metrics metrics = new Metrics("1.2.3");

  @Test
  void registrations_count_by_queue_and_status_or_by_code() {
    metrics.on(new RegistrationsStored("a", "accepted", 3));
    metrics.on(new RegistrationsStored("a", "accepted", 2));
    metrics.on(new RegistrationsRefused("SCHED-0102", 1));
    assertThat(lines())
        .contains(
            "# TYPE scheduler_registrations_total counter",
            "scheduler_registrations_total{queue=\"a\",status=\"accepted\"} 5.0",
            "scheduler_refused_registrations_total{code=\"SCHED-0102\"} 1.0");
  }

  @Test
  void dispatched_jobs_count_by_queue_and_their_lateness_falls_into_buckets() {
    metrics.on(new JobsDispatched("a", 2, new long[] {4_000, 30_000, 7_200_000_000L}));
    metrics.on(new JobAlreadySent(new JobKey("a", "1"), UUID.randomUUID()));
    assertThat(lines())
        .contains(
            "# TYPE scheduler_lateness_seconds histogram",
            "scheduler_dispatched_jobs_total{outcome=\"sent\",queue=\"a\"} 3.0",
            "scheduler_dispatched_jobs_total{outcome=\"dropped\",queue=\"a\"} 2.0",
            "scheduler_dispatched_jobs_total{outcome=\"duplicate\",queue=\"a\"} 1.0",
            "scheduler_lateness_seconds_bucket{queue=\"a\",le=\"0.005\"} 1",
            "scheduler_lateness_seconds_bucket{queue=\"a\",le=\"0.05\"} 2",
            "scheduler_lateness_seconds_bucket{queue=\"a\",le=\"3600.0\"} 2",
            "scheduler_lateness_seconds_bucket{queue=\"a\",le=\"+Inf\"} 3",
            "scheduler_lateness_seconds_count{queue=\"a\"} 3");
  }

  @Test
  void calls_of_targets_count_by_their_outcome() {
    metrics.on(new TargetCalled("a", "refused"));
    metrics.on(new TargetCalled("a", "refused"));
    assertThat(lines())
        .contains("scheduler_target_calls_total{outcome=\"refused\",queue=\"other\"} 2.0");
  }

  @Test
  void events_that_a_webhook_never_gets_count_each() {
    metrics.on(new WebhookTried("chat", "accepted", 1, null));
    metrics.on(new WebhookTried("chat", "given-up", 10_000, "more than 100000 were waiting"));
    metrics.on(new WebhookTried("chat", "given-up", 7, "more than 100000 were waiting"));
    assertThat(lines())
        .contains(
            "scheduler_webhook_posts_total{outcome=\"accepted\",webhook=\"chat\"} 1.0",
            "scheduler_webhook_posts_total{outcome=\"given-up\",webhook=\"chat\"} 10007.0");
  }

  @Test
  void batches_polls_and_takeovers() {
    metrics.on(new Polled(Duration.ofMillis(3)));
    metrics.on(new BatchCommitted(50, Duration.ofMillis(7)));
    metrics.on(new LeaseGained("default", "node-1", 7, "released"));
    metrics.on(new TimerCalled());
    assertThat(lines())
        .contains(
            "scheduler_timer_calls_total 1.0",
            "scheduler_poll_seconds_bucket{le=\"0.002\"} 0",
            "scheduler_poll_seconds_bucket{le=\"0.005\"} 1",
            "scheduler_batch_jobs_bucket{le=\"10.0\"} 0",
            "scheduler_batch_jobs_bucket{le=\"100.0\"} 1",
            "scheduler_commit_seconds_bucket{le=\"0.01\"} 1",
            "scheduler_takeovers_total{partition=\"default\"} 1.0",
            "scheduler_build_info{version=\"1.2.3\"} 1");
  }

  @Test
  void runs_that_have_ended_count_by_queue_and_outcome_and_their_duration_falls_into_buckets() {
    metrics.on(new RunsEnded("a", 2, 1, new long[] {50_000, 7_000_000, 7_200_000_000L}));
    assertThat(lines())
        .contains(
            "scheduler_ended_runs_total{outcome=\"finished\",queue=\"a\"} 2.0",
            "scheduler_ended_runs_total{outcome=\"failed\",queue=\"a\"} 1.0",
            "scheduler_run_duration_seconds_bucket{queue=\"a\",le=\"0.1\"} 1",
            "scheduler_run_duration_seconds_bucket{queue=\"a\",le=\"3600.0\"} 2",
            "scheduler_run_duration_seconds_count{queue=\"a\"} 3");
  }

  @Test
  void failed_and_quarantined_jobs() {
    metrics.on(new JobsFailed("a", 3, 1, 0, 5, "too large"));
    metrics.on(new QueueRests("b", 2, Duration.ofSeconds(1), "does not exist"));
    metrics.on(new DeadLetterKept("a", "execution", true));
    metrics.on(new DeadLetterKept("a name from a message", "registration", false));
    metrics.on(new DeadLetterKept(null, "execution", false));
    metrics.on(new JobRetried("a"));
    assertThat(lines())
        .contains(
            "scheduler_retried_jobs_total{queue=\"a\"} 1.0",
            "scheduler_failed_jobs_total{queue=\"a\"} 3.0",
            "scheduler_failed_jobs_total{queue=\"b\"} 2.0",
            "scheduler_quarantined_jobs_total{queue=\"a\",stage=\"dispatch\"} 1.0",
            "scheduler_quarantined_jobs_total{queue=\"a\",stage=\"execution\"} 1.0",
            "scheduler_quarantined_jobs_total{queue=\"other\",stage=\"registration\"} 1.0",
            "scheduler_quarantined_jobs_total{queue=\"other\",stage=\"execution\"} 1.0");
  }

  @Test
  void metrics_of_the_leader_go_with_the_lease() {
    metrics.on(new LeaderTasksStarted());
    metrics.on(new PartitionLed("a", true));
    metrics.on(new PartitionLed("b", false));
    metrics.on(new LedgerChecked(3));
    metrics.on(new InDoubtCounted(2));
    metrics.on(new PreparedByOthersCounted(7));
    metrics.on(new QuarantineMeasured(0.5));
    metrics.on(new OversizeCounted(4));
    metrics.on(new EventsWaiting(7, Duration.ofMillis(1_250)));
    metrics.on(
        new ScheduleFailuresCounted(
            List.of(new FailuresInQueue("a", 3)),
            List.of(
                new FailingSchedule("a", "nightly \"report\"", 3),
                new FailingSchedule("a", "hourly", 2))));
    metrics.on(
        new EncryptionKeysCompared(List.of(new KeysOfQueue("a", 2), new KeysOfQueue("b", 0))));
    metrics.on(new OpenJobBatches(3, Duration.ofHours(2)));
    metrics.on(new OldestSqlRegistration(Duration.ofMillis(2_500)));
    metrics.on(new DueJobsCounted(List.of(new DueInQueue("a", 20, 10, Duration.ofMillis(1_500)))));
    assertThat(lines())
        .contains(
            "scheduler_lease_held{partition=\"a\"} 1.0",
            "scheduler_lease_held{partition=\"b\"} 0.0",
            "scheduler_ledger_difference_jobs 3.0",
            "scheduler_in_doubt_transactions 2.0",
            "scheduler_prepared_by_others_transactions 7.0",
            "scheduler_quarantine_fill_ratio 0.5",
            "scheduler_oversize_messages 4.0",
            "scheduler_oldest_sql_registration_seconds 2.5",
            "scheduler_waiting_events 7.0",
            "scheduler_oldest_event_seconds 1.25",
            "scheduler_open_job_batches 3.0",
            "scheduler_oldest_job_batch_seconds 7200.0",
            "scheduler_schedule_failures_runs{queue=\"a\"} 3.0",
            "scheduler_failing_schedule_runs{queue=\"a\",schedule=\"nightly \\\"report\\\"\"} 3.0",
            "scheduler_failing_schedule_runs{queue=\"a\",schedule=\"hourly\"} 2.0",
            "scheduler_encryption_keys_missing_nodes{queue=\"a\"} 2.0",
            "scheduler_encryption_keys_missing_nodes{queue=\"b\"} 0.0",
            "scheduler_due_jobs{queue=\"a\"} 20.0",
            "scheduler_overdue_jobs{queue=\"a\"} 10.0",
            "scheduler_oldest_due_seconds{queue=\"a\"} 1.5");
    metrics.on(new LeaderTasksStopped());
    metrics.on(new PartitionLed("a", false));
    assertThat(lines())
        .contains(
            "scheduler_lease_held{partition=\"a\"} 0.0",
            "scheduler_ledger_difference_jobs NaN",
            "scheduler_in_doubt_transactions NaN",
            "scheduler_prepared_by_others_transactions NaN",
            "scheduler_waiting_events NaN",
            "scheduler_oldest_event_seconds NaN")
        .noneMatch(line -> line.startsWith("scheduler_schedule_failures_runs{"))
        .noneMatch(line -> line.startsWith("scheduler_failing_schedule_runs{"))
        .noneMatch(line -> line.startsWith("scheduler_encryption_keys_missing_nodes{"))
        .noneMatch(line -> line.startsWith("scheduler_due_jobs{"));
  }

  @Test
  void the_backlogs_of_worker_queues_go_with_the_lease_and_with_the_broker() {
    metrics.on(
        new BacklogsSeen(
            List.of(new QueueBacklog("a", 7, 2, 4, 1, Duration.ofMillis(1_500), 3, 90))));
    assertThat(lines())
        .contains(
            "scheduler_worker_queue_messages{queue=\"a\"} 7.0",
            "scheduler_worker_queue_delivering{queue=\"a\"} 2.0",
            "scheduler_worker_queue_consumers{queue=\"a\"} 1.0",
            "scheduler_worker_queue_oldest_seconds{queue=\"a\"} 1.5",
            "scheduler_worker_queue_dead_letters{queue=\"a\"} 3.0",
            "scheduler_worker_queue_drain_seconds{queue=\"a\"} 90.0");
    metrics.on(new BacklogsSeen(List.of()));
    assertThat(lines()).noneMatch(line -> line.startsWith("scheduler_worker_queue_"));

    metrics.on(new BacklogsSeen(List.of(new QueueBacklog("b", 0, 0, 0, 0, Duration.ZERO, 0, 0))));
    assertThat(lines()).contains("scheduler_worker_queue_consumers{queue=\"b\"} 0.0");
    metrics.on(new LeaderTasksStopped());
    assertThat(lines()).noneMatch(line -> line.startsWith("scheduler_worker_queue_"));
  }

  @Test
  void concurrent_runs_are_those_of_queues_with_a_limit() {
    metrics.on(new RunsCounted(List.of(new QueueRuns("a", 5))));
    assertThat(lines()).contains("scheduler_concurrent_runs{queue=\"a\"} 5.0");
    metrics.on(new RunsCounted(List.of()));
    assertThat(lines()).noneMatch(line -> line.startsWith("scheduler_concurrent_runs"));
  }

  @Test
  void a_node_begins_with_what_it_has_not_done_and_an_unknown_clock_of_the_broker() {
    metrics.on(new DispatchStarted());
    assertThat(lines())
        .contains(
            "scheduler_broker_clock_offset_seconds NaN",
            "scheduler_timer_calls_total 0.0",
            "scheduler_poll_seconds_count 0",
            "scheduler_batch_jobs_count 0");
    metrics.on(new ClocksCompared(Duration.ofMillis(-2)));
    assertThat(lines()).contains("scheduler_broker_clock_offset_seconds -0.002");
    metrics.on(new ClocksUnknown(Duration.ofSeconds(10), "no answer"));
    assertThat(lines()).contains("scheduler_broker_clock_offset_seconds NaN");
  }

  @Test
  void a_node_has_no_duty_before_it_has_read_them() {
    metrics.on(new DutiesUnread());
    assertThat(lines())
        .contains(
            "scheduler_node_duty{duty=\"dispatch\"} 0.0",
            "scheduler_node_duty{duty=\"registration\"} 0.0");
    metrics.on(new DutiesChanged("node-1", true, false));
    assertThat(lines())
        .contains(
            "scheduler_node_duty{duty=\"dispatch\"} 1.0",
            "scheduler_node_duty{duty=\"registration\"} 0.0");
  }

  @Test
  void from_two_hundred_queues_on_the_rest_is_counted_together() {
    for (int i = 0; i < 203; i++) {
      metrics.on(new RegistrationsStored("queue " + i, "accepted", 1));
    }
    assertThat(lines())
        .contains(
            "scheduler_registrations_total{queue=\"queue 199\",status=\"accepted\"} 1.0",
            "scheduler_registrations_total{queue=\"other\",status=\"accepted\"} 3.0")
        .noneMatch(line -> line.contains("queue 200"));
  }

  @Test
  void the_version_is_that_of_the_build() {
    assertThat(Metrics.version()).matches("\\d+\\.\\d+\\.\\d+.*");
  }

  private List<String> lines() {
    return metrics.scrape().lines().toList();
  }
}
