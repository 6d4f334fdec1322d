package org.goodtiming.scheduler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobRequest.IfExists;
import org.goodtiming.scheduler.api.JobRequestBuilder;
import org.goodtiming.scheduler.api.ScheduledRun;
import org.junit.jupiter.api.Test;

/** What users may expect of a scheduler, be it the real one or the one in memory. */
public abstract class SchedulerContract {

  /** The one worker queue that the tests use. */
  protected static final String QUEUE = "test.registration";

  private static final Duration SOON = Duration.ofSeconds(1);

  /** Long enough for two registrations on a slow machine. */
  private static final Duration IN_A_WHILE = Duration.ofSeconds(10);

  private static final Duration MUCH_LATER = Duration.ofDays(1);

  /** What its clock shows. */
  protected abstract Instant now();

  /** Returns when the request has taken effect, or is refused. */
  protected abstract void schedule(JobRequest request);

  /** Returns when the cancel has taken effect, or is refused. */
  protected abstract void cancel(JobKey key);

  /** Has so many deliveries done by a worker; a job at which it throws is delivered again. */
  protected abstract void work(int deliveries, Consumer<JobDelivery> worker);

  /** Puts a calendar that jobs may name. */
  protected abstract void calendar(String name, String excludes);

  /** Puts a definition that jobs may name, a JSON object as by REST. */
  protected abstract void definition(String name, String json);

  /** How many jobs wait for their due time. */
  protected abstract int waiting();

  /** Codes of what was refused. */
  protected abstract List<String> refused();

  @Test
  protected void a_job_comes_once_not_before_its_due_time_and_with_all_that_it_carries() {
    Instant dueAt = now().plus(SOON);
    schedule(
        JobRequest.on(QUEUE)
            .jobId("4711")
            .dueAt(dueAt)
            .text("Gr\u00fc\u00dfe \u2603")
            .contentType("text/plain")
            .correlationId("c-1")
            .type("reminder")
            .locale(Locale.GERMANY)
            .property("x_name", "value")
            .property("x_count", 42)
            .build());
    JobDelivery delivery = deliver(1).get(0);
    assertThat(now()).isAfterOrEqualTo(delivery.dueAt());
    assertThat(delivery.dueAt()).isAfterOrEqualTo(dueAt.minusMillis(1));
    assertThat(delivery.key()).isEqualTo(new JobKey(QUEUE, "4711"));
    assertThat(delivery.text()).isEqualTo("Gr\u00fc\u00dfe \u2603");
    assertThat(delivery.contentType()).isEqualTo("text/plain");
    assertThat(delivery.correlationId()).isEqualTo("c-1");
    assertThat(delivery.type()).isEqualTo("reminder");
    assertThat(delivery.locale()).isEqualTo(Locale.GERMANY);
    assertThat(delivery.properties()).isEqualTo(Map.of("x_name", "value", "x_count", 42L));
    assertThat(delivery.attempt()).isEqualTo(1);
    assertThat(delivery.deliveryCount()).isEqualTo(1);
    assertThat(waiting()).isZero();
  }

  @Test
  protected void a_payload_of_bytes_stays_bytes() {
    schedule(soon("bytes").bytes(new byte[] {0, -1, 13}).build());
    assertThat(deliver(1).get(0).bytes()).containsExactly(0, -1, 13);
  }

  @Test
  protected void jobs_come_in_the_order_of_their_due_times() {
    Instant first = now().plus(IN_A_WHILE);
    schedule(JobRequest.on(QUEUE).jobId("second").dueAt(first.plusSeconds(1)).build());
    schedule(JobRequest.on(QUEUE).jobId("third").dueAt(first.plusSeconds(2)).build());
    schedule(JobRequest.on(QUEUE).jobId("first").dueAt(first).build());
    assertThat(deliver(3))
        .extracting(JobDelivery::jobId)
        .containsExactly("first", "second", "third");
  }

  @Test
  protected void a_later_registration_replaces_the_waiting_one() {
    schedule(later("job").text("old").build());
    schedule(inAWhile("job").text("new").build());
    assertThat(waiting()).isEqualTo(1);
    assertThat(deliver(1).get(0).text()).isEqualTo("new");
    assertThat(waiting()).isZero();
  }

  @Test
  protected void keep_leaves_the_waiting_job_as_it_is() {
    schedule(inAWhile("job").text("old").build());
    schedule(later("job").text("new").ifExists(IfExists.KEEP).build());
    assertThat(deliver(1).get(0).text()).isEqualTo("old");
    assertThat(waiting()).isZero();
    assertThat(refused()).isEmpty();
  }

  @Test
  protected void reject_refuses_a_second_registration() {
    schedule(inAWhile("job").text("old").ifExists(IfExists.REJECT).build());
    schedule(later("job").text("new").ifExists(IfExists.REJECT).build());
    assertThat(refused()).containsExactly("SCHED-0150");
    assertThat(deliver(1).get(0).text()).isEqualTo("old");
  }

  @Test
  protected void a_cancelled_job_does_not_come() {
    schedule(later("job").build());
    cancel(new JobKey(QUEUE, "job"));
    cancel(new JobKey(QUEUE, "never-there"));
    assertThat(waiting()).isZero();
    assertThat(refused()).isEmpty();
  }

  @Test
  protected void an_unknown_worker_queue_is_refused() {
    schedule(JobRequest.on("no-such-queue").delay(SOON).build());
    assertThat(refused()).containsExactly("SCHED-0102");
    assertThat(waiting()).isZero();
  }

  @Test
  protected void a_reply_queue_that_is_no_worker_queue_is_refused() {
    schedule(soon("job").replyTo("no-such-queue").build());
    assertThat(refused()).containsExactly("SCHED-0154");
    assertThat(waiting()).isZero();
  }

  @Test
  protected void a_job_comes_again_to_a_worker_that_fails() {
    schedule(soon("job").build());
    List<JobDelivery> deliveries = new ArrayList<>();
    work(
        3,
        delivery -> {
          deliveries.add(delivery);
          if (deliveries.size() < 3) {
            throw new IllegalStateException("fails on purpose");
          }
        });
    assertThat(deliveries).extracting(JobDelivery::deliveryCount).containsExactly(1, 2, 3);
    assertThat(deliveries).extracting(JobDelivery::fireId).containsOnly(deliveries.get(0).fireId());
  }

  @Test
  protected void a_job_that_recurs_comes_at_each_planned_time_until_it_is_cancelled() {
    schedule(JobRequest.on(QUEUE).jobId("report").recurring("every:PT1S").text("body").build());
    List<ScheduledRun> runs = deliver(3).stream().map(JobDelivery::scheduledRun).toList();
    assertThat(runs).extracting(ScheduledRun::number).containsExactly(1L, 2L, 3L);
    Instant first = runs.get(0).plannedAt();
    assertThat(runs)
        .extracting(ScheduledRun::plannedAt)
        .containsExactly(first, first.plusSeconds(1), first.plusSeconds(2));
    assertThat(runs.get(1).previousAt()).isEqualTo(first);
    assertThat(runs.get(1).nextAt()).isEqualTo(first.plusSeconds(2));
    cancel(new JobKey(QUEUE, "report"));
    assertThat(waiting()).isZero();
  }

  @Test
  protected void a_schedule_ends_with_its_last_run() {
    schedule(JobRequest.on(QUEUE).jobId("twice").recurring("every:PT1S times=2").build());
    List<JobDelivery> deliveries = deliver(2);
    assertThat(deliveries).extracting(JobDelivery::fireId).doesNotHaveDuplicates();
    assertThat(deliveries.get(1).scheduledRun().nextAt()).isNull();
    assertThat(waiting()).isZero();
  }

  @Test
  protected void a_recurrence_that_cannot_be_read_is_refused() {
    schedule(JobRequest.on(QUEUE).recurring("cron:0 0 6 32 * ?").build());
    assertThat(refused()).containsExactly("SCHED-0132");
    assertThat(waiting()).isZero();
  }

  @Test
  protected void no_run_is_due_at_the_times_of_a_named_calendar() {
    calendar("odd-seconds", "cron:1/2 * * ? * *");
    schedule(
        JobRequest.on(QUEUE)
            .jobId("report")
            .recurring("every:PT1S")
            .calendar("odd-seconds")
            .build());
    List<ScheduledRun> runs = deliver(2).stream().map(JobDelivery::scheduledRun).toList();
    Instant first = runs.get(0).plannedAt();
    assertThat(first.getEpochSecond() % 2).isZero();
    assertThat(runs.get(1).plannedAt()).isEqualTo(first.plusSeconds(2));
    cancel(new JobKey(QUEUE, "report"));
    assertThat(waiting()).isZero();
  }

  @Test
  protected void a_calendar_that_is_not_there_is_refused() {
    schedule(JobRequest.on(QUEUE).recurring("every:PT1S").calendar("nobody-s").build());
    assertThat(refused()).containsExactly("SCHED-0144");
    assertThat(waiting()).isZero();
  }

  @Test
  protected void a_job_takes_from_its_definition_what_it_does_not_say() {
    definition(
        "reminder",
        """
        {"queue": "%s", "body": "of the definition", "contentType": "text/plain", "type": "reminder",
         "properties": {"x_shop": "Bonn", "x_count": 1}}
        """
            .formatted(QUEUE));
    schedule(soon("plain").definition("reminder").build());
    schedule(inAWhile("own").definition("reminder").text("own").property("x_count", 2).build());
    List<JobDelivery> deliveries = deliver(2);
    assertThat(deliveries)
        .extracting(JobDelivery::text)
        .containsExactly("of the definition", "own");
    assertThat(deliveries).extracting(JobDelivery::contentType).containsOnly("text/plain");
    assertThat(deliveries).extracting(JobDelivery::type).containsOnly("reminder");
    assertThat(deliveries)
        .extracting(JobDelivery::properties)
        .containsExactly(
            Map.of("x_shop", "Bonn", "x_count", 1L), Map.of("x_shop", "Bonn", "x_count", 2L));
  }

  @Test
  protected void a_definition_that_is_not_there_is_refused() {
    schedule(soon("job").definition("nobody-s").build());
    assertThat(refused()).containsExactly("SCHED-0147");
    assertThat(waiting()).isZero();
  }

  private List<JobDelivery> deliver(int count) {
    List<JobDelivery> deliveries = new ArrayList<>();
    work(count, deliveries::add);
    return deliveries;
  }

  private static JobRequestBuilder soon(String jobId) {
    return JobRequest.on(QUEUE).jobId(jobId).delay(SOON);
  }

  private static JobRequestBuilder inAWhile(String jobId) {
    return JobRequest.on(QUEUE).jobId(jobId).delay(IN_A_WHILE);
  }

  private static JobRequestBuilder later(String jobId) {
    return JobRequest.on(QUEUE).jobId(jobId).delay(MUCH_LATER);
  }
}
