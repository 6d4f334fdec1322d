package org.goodtiming.scheduler.testkit;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.Execution;
import org.goodtiming.scheduler.api.ExecutionResult;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobRequest.IfExists;
import org.goodtiming.scheduler.api.JobRequest.Misfire;
import org.goodtiming.scheduler.api.JobRequestBuilder;
import org.goodtiming.scheduler.api.LongRunContainer;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.goodtiming.scheduler.api.RunContext;
import org.goodtiming.scheduler.api.ScheduledRun;
import org.goodtiming.scheduler.api.ScheduledRun.Lateness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises to users of a scheduler, both of the real scheduler and of that in memory. */
public abstract class SchedulerContract {

  /** The one worker queue that the tests use. */
  protected static final String QUEUE = "test.registration";

  /** Number of deliveries after which a message is a dead letter. */
  protected static final int MAX_DELIVERIES = 10;

  private static final Duration SOON = Duration.ofSeconds(1);

  /** Long enough for two registrations on a slow machine. */
  private static final Duration IN_A_WHILE = Duration.ofSeconds(10);

  /** The limit of runs: longer than a slow worker takes from the dispatch to its report. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final Duration MUCH_LATER = Duration.ofDays(1);

  private static final JobKey REPORT = new JobKey(QUEUE, "report");

  /** Longer than a slow machine takes from a registration to the dispatch. */
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

  /** The time of the scheduler's clock. */
  protected abstract Instant now();

  /** Returns when the request has taken effect, or is refused. */
  protected abstract void schedule(JobRequest request);

  /** Returns when the cancel has taken effect, or is refused. */
  protected abstract void cancel(JobKey key);

  /** Resumes a paused schedule. */
  protected abstract void resume(JobKey key);

  /**
   * Lets waiting runs of schedules become due and stay so, as if nothing had been dispatched for
   * the last while.
   *
   * @param duration a multiple of the schedules' interval
   */
  protected abstract void outage(Duration duration);

  /** Lets a worker process a number of deliveries; a job at which it throws is delivered again. */
  protected abstract void work(int deliveries, Consumer<Message> worker);

  /** Connections of workers, for their reports. */
  protected abstract ConnectionFactory connectionFactory();

  /** The inbox of workers. */
  protected abstract DataSource inbox();

  /** The container of long runs. */
  protected abstract LongRunContainer longRunContainer();

  /** Returns when the reports that were sent have taken effect. */
  protected abstract void settle();

  /** Puts a calendar that jobs may name. */
  protected abstract void calendar(String name, String excludes);

  /** Puts a definition that jobs may name, a JSON object as by REST. */
  protected abstract void definition(String name, String json);

  /** Sets the JSON Schema of the worker queue; null removes it. */
  protected abstract void inputSchema(@Nullable String json);

  /** When the waiting job is due. */
  protected abstract Instant dueAt(JobKey key);

  /** The time from which the waiting job may be delivered. */
  protected abstract Instant eligibleAt(JobKey key);

  /** How many jobs wait for their due time. */
  protected abstract int waiting();

  /** The log lines of the job's latest run, once it has ended. */
  protected abstract List<String> log(JobKey key);

  /** The codes of the refusals. */
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
  protected void an_expectation_that_is_fulfilled_does_not_come() {
    expect(null, "job", MUCH_LATER);
    assertThat(waiting()).isEqualTo(1);
    cancel(new JobKey(QUEUE, "job"));
    assertThat(waiting()).isZero();
  }

  @Test
  protected void an_expectation_that_is_not_fulfilled_comes() {
    expect(null, "job", SOON);
    assertThat(deliver(1).get(0).key()).isEqualTo(new JobKey(QUEUE, "job"));
    cancel(new JobKey(QUEUE, "job"));
    assertThat(waiting()).isZero();
    assertThat(refused()).isEmpty();
  }

  @Test
  protected void an_expectation_that_is_already_fulfilled_is_not_registered() {
    cancel(new JobKey(QUEUE, "job"));
    expect(now().minus(FIVE_MINUTES), "job", MUCH_LATER);
    assertThat(waiting()).isZero();
    expect(now().minus(FIVE_MINUTES), "other", MUCH_LATER);
    assertThat(waiting()).isEqualTo(1);
    assertThat(refused()).isEmpty();
  }

  private void expect(@Nullable Instant since, String jobId, Duration within) {
    JobRequestBuilder job = JobRequest.on(QUEUE).jobId(jobId).delay(within);
    schedule((since == null ? job : job.since(since)).build());
  }

  @Test
  protected void a_payload_that_does_not_match_the_schema_of_its_queue_is_refused() {
    inputSchema("{\"type\": \"object\", \"properties\": {\"n\": {\"type\": \"integer\"}}}");
    try {
      schedule(later("text").text("{\"n\": \"abc\"}").build());
      schedule(later("bytes").bytes(new byte[] {'{', '}'}).build());
      schedule(later("number").text("{\"n\": 5}").build());
      schedule(later("empty").build());
      assertThat(refused()).containsExactly("SCHED-0058", "SCHED-0058");
      assertThat(waiting()).isEqualTo(2);
    } finally {
      inputSchema(null);
    }
    schedule(later("anything").text("abc").build());
    assertThat(waiting()).isEqualTo(3);
  }

  @Test
  protected void a_payload_that_does_not_match_the_schema_of_its_definition_is_refused() {
    definition(
        "numbers",
        "{\"queue\": \"%s\", \"inputSchema\": {\"type\": \"integer\"}}".formatted(QUEUE));
    schedule(later("text").definition("numbers").text("abc").build());
    schedule(later("empty").definition("numbers").build());
    schedule(later("number").definition("numbers").text("5").build());
    schedule(later("without").text("abc").build());
    assertThat(refused()).containsExactly("SCHED-0058", "SCHED-0058");
    assertThat(waiting()).isEqualTo(2);

    definition("numbers", "{\"queue\": \"%s\"}".formatted(QUEUE));
    schedule(later("again").definition("numbers").text("abc").build());
    assertThat(waiting()).isEqualTo(3);
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
        message -> {
          deliveries.add(JobDelivery.of(message));
          if (deliveries.size() < 3) {
            throw new IllegalStateException("fails on purpose");
          }
        });
    assertThat(deliveries).extracting(JobDelivery::deliveryCount).containsExactly(1, 2, 3);
    assertThat(deliveries).extracting(JobDelivery::fireId).containsOnly(deliveries.get(0).fireId());
  }

  @Test
  protected void a_job_that_has_failed_in_all_deliveries_is_tried_again_by_its_policy() {
    schedule(soon("job").retry(RetryPolicy.parse("PT1S")).build());
    List<JobDelivery> deliveries = new ArrayList<>();
    work(
        MAX_DELIVERIES + 1,
        message -> {
          deliveries.add(JobDelivery.of(message));
          if (deliveries.size() <= MAX_DELIVERIES) {
            throw new IllegalStateException("fails on purpose");
          }
        });
    assertThat(deliveries.subList(0, MAX_DELIVERIES))
        .extracting(JobDelivery::attempt)
        .containsOnly(1L);
    assertThat(deliveries.get(MAX_DELIVERIES).attempt()).isEqualTo(2);
    assertThat(deliveries).extracting(JobDelivery::fireId).containsOnly(deliveries.get(0).fireId());
    assertThat(waiting()).isZero();
  }

  @Daily
  @Test
  protected void a_worker_names_the_time_of_the_next_attempt() {
    schedule(soon("job").tracked(true).retry(RetryPolicy.parse("PT24H")).build());
    List<JobDelivery> deliveries = new ArrayList<>();
    work(
        2,
        message -> {
          deliveries.add(JobDelivery.of(message));
          if (deliveries.size() == 1) {
            execution(message).retryAt(now().plus(SOON), "closed");
          } else {
            execution(message).finished();
          }
        });
    assertThat(deliveries).extracting(JobDelivery::attempt).containsExactly(1L, 2L);
    assertThat(deliveries).extracting(JobDelivery::fireId).containsOnly(deliveries.get(0).fireId());
    assertThat(waiting()).isZero();
  }

  @Daily
  @Test
  protected void a_further_attempt_gets_what_the_last_one_has_saved() {
    schedule(soon("job").tracked(true).retry(RetryPolicy.parse("PT24H")).build());
    List<JobDelivery> deliveries = new ArrayList<>();
    work(
        2,
        message -> {
          JobDelivery delivery = JobDelivery.of(message);
          deliveries.add(delivery);
          Execution execution = execution(message);
          execution.log("attempt " + delivery.attempt());
          if (deliveries.size() == 1) {
            execution.checkpoint("{\"page\": 6}");
            execution.checkpoint("{\"page\": 7}");
            execution.retryAt(now().plus(SOON), "closed");
          } else {
            execution.finished();
          }
        });
    assertThat(deliveries)
        .extracting(JobDelivery::checkpoint)
        .containsExactly(null, "{\"page\":7}");
    assertThat(log(new JobKey(QUEUE, "job"))).containsExactly("attempt 1", "attempt 2");
  }

  @Test
  protected void a_worker_postpones_a_run_whose_policy_has_no_retry() {
    schedule(soon("job").tracked(true).build());
    work(2, message -> execution(message).retryAt(now().plus(SOON), "closed"));
    Message third = deliverOne();
    assertThat(JobDelivery.of(third).attempt()).isEqualTo(3);
    execution(third).failed("for good");
    assertThat(waiting()).isZero();
    assertThat(refused()).isEmpty();
  }

  @Test
  protected void a_run_that_fails_for_good_is_not_tried_again() {
    schedule(soon("job").tracked(true).retry(RetryPolicy.parse("PT1S")).build());
    work(1, message -> execution(message).failed("for good"));
    schedule(inAWhile("other").build());
    assertThat(deliver(1)).extracting(JobDelivery::jobId).containsExactly("other");
    assertThat(waiting()).isZero();
  }

  @Test
  protected void an_untracked_job_that_its_worker_has_consumed_is_not_tried_again() {
    schedule(soon("job").retry(RetryPolicy.parse("PT1S")).build());
    work(1, message -> execution(message).retryAt(now().plus(SOON), "closed"));
    schedule(inAWhile("other").build());
    assertThat(deliver(1)).extracting(JobDelivery::jobId).containsExactly("other");
    assertThat(waiting()).isZero();
  }

  @Test
  protected void a_run_that_does_not_end_within_its_limit_is_tried_again_by_its_policy() {
    schedule(
        soon("job").tracked(true).runTimeout(LIMIT).retry(RetryPolicy.parse("PT1S,PT24H")).build());
    Message first = deliverOne();
    Message second = deliverOne();
    assertThat(JobDelivery.of(second).attempt()).isEqualTo(2);
    assertThat(JobDelivery.of(second).fireId()).isEqualTo(JobDelivery.of(first).fireId());
    execution(first).finished();
    execution(second).retryAt(now().plus(SOON), "the report of the first attempt came too late");
    assertThat(JobDelivery.of(deliverOne()).attempt()).isEqualTo(3);
  }

  @Test
  protected void a_run_that_does_not_end_within_its_limit_has_failed() {
    schedule(
        report("every:PT1S")
            .withoutOverlap(MUCH_LATER)
            .runTimeout(LIMIT)
            .untilSuccesses(1)
            .build());
    Message first = deliverOne();
    Message second = deliverOne();
    assertThat(run(second).number()).isEqualTo(2);
    execution(first).finished();
    assertThat(run(deliverOne()).number()).isEqualTo(3);
  }

  @Test
  protected void a_run_that_has_ended_has_no_limit() {
    schedule(soon("job").tracked(true).runTimeout(LIMIT).retry(RetryPolicy.parse("PT1S")).build());
    work(1, message -> execution(message).finished());
    schedule(JobRequest.on(QUEUE).jobId("other").delay(LIMIT.multipliedBy(2)).build());
    assertThat(deliver(1)).extracting(JobDelivery::jobId).containsExactly("other");
    assertThat(waiting()).isZero();
  }

  @Daily
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
  protected void update_begins_a_schedule_anew_only_if_something_has_changed() {
    JobRequestBuilder report = report(everyTenMinutes(FIVE_MINUTES)).ifExists(IfExists.UPDATE);
    schedule(report.text("old").build());
    outage(Duration.ofMinutes(10));
    assertThat(deliver(1).get(0).scheduledRun().number()).isEqualTo(1);

    schedule(report.text("old").build());
    outage(Duration.ofMinutes(10));
    assertThat(deliver(1).get(0).scheduledRun().number()).isEqualTo(2);

    schedule(report.text("new").build());
    outage(Duration.ofMinutes(10));
    JobDelivery renewed = deliver(1).get(0);
    assertThat(renewed.scheduledRun().number()).isEqualTo(1);
    assertThat(renewed.text()).isEqualTo("new");
  }

  @Daily
  @Test
  protected void one_run_follows_at_once_for_all_missed_times() {
    schedule(report(everyTenMinutes(FIVE_MINUTES)).build());
    outage(Duration.ofMinutes(40));
    ScheduledRun run = deliver(1).get(0).scheduledRun();
    assertThat(run.number()).isEqualTo(1);
    assertThat(run.lateness()).isEqualTo(Lateness.MISFIRE);
    assertThat(run.plannedAt()).isBefore(now().minus(Duration.ofMinutes(30)));
    assertThat(run.nextAt()).isEqualTo(run.plannedAt().plus(Duration.ofMinutes(40)));
    assertThat(dueAt(REPORT)).isEqualTo(run.nextAt()).isAfter(now());
  }

  @Daily
  @Test
  protected void missed_runs_that_are_skipped_do_not_come() {
    schedule(report(everyTenMinutes(FIVE_MINUTES)).misfire(Misfire.SKIP).build());
    outage(Duration.ofMinutes(40));
    schedule(soon("other").build());
    assertThat(deliver(1)).extracting(JobDelivery::jobId).containsExactly("other");
    assertThat(dueAt(REPORT)).isAfter(now());
    assertThat(waiting()).isEqualTo(1);
  }

  @Test
  protected void a_run_that_is_late_by_less_than_the_threshold_is_not_missed() {
    schedule(
        report(everyTenMinutes(Duration.ofMinutes(10).minusSeconds(10)))
            .misfire(Misfire.SKIP)
            .build());
    outage(Duration.ofMinutes(10));
    ScheduledRun run = deliver(1).get(0).scheduledRun();
    assertThat(run.plannedAt()).isBefore(now());
    assertThat(run.lateness()).isNull();
    assertThat(run.nextAt()).isEqualTo(run.plannedAt().plus(Duration.ofMinutes(10)));
  }

  @Daily
  @Test
  protected void each_missed_time_gets_a_run() {
    schedule(report(everyTenMinutes(FIVE_MINUTES)).misfire(Misfire.FIRE_ALL).build());
    outage(Duration.ofMinutes(40));
    List<ScheduledRun> runs = deliver(4).stream().map(JobDelivery::scheduledRun).toList();
    assertThat(runs).extracting(ScheduledRun::number).containsExactly(1L, 2L, 3L, 4L);
    assertThat(runs).extracting(ScheduledRun::lateness).containsOnly(Lateness.CATCH_UP);
    assertThat(minutesAfterTheFirst(runs)).containsExactly(0L, 10L, 20L, 30L);
    assertThat(dueAt(REPORT)).isEqualTo(runs.get(3).nextAt()).isAfter(now());
  }

  @Test
  protected void each_missed_time_gets_a_run_unless_it_is_too_old() {
    schedule(report(everyTenMinutes(FIVE_MINUTES)).fireAll(Duration.ofMinutes(20)).build());
    outage(Duration.ofMinutes(40));
    List<ScheduledRun> runs = deliver(3).stream().map(JobDelivery::scheduledRun).toList();
    assertThat(runs).extracting(ScheduledRun::number).containsExactly(1L, 2L, 3L);
    assertThat(minutesAfterTheFirst(runs)).containsExactly(0L, 20L, 30L);
    assertThat(dueAt(REPORT)).isAfter(now());
  }

  @Daily
  @Test
  protected void missed_times_use_up_the_runs_of_a_schedule_that_counts_them() {
    schedule(threeTimes("once").misfire(Misfire.FIRE_ONCE_COUNTED).build());
    schedule(threeTimes("never").misfire(Misfire.SKIP_COUNTED).build());
    outage(Duration.ofMinutes(40));
    schedule(soon("other").build());
    List<JobDelivery> deliveries = deliver(2);
    assertThat(deliveries).extracting(JobDelivery::jobId).containsExactly("once", "other");
    assertThat(deliveries.get(0).scheduledRun().nextAt()).isNull();
    assertThat(waiting()).isZero();
  }

  @Daily
  @Test
  protected void jitter_delays_a_run_within_its_bound_and_always_alike() {
    Duration bound = Duration.ofHours(1);
    List<Duration> delays = new ArrayList<>();
    for (String jobId : List.of("a", "b", "a")) {
      schedule(recurring(jobId, "cron:0 0 0 1 1 ?").jitter(bound).build());
      JobKey key = new JobKey(QUEUE, jobId);
      delays.add(Duration.between(dueAt(key), eligibleAt(key)));
    }
    assertThat(delays).allMatch(delay -> !delay.isNegative() && delay.compareTo(bound) < 0);
    assertThat(delays.get(2)).isEqualTo(delays.get(0)).isNotEqualTo(delays.get(1));
  }

  @Daily
  @Test
  protected void only_runs_that_have_finished_use_up_a_count_of_successes() {
    schedule(report("every:PT1S").untilSuccesses(2).build());
    List<Long> numbers = new ArrayList<>();
    work(
        3,
        message -> {
          numbers.add(run(message).number());
          if (numbers.size() == 1) {
            execution(message).failed("on purpose");
          } else {
            execution(message).finished();
          }
        });
    settle();
    assertThat(numbers).containsExactly(1L, 2L, 3L);
    assertThat(waiting()).isZero();
  }

  @Test
  protected void a_run_waits_for_the_end_of_the_last_one() {
    schedule(report("every:PT1S").withoutOverlap(MUCH_LATER).build());
    Message first = deliverOne();
    schedule(inAWhile("other").build());
    assertThat(JobDelivery.of(deliverOne()).jobId()).isEqualTo("other");
    execution(first).finished();
    assertThat(run(deliverOne()).number()).isEqualTo(2);
  }

  @Test
  protected void a_schedule_is_paused_after_failed_runs_in_a_row_until_it_is_resumed() {
    schedule(report("every:PT1S").pauseAfterFailures(2).build());
    execution(deliverOne()).failed("on purpose");
    execution(deliverOne()).finished();
    execution(deliverOne()).failed("on purpose");
    execution(deliverOne()).failed("on purpose");
    schedule(inAWhile("other").build());
    assertThat(JobDelivery.of(deliverOne()).jobId()).isEqualTo("other");
    resume(new JobKey(QUEUE, "report"));
    execution(deliverOne()).failed("on purpose");
    assertThat(run(deliverOne()).number()).as("the count begins anew").isEqualTo(6);
  }

  @Test
  protected void a_run_is_skipped_while_the_last_one_has_not_ended() {
    schedule(report("every:PT1S").overlap(JobRequest.Overlap.SKIP).build());
    Message first = deliverOne();
    schedule(inAWhile("other").build());
    assertThat(JobDelivery.of(deliverOne()).jobId()).isEqualTo("other");
    execution(first).finished();
    ScheduledRun second = run(deliverOne());
    assertThat(second.number()).isEqualTo(2);
    assertThat(second.plannedAt()).isAfter(run(first).plannedAt().plusSeconds(1));
  }

  @Test
  protected void a_run_cancels_the_last_one_that_has_not_ended() {
    schedule(report("every:PT3S").overlap(JobRequest.Overlap.CANCEL).build());
    Message first = deliverOne();
    assertThat(run(deliverOne()).number()).isEqualTo(2);
    execution(first).retryAt(now().plusSeconds(2), "closed");
    assertThat(run(deliverOne()).number()).as("the first run is not tried again").isEqualTo(3);
  }

  @Test
  protected void a_run_waits_only_for_those_of_a_schedule_without_overlap() {
    schedule(soon("report").tracked(true).build());
    assertThat(JobDelivery.of(deliverOne()).scheduledRun()).isNull();
    schedule(report("every:PT1S").withoutOverlap(MUCH_LATER).build());
    assertThat(run(deliverOne()).number()).isEqualTo(1);
  }

  @Test
  protected void the_result_of_a_run_is_the_payload_of_the_next_one() {
    schedule(report("every:PT1S").stateful().text("page 1").build());
    List<String> texts = new ArrayList<>();
    work(
        3,
        message -> {
          texts.add(JobDelivery.of(message).text());
          if (texts.size() == 1) {
            execution(message).finished(ExecutionResult.text("page 2"));
          } else {
            execution(message).failed("on purpose");
          }
        });
    assertThat(texts).containsExactly("page 1", "page 2", "page 2");
  }

  @Test
  protected void a_handler_is_called_by_its_generated_bean_and_its_return_value_is_the_result() {
    schedule(report("every:PT1S").stateful().text("1").build());
    Pages pages = new Pages();
    work(4, workerOf(pages));
    assertThat(pages.read()).containsExactly("report 1", "report 2", "report 2", "report 3");
  }

  /** The listener of its only handler, whatever its queue is. */
  private Consumer<Message> workerOf(Object bean) {
    HandlerListeners listeners =
        new HandlerListeners(connectionFactory(), inbox(), longRunContainer());
    return listeners.of(bean).values().iterator().next()::onMessage;
  }

  @Test
  protected void a_handler_of_long_runs_goes_on_at_its_checkpoint_after_a_failure() {
    schedule(soon("book").tracked(true).retry(RetryPolicy.parse("PT1S")).build());
    Books books = new Books();
    work(2, workerOf(books));
    assertThat(books.read()).containsExactly("1", "2");
    assertThat(log(new JobKey(QUEUE, "book"))).containsExactly("page 1", "page 2");
    assertThat(waiting()).isZero();
    assertThat(refused()).isEmpty();
  }

  @Test
  protected void a_long_run_that_is_cancelled_is_asked_to_stop_and_is_not_tried_again() {
    JobKey key = new JobKey(QUEUE, "book");
    schedule(soon("book").tracked(true).retry(RetryPolicy.parse("PT1S")).build());
    Books books =
        new Books(
            run -> {
              cancel(key);
              awaitCancel(run);
            });
    work(1, workerOf(books));
    assertThat(books.read()).containsExactly("1");
    assertThat(log(key)).containsExactly("page 1");
    assertThat(waiting()).isZero();
  }

  @Test
  protected void a_cancelled_run_whose_worker_names_a_time_is_not_tried_again() {
    schedule(soon("job").tracked(true).retry(RetryPolicy.parse("PT1S")).build());
    Message delivery = deliverOne();
    cancel(new JobKey(QUEUE, "job"));
    execution(delivery).retryAt(now().plus(SOON), "closed");
    schedule(inAWhile("other").build());
    assertThat(JobDelivery.of(deliverOne()).jobId()).isEqualTo("other");
    assertThat(waiting()).isZero();
  }

  /** Returns when the run is asked to stop; fails if that takes too long. */
  protected abstract void awaitCancel(RunContext run);

  @Test
  protected void a_handler_with_once_is_called_until_a_delivery_has_succeeded() {
    schedule(soon("receipt").text("4711").build());
    Receipts receipts = new Receipts();
    Consumer<Message> worker = workerOf(receipts);
    List<Message> deliveries = new ArrayList<>();
    work(
        2,
        message -> {
          deliveries.add(message);
          worker.accept(message);
        });
    assertThat(receipts.calls()).containsExactly("4711", "4711");

    schedule(soon("other").build());
    work(1, message -> worker.accept(deliveries.get(1)));
    assertThat(receipts.calls()).hasSize(2);
  }

  @Daily
  @Test
  protected void a_delay_counts_from_the_end_that_is_reported() {
    schedule(report("delay:PT10M/end").build());
    outage(Duration.ofMinutes(10));
    Message first = deliverOne();
    Instant assumed = dueAt(REPORT);
    schedule(soon("other").build());
    assertThat(JobDelivery.of(deliverOne()).jobId()).isEqualTo("other");
    execution(first).finished();
    settle();
    assertThat(dueAt(REPORT)).isAfter(assumed);
    assertThat(eligibleAt(REPORT)).isEqualTo(dueAt(REPORT));
  }

  @Test
  protected void a_schedule_that_replaces_another_waits_for_its_last_run_and_begins_anew() {
    schedule(report("delay:PT1S/end").untilSuccesses(1).build());
    Message old = deliverOne();
    schedule(report("delay:PT1S/end").untilSuccesses(1).build());
    assertThat(eligibleAt(REPORT)).isAfter(now().plus(IN_A_WHILE));
    execution(old).finished();
    assertThat(run(deliverOne()).number()).isEqualTo(1);
  }

  @Test
  protected void a_recurrence_that_cannot_be_read_is_refused() {
    schedule(JobRequest.on(QUEUE).recurring("cron:0 0 6 32 * ?").build());
    assertThat(refused()).containsExactly("SCHED-0132");
    assertThat(waiting()).isZero();
  }

  @Daily
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

  @Daily
  @Test
  protected void a_delay_in_working_time_is_longer_by_what_its_calendar_excludes() {
    calendar("odd-seconds", "cron:1/2 * * ? * *");
    schedule(JobRequest.on(QUEUE).jobId("1").workingDays(0, "odd-seconds", UTC).build());
    assertThat(deliver(1).get(0).dueAt().getEpochSecond() % 2).isZero();
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
    work(count, message -> deliveries.add(JobDelivery.of(message)));
    return deliveries;
  }

  private Message deliverOne() {
    List<Message> messages = new ArrayList<>();
    work(1, messages::add);
    return messages.get(0);
  }

  private Execution execution(Message message) {
    return Execution.of(message, connectionFactory());
  }

  private static ScheduledRun run(Message message) {
    return JobDelivery.of(message).scheduledRun();
  }

  /** A recurrence with an early start, so that the times during an outage are planned times. */
  private String everyTenMinutes(Duration untilFirst) {
    Instant start = now().plus(untilFirst).minus(Duration.ofHours(1));
    return "every:PT10M start=" + start.truncatedTo(ChronoUnit.SECONDS);
  }

  private static JobRequestBuilder report(String recurrence) {
    return recurring("report", recurrence);
  }

  private JobRequestBuilder threeTimes(String jobId) {
    return recurring(jobId, everyTenMinutes(FIVE_MINUTES) + " times=3");
  }

  private static JobRequestBuilder recurring(String jobId, String recurrence) {
    return JobRequest.on(QUEUE).jobId(jobId).recurring(recurrence);
  }

  private static List<Long> minutesAfterTheFirst(List<ScheduledRun> runs) {
    Instant first = runs.get(0).plannedAt();
    return runs.stream().map(run -> Duration.between(first, run.plannedAt()).toMinutes()).toList();
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
