package org.goodtiming.scheduler.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The publication of events. */
class EventOutboxIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore jobs =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final EventOutbox outbox = new EventOutbox(database.xa());

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("UPDATE scheduler.worker_queue SET events = true WHERE name = 'a'");
  }

  @Test
  void the_events_that_wait_are_counted_with_the_age_of_the_oldest() {
    assertThat(outbox.waiting()).isEqualTo(new EventsWaiting(0, Duration.ZERO));
    database.execute(
        """
        INSERT INTO scheduler.event (type, queue, at) VALUES
          ('queue.paused', 'a', clock_timestamp() - interval '90 seconds'), ('queue.resumed', 'a', clock_timestamp())
        """);
    EventsWaiting waiting = outbox.waiting();
    assertThat(waiting.events()).isEqualTo(2);
    assertThat(waiting.oldest()).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(150));
    outbox.take(10);
    assertThat(outbox.waiting().events()).isZero();
  }

  @Test
  void an_event_of_a_job_has_the_attributes_of_CloudEvents_as_properties() {
    jobs.register(List.of(job("a", "no/4711 \"x\"").dueAt("2030-01-02T00:00:00Z").build()));
    LifecycleEvent event = outbox.take(10).get(0);
    assertThat(event.properties())
        .containsEntry("cloudEvents_specversion", "1.0")
        .containsEntry("cloudEvents_id", event.id().toString())
        .containsEntry("cloudEvents_source", "/scheduler")
        .containsEntry("cloudEvents_type", "org.goodtiming.scheduler.job.registered")
        .containsEntry("cloudEvents_subject", "a/no/4711 \"x\"")
        .containsEntry("cloudEvents_time", event.at().toString())
        .containsEntry("cloudEvents_datacontenttype", "application/json")
        .containsEntry("cloudEvents_sequence", Long.toString(event.position()))
        .containsEntry("_AMQ_DUPL_ID", event.id().toString())
        .containsEntry("scheduler_queue", "a")
        .containsEntry("scheduler_jobId", "no/4711 \"x\"")
        .containsKeys("scheduler_fireId", "JMSXGroupID");
    assertThat(event.data().getString("dueAt")).isEqualTo("2030-01-02T00:00:00Z");
    assertThat(event.data().getInt("attempt")).isEqualTo(1);
    assertThat(event.data().keySet())
        .containsExactly("queue", "jobId", "fireId", "attempt", "dueAt");
  }

  @Test
  void the_oldest_events_come_first_and_come_again_after_a_rollback() throws SQLException {
    jobs.register(List.of(job("a", "1").build()));
    jobs.register(List.of(job("a", "2").build()));
    jobs.register(List.of(job("a", "3").build()));
    try (OpenTransaction transaction = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(jobIds(new EventOutbox(transaction.dataSource()).take(2)))
          .containsExactly("1", "2");
      transaction.rollback();
    }
    assertThat(database.hasWork(new EventPublisher(() -> false))).isTrue();
    assertThat(jobIds(outbox.take(2))).containsExactly("1", "2");
    assertThat(jobIds(outbox.take(2))).containsExactly("3");
    assertThat(database.hasWork(new EventPublisher(() -> false))).isFalse();
  }

  @Test
  void a_pause_of_a_worker_queue_is_reported_also_if_it_is_made_by_hand() {
    database.execute("UPDATE scheduler.worker_queue SET paused = true");
    database.execute("UPDATE scheduler.worker_queue SET paused = true");
    database.execute("UPDATE scheduler.worker_queue SET paused = false");
    assertThat(told()).containsExactly("queue.paused a", "queue.resumed a");
  }

  @Test
  void the_states_of_a_schedule_have_events() {
    jobs.register(List.of(job("a", "r").recurring("every:PT1H", "2100-01-01T00:00:00Z").build()));
    database.execute("UPDATE scheduler.schedule SET state = 'PAUSED'");
    database.execute("UPDATE scheduler.schedule SET state = 'ACTIVE'");
    jobs.cancel(new JobKey("a", "r"), Instant.parse("2100-01-01T00:00:00Z"), "test");
    assertThat(told())
        .containsExactly(
            "job.registered a/r",
            "schedule.paused a/r",
            "schedule.resumed a/r",
            "job.cancelled a/r",
            "schedule.ended a/r cancelled");
  }

  @Test
  void a_takeover_is_published_if_a_queue_of_the_partition_has_events() {
    takeOver("node-1", 1);
    LifecycleEvent event = outbox.take(10).get(0);
    assertThat(event.type()).isEqualTo("lease.changed");
    assertThat(event.subject().toString()).isEqualTo("default");
    assertThat(event.data().getString("holder")).isEqualTo("node-1");
    assertThat(event.data().getInt("epoch")).isEqualTo(1);
    database.execute("UPDATE scheduler.worker_queue SET events = false");
    takeOver("node-2", 2);
    assertThat(database.hasWork(new EventPublisher(() -> false))).isFalse();
  }

  @Test
  void the_first_failure_and_the_end_of_a_job_batch_are_published_once() {
    database.execute(
        "INSERT INTO scheduler.job_batch (id, size, total, running) VALUES ('import', 2, 2, 2)");
    database.execute("UPDATE scheduler.job_batch SET running = 1, failed = 1, failed_at = now()");
    database.execute("UPDATE scheduler.job_batch SET failed_at = failed_at, end_state = end_state");
    database.execute(
        "UPDATE scheduler.job_batch SET running = 0, finished = 1, ended_at = now(), end_state = 'FAILED'");
    List<LifecycleEvent> events = outbox.take(10);
    assertThat(events)
        .extracting(LifecycleEvent::type)
        .containsExactly("batch.failed", "batch.ended");
    assertThat(events.get(1).subject()).hasToString("import");
    assertThat(events.get(1).data())
        .hasToString(
            "{\"batch\":\"import\",\"state\":\"FAILED\",\"total\":2,\"failed\":1,\"missing\":0,\"finished\":1,\"cancelled\":0}");
    database.execute("UPDATE scheduler.worker_queue SET events = false");
    database.execute("UPDATE scheduler.job_batch SET end_state = 'FINISHED'");
    assertThat(database.hasWork(new EventPublisher(() -> false))).isFalse();
  }

  /** Takes the lease over like a node. */
  private void takeOver(String node, int epoch) {
    new Sql(database.lease())
        .execute(
            """
            INSERT INTO scheduler.lease_history (partition, epoch, holder, incarnation, acquired_at, reason)
            VALUES ('default', %d, '%s', gen_random_uuid(), clock_timestamp(), 'released')
            """
                .formatted(epoch, node));
  }

  private List<String> told() {
    return outbox.take(100).stream()
        .map(
            event ->
                "%s %s %s"
                    .formatted(event.type(), event.subject(), event.data().getString("message", ""))
                    .strip())
        .toList();
  }

  private static List<String> jobIds(List<LifecycleEvent> events) {
    return events.stream().map(event -> event.subject().jobId()).toList();
  }
}
