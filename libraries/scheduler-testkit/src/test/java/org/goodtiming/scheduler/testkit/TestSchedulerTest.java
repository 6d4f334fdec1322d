package org.goodtiming.scheduler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.Execution;
import org.goodtiming.scheduler.api.Expectation;
import org.goodtiming.scheduler.api.JobBatch;
import org.goodtiming.scheduler.api.JobBatchEnd;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobReceipt;
import org.goodtiming.scheduler.api.JobReceipt.Status;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobRequest.Misfire;
import org.goodtiming.scheduler.api.JobRequestBuilder;
import org.goodtiming.scheduler.api.LongRunContainer;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.goodtiming.scheduler.api.RunContext;
import org.goodtiming.scheduler.api.ScheduledRun;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TestSchedulerTest extends SchedulerContract {

  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  private static final Duration PATIENCE = Duration.ofDays(2);

  private static final JobKey KEY = new JobKey(QUEUE, "a");

  private final TestScheduler scheduler = TestScheduler.at(NOON, QUEUE).keepRefusals();

  @Override
  protected Instant now() {
    return scheduler.now();
  }

  @Override
  protected void schedule(JobRequest request) {
    scheduler.schedule(request);
  }

  @Override
  protected void cancel(JobKey key) {
    scheduler.cancel(key);
  }

  @Override
  protected void resume(JobKey key) {
    assertThat(scheduler.isPaused(key)).isTrue();
    scheduler.resume(key);
  }

  @Override
  protected void work(int deliveries, Consumer<Message> worker) {
    AtomicInteger done = new AtomicInteger();
    scheduler.worker(
        QUEUE,
        message -> {
          done.incrementAndGet();
          worker.accept(message);
        });
    Instant end = now().plus(PATIENCE);
    while (done.get() < deliveries) {
      assertThat(now()).as("deliveries: " + done).isBefore(end);
      scheduler.advanceTo(nextDelivery());
    }
    assertThat(done).hasValue(deliveries);
  }

  /** At most a second later, since runs that end may release others. */
  private Instant nextDelivery() {
    return scheduler.waiting().keySet().stream()
        .map(scheduler::eligibleAt)
        .map(next -> next.isAfter(now()) ? next : now())
        .filter(next -> next.isBefore(now().plusSeconds(1)))
        .findFirst()
        .orElse(now().plusSeconds(1));
  }

  @Override
  protected ConnectionFactory connectionFactory() {
    return scheduler.connectionFactory();
  }

  @Override
  protected DataSource inbox() {
    return scheduler.inbox();
  }

  @Override
  protected LongRunContainer longRunContainer() {
    return scheduler.longRunContainer();
  }

  @Override
  protected void awaitCancel(RunContext run) {
    assertThat(run.cancelled()).isTrue();
  }

  @Override
  protected void settle() {
    // Reports take effect at once
  }

  @Override
  protected void outage(Duration duration) {
    scheduler.outage(duration);
  }

  @Override
  protected Instant dueAt(JobKey key) {
    return scheduler.waiting().get(key);
  }

  @Override
  protected Instant eligibleAt(JobKey key) {
    return scheduler.eligibleAt(key);
  }

  @Override
  protected void calendar(String name, String excludes) {
    scheduler.calendar(name, excludes);
  }

  @Override
  protected void definition(String name, String json) {
    scheduler.definition(name, json);
  }

  @Override
  protected void inputSchema(@Nullable String json) {
    scheduler.inputSchema(QUEUE, json);
  }

  @Override
  protected int waiting() {
    return scheduler.waiting().size();
  }

  @Override
  protected List<String> log(JobKey key) {
    return scheduler.log(key);
  }

  @Override
  protected List<String> refused() {
    return scheduler.refused().stream().map(TestScheduler.RefusedRequest::code).toList();
  }

  @Test
  void a_job_after_others_is_delivered_when_they_have_finished() {
    TestScheduler scheduler = TestScheduler.at(NOON, "a", "b");
    scheduler.schedule(
        JobRequest.on("b")
            .jobId("child")
            .after(new JobKey("a", "1"), new JobKey("a", "2"))
            .build());
    scheduler.advance(Duration.ofHours(1));
    List.of("1", "2")
        .forEach(
            id ->
                scheduler.schedule(
                    JobRequest.on("a").jobId(id).tracked(true).delay(Duration.ofHours(1)).build()));
    scheduler.worker(
        "a",
        message -> {
          Execution run = Execution.of(message, scheduler.connectionFactory());
          run.finished();
        });
    scheduler.advance(Duration.ofMinutes(59));
    assertThat(scheduler.delivered("b")).isEmpty();
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(scheduler.delivered("b")).hasSize(1);
    assertThat(scheduler.delivered("b").get(0).parents())
        .extracting(parent -> parent.key() + " " + parent.state())
        .containsExactly("a/1 FINISHED", "a/2 FINISHED");
  }

  @Test
  void a_job_after_a_batch_is_delivered_when_all_members_have_ended() {
    TestScheduler scheduler = TestScheduler.at(NOON, "a", "b").keepRefusals();
    JobBatch batch = scheduler.batch("import");
    batch.add(JobRequest.on("a").jobId("1").tracked(true));
    batch.add(JobRequest.on("a").jobId("2").tracked(true).delay(Duration.ofHours(1)));
    batch.then(JobRequest.on("b").jobId("then").ifParentFails(JobRequest.IfParentFails.RUN));
    batch.onFailure(JobRequest.on("b").jobId("alarm")).close();
    scheduler.worker(
        "a",
        message -> {
          Execution run = Execution.of(message, scheduler.connectionFactory());
          if (JobDelivery.of(message).jobId().equals("1")) {
            run.failed("for a test");
          } else {
            run.finished();
          }
        });
    scheduler.advance(Duration.ofMinutes(59));
    assertThat(scheduler.delivered("b")).extracting(JobDelivery::jobId).containsExactly("alarm");
    scheduler.advance(Duration.ofMinutes(2));
    assertThat(scheduler.delivered("b"))
        .extracting(JobDelivery::jobId)
        .containsExactly("alarm", "then");
    assertThat(scheduler.delivered("b").get(1).batchEnd())
        .isEqualTo(new JobBatchEnd("import", "FAILED", 2, 1, 1, 0, 0, null));

    scheduler.schedule(
        JobRequest.on("a").batch("import").tracked(true).delay(Duration.ZERO).build());
    scheduler.closeBatch("import", 3);
    assertThat(scheduler.refused())
        .extracting(TestScheduler.RefusedRequest::code)
        .containsExactly("SCHED-0853", "SCHED-0855");
  }

  /** Each step must cost the same: 1,500 members took 38 s while each looked at all others. */
  @Test
  void five_thousand_members_run_at_once_and_end_later() throws JMSException {
    int size = 5_000;
    TestScheduler scheduler = TestScheduler.at(NOON, "a", "b");
    List<Message> runs = new ArrayList<>();
    scheduler.worker("a", runs::add);
    JobBatch batch = scheduler.batch("import");
    for (int id = 0; id < size; id++) {
      batch.add(JobRequest.on("a").jobId(Integer.toString(id)).tracked(true));
    }
    batch.then(JobRequest.on("b").jobId("then")).close();
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(runs).hasSize(size);
    assertThat(scheduler.delivered("b")).isEmpty();
    for (Message run : runs) {
      Execution.of(run, scheduler.connectionFactory()).finished();
      scheduler.advance(Duration.ofMillis(1));
    }
    assertThat(scheduler.delivered("b").get(0).batchEnd().finished()).isEqualTo(size);
  }

  @Test
  void of_a_member_that_is_registered_again_only_the_later_run_counts() {
    TestScheduler scheduler = TestScheduler.at(NOON, "a", "b");
    JobBatch batch = scheduler.batch("import");
    batch.add(JobRequest.on("a").jobId("1").tracked(true).delay(Duration.ofHours(1)));
    batch.then(JobRequest.on("b").jobId("then")).close();
    scheduler.worker(
        "a", message -> Execution.of(message, scheduler.connectionFactory()).finished());
    scheduler.schedule(
        JobRequest.on("a").jobId("1").batch("import").tracked(true).delay(Duration.ZERO).build());
    scheduler.advance(Duration.ZERO);
    assertThat(scheduler.delivered("b").get(0).batchEnd())
        .isEqualTo(new JobBatchEnd("import", "FINISHED", 1, 1, 0, 0, 0, null));
  }

  @Test
  void a_member_that_is_cancelled_before_its_next_attempt_has_ended() {
    TestScheduler scheduler = TestScheduler.at(NOON, "a", "b");
    scheduler.retry("a", RetryPolicy.parse("PT1H"));
    JobBatch batch = scheduler.batch("import");
    batch.add(JobRequest.on("a").jobId("1").tracked(true));
    batch.then(JobRequest.on("b").jobId("then").ifParentFails(JobRequest.IfParentFails.RUN));
    batch.close();
    scheduler.worker(
        "a",
        message -> {
          throw new IllegalStateException("for a test");
        });
    scheduler.advance(Duration.ofMinutes(1));
    scheduler.cancel(new JobKey("a", "1"));
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(scheduler.delivered("b").get(0).batchEnd())
        .isEqualTo(new JobBatchEnd("import", "CANCELLED", 1, 0, 0, 1, 0, null));
  }

  @Test
  void a_job_that_a_failed_parent_holds_runs_when_it_is_registered_again() {
    TestScheduler scheduler = TestScheduler.at(NOON, "a", "b");
    scheduler.schedule(JobRequest.on("b").jobId("1").after(new JobKey("a", "never")).build());
    scheduler.advance(Duration.ofDays(30));
    assertThat(scheduler.delivered("b")).isEmpty();
    scheduler.schedule(JobRequest.on("b").jobId("1").delay(Duration.ZERO).build());
    scheduler.advance(Duration.ZERO);
    assertThat(scheduler.delivered("b")).hasSize(1);
  }

  @Test
  void a_batch_ends_without_members_that_do_not_come() {
    TestScheduler scheduler = TestScheduler.at(NOON, "a", "b");
    scheduler.schedule(JobRequest.on("b").jobId("then").afterBatch("import").build());
    scheduler.schedule(JobRequest.on("b").jobId("alarm").onBatchFailure("import").build());
    scheduler.closeBatch("import", 2);
    scheduler.advance(Duration.ofDays(2));
    assertThat(scheduler.delivered("b")).extracting(JobDelivery::jobId).containsExactly("alarm");
    assertThat(scheduler.delivered("b").get(0).batchEnd().missing()).isEqualTo(2);
  }

  @Test
  void a_batch_may_wait_for_its_members_longer_than_a_day() {
    TestScheduler scheduler = TestScheduler.at(NOON, "a", "b");
    scheduler.schedule(JobRequest.on("b").jobId("alarm").onBatchFailure("import").build());
    scheduler.batch("import").timeout(Duration.ofDays(2)).close();
    scheduler.schedule(JobRequest.on("b").jobId("late").onBatchFailure("late").build());
    scheduler.closeBatch("late", 1, Duration.ofDays(2));
    scheduler.advance(Duration.ofDays(2).minusSeconds(1));
    assertThat(scheduler.delivered("b")).isEmpty();
    scheduler.advance(Duration.ofSeconds(1));
    assertThat(scheduler.delivered("b")).extracting(JobDelivery::jobId).containsExactly("late");
  }

  @Test
  void a_parent_that_fails_or_never_comes_cancels_holds_or_releases_its_child() {
    TestScheduler scheduler = TestScheduler.at(NOON, "a", "b");
    for (JobRequest.IfParentFails policy : JobRequest.IfParentFails.values()) {
      scheduler.schedule(
          JobRequest.on("b")
              .jobId(policy.name())
              .after(new JobKey("a", "never"))
              .ifParentFails(policy)
              .parentTimeout(Duration.ofHours(2))
              .build());
    }
    scheduler.advance(Duration.ofMinutes(119));
    assertThat(scheduler.delivered("b")).isEmpty();
    assertThat(scheduler.waiting()).hasSize(3);
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(scheduler.delivered("b")).extracting(JobDelivery::jobId).containsExactly("RUN");
    assertThat(scheduler.waiting().keySet()).containsExactly(new JobKey("b", "HOLD"));
  }

  @Test
  void a_circle_and_a_parent_that_is_not_tracked_are_refused() {
    TestScheduler scheduler = TestScheduler.at(NOON, "a").keepRefusals();
    scheduler.schedule(JobRequest.on("a").jobId("1").delay(Duration.ofDays(1)).build());
    scheduler.schedule(JobRequest.on("a").jobId("2").after(new JobKey("a", "1")).build());
    scheduler.schedule(
        JobRequest.on("a").jobId("3").tracked(true).after(new JobKey("a", "4")).build());
    scheduler.schedule(JobRequest.on("a").jobId("4").after(new JobKey("a", "3")).build());
    assertThat(scheduler.refused())
        .extracting(TestScheduler.RefusedRequest::code)
        .containsExactly("SCHED-0844", "SCHED-0843");
  }

  @Test
  void time_passes_only_when_the_test_says_so() {
    scheduler.schedule(in("job", Duration.ofMinutes(30)));
    scheduler.advance(Duration.ofMinutes(30).minusNanos(1));
    assertThat(scheduler.delivered(QUEUE)).isEmpty();
    scheduler.advance(Duration.ofNanos(1));
    assertThat(scheduler.delivered(QUEUE)).extracting(JobDelivery::jobId).containsExactly("job");
    assertThat(scheduler.delivered(QUEUE).get(0).dueAt()).isEqualTo(NOON.plusSeconds(1800));
  }

  @Test
  void an_expectation_is_fulfilled_or_its_job_comes() {
    JobKey paid = scheduler.expect("paid").within(Duration.ofMinutes(30)).otherwise(QUEUE);
    JobKey missing =
        scheduler
            .expect("missing")
            .within(Duration.ofMinutes(30))
            .otherwise(QUEUE, job -> job.text("remind").jobId("another"));
    scheduler.advance(Duration.ofMinutes(29));
    scheduler.fulfil(paid);
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(scheduler.delivered(QUEUE)).extracting(JobDelivery::key).containsExactly(missing);
    assertThat(scheduler.delivered(QUEUE)).extracting(JobDelivery::text).containsExactly("remind");
    assertThat(missing).isEqualTo(new JobKey(QUEUE, "missing"));
  }

  @Test
  void the_answer_to_a_cancel_shows_whether_the_job_will_come() {
    JobKey key = scheduler.expect("a").within(Duration.ofMinutes(30)).otherwise(QUEUE);
    assertThat(scheduler.cancelAndWait(key, Duration.ofSeconds(1)).status())
        .isEqualTo(Status.CANCELLED);
    assertThat(scheduler.cancelAndWait(key, Duration.ofSeconds(1)).status())
        .isEqualTo(Status.CANCEL_NOTED);
    JobRequest again = JobRequest.on(QUEUE).jobId("a").delay(Duration.ZERO).since(NOON).build();
    scheduler.advance(Duration.ofMinutes(1));
    scheduler.cancel(key);
    assertThat(scheduler.scheduleAndWait(again, Duration.ofSeconds(1)).status())
        .isEqualTo(Status.OVERTAKEN);
    JobReceipt refusal =
        scheduler.cancelAndWait(new JobKey("no-such-queue", "a"), Duration.ofSeconds(1));
    assertThat(refusal.code()).isEqualTo("SCHED-0102");
  }

  @Test
  void an_expectation_needs_a_time_that_is_not_negative() {
    Expectation expectation = scheduler.expect("a");
    assertThatThrownBy(() -> expectation.otherwise(QUEUE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("an expectation needs a time: call within(...)");
    assertThatThrownBy(() -> expectation.within(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("within is PT-1S but must not be negative");
    assertThat(scheduler.waiting()).isEmpty();
  }

  @Test
  void a_worker_that_schedules_does_so_at_the_due_time_of_its_job() {
    scheduler.worker(
        QUEUE,
        message -> {
          if (JobDelivery.of(message).jobId().equals("first")) {
            scheduler.schedule(in("second", Duration.ofMinutes(10)));
          }
        });
    scheduler.schedule(in("first", Duration.ofMinutes(30)));
    scheduler.advance(Duration.ofHours(1));
    assertThat(scheduler.delivered(QUEUE))
        .extracting(JobDelivery::dueAt)
        .containsExactly(NOON.plusSeconds(1800), NOON.plusSeconds(2400));
    assertThat(scheduler.now()).isEqualTo(NOON.plusSeconds(3600));
  }

  @Test
  void a_job_at_which_the_worker_always_fails_is_a_dead_letter() {
    AtomicInteger deliveries = new AtomicInteger();
    scheduler.worker(
        QUEUE,
        message -> {
          deliveries.incrementAndGet();
          throw new IllegalStateException("fails on purpose");
        });
    scheduler.scheduleAll(List.of(in("job", Duration.ZERO)));
    scheduler.advance(Duration.ZERO);
    assertThat(deliveries).hasValue(10);
    assertThat(scheduler.deadLetters()).extracting(JobDelivery::deliveryCount).containsExactly(10);
  }

  @Test
  void a_failed_job_is_tried_again_by_its_policy_and_is_a_dead_letter_after_the_last_attempt() {
    List<String> attempts = new ArrayList<>();
    scheduler.worker(
        QUEUE,
        message -> {
          JobDelivery job = JobDelivery.of(message);
          if (job.deliveryCount() == 1) {
            attempts.add(
                job.attempt() + " after " + Duration.between(NOON, scheduler.now()).toMinutes());
          }
          throw new IllegalStateException("fails on purpose");
        });
    scheduler.retry(QUEUE, RetryPolicy.parse("PT1M,PT1H"));
    scheduler.schedule(in("job", Duration.ZERO));
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(scheduler.deadLetters()).isEmpty();
    assertThat(scheduler.eligibleAt(new JobKey(QUEUE, "job"))).isEqualTo(NOON.plusSeconds(3660));
    scheduler.advance(Duration.ofHours(2));
    assertThat(attempts).containsExactly("1 after 0", "2 after 1", "3 after 61");
    assertThat(scheduler.delivered(QUEUE)).extracting(JobDelivery::fireId).hasSize(3);
    assertThat(scheduler.delivered(QUEUE).stream().map(JobDelivery::fireId).distinct()).hasSize(1);
    assertThat(scheduler.deadLetters()).extracting(JobDelivery::attempt).containsExactly(3L);
    assertThat(scheduler.waiting()).isEmpty();
  }

  @Test
  void a_job_with_its_own_policy_succeeds_at_a_further_attempt() {
    scheduler.worker(
        QUEUE,
        message -> {
          if (JobDelivery.of(message).attempt() == 1) {
            throw new IllegalStateException("fails on purpose");
          }
        });
    scheduler.schedule(
        JobRequest.on(QUEUE)
            .jobId("report")
            .recurring("every:PT1H start=2026-11-20T12:30:00Z")
            .retry(RetryPolicy.parse("PT1M"))
            .build());
    scheduler.advance(Duration.ofMinutes(92));
    assertThat(scheduler.deadLetters()).isEmpty();
    assertThat(scheduler.delivered(QUEUE))
        .extracting(job -> job.jobId() + " " + job.attempt() + " " + job.scheduledRun().number())
        .containsExactly("report 1 1", "report 2 1", "report 1 2", "report 2 2");
  }

  @Test
  void a_range_of_planned_times_is_backfilled_beside_the_planned_runs() {
    JobKey key = new JobKey(QUEUE, "daily");
    scheduler.schedule(
        JobRequest.on(QUEUE)
            .jobId("daily")
            .recurring("cron:0 0 6 ? * *")
            .withoutOverlap(Duration.ofHours(1))
            .pauseAfterFailures(1)
            .build());
    scheduler.worker(QUEUE, message -> Execution.of(message, connectionFactory()).failed("closed"));
    Instant from = Instant.parse("2026-11-01T00:00:00Z");
    assertThat(scheduler.backfill(key, from, from.plus(Duration.ofDays(3)))).isEqualTo(3);
    scheduler.advance(Duration.ZERO);

    assertThat(scheduler.delivered(QUEUE))
        .extracting(job -> job.jobId() + " " + job.scheduledRun().plannedAt())
        .containsExactly(
            "daily 2026-11-01T06:00:00Z",
            "daily 2026-11-02T06:00:00Z",
            "daily 2026-11-03T06:00:00Z");
    assertThat(scheduler.delivered(QUEUE))
        .extracting(job -> job.scheduledRun().lateness())
        .containsOnly(ScheduledRun.Lateness.BACKFILL);
    assertThat(scheduler.isPaused(key)).as("they do not count").isFalse();
    assertThat(scheduler.waiting())
        .containsExactly(entry(key, Instant.parse("2026-11-21T06:00:00Z")));
    assertThatThrownBy(() -> scheduler.backfill(key, from, scheduler.now().plusSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("test.registration/daily cannot be backfilled: NOT_PAST");
    scheduler.backfill(key, from, from.plus(Duration.ofDays(3)));
    scheduler.cancel(key);
    assertThat(scheduler.waiting()).isEmpty();
  }

  @Test
  void a_job_that_waits_for_its_next_attempt_can_be_cancelled() {
    scheduler.worker(
        QUEUE,
        message -> {
          throw new IllegalStateException("fails on purpose");
        });
    scheduler.retry(QUEUE, RetryPolicy.parse("PT1M"));
    scheduler.schedule(in("job", Duration.ZERO));
    scheduler.advance(Duration.ZERO);
    scheduler.cancel(new JobKey(QUEUE, "job"));
    scheduler.advance(Duration.ofHours(1));
    assertThat(scheduler.delivered(QUEUE)).hasSize(1);
    assertThat(scheduler.deadLetters()).isEmpty();
  }

  @Test
  void a_refusal_fails_the_test_unless_it_keeps_refusals() {
    TestScheduler strict = TestScheduler.at(NOON, QUEUE);
    JobRequest request = JobRequest.on("other").delay(Duration.ZERO).build();
    assertThatThrownBy(() -> strict.schedule(request))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "SCHED-0102 scheduler_queue is 'other', which is not on the allow-list: correct the"
                + " name, or add it to scheduler.worker_queue. The scheduler refuses this after the"
                + " call has returned; if the test expects it, call keepRefusals() first");
    try (JMSContext context = strict.connectionFactory().createContext()) {
      assertThatThrownBy(
              () ->
                  context
                      .createProducer()
                      .send(context.createQueue("scheduler.reports"), "no report"))
          .isInstanceOf(AssertionError.class)
          .hasMessageStartingWith("SCHED-0802 ");
    }
    assertThat(strict.refused()).isEmpty();
  }

  @Test
  void who_waits_for_the_receipt_gets_it_and_a_refusal_in_it_fails_no_test() {
    TestScheduler strict = TestScheduler.at(NOON, QUEUE);
    JobRequest request = JobRequest.on(QUEUE).jobId("4711").dueAt(NOON.plusSeconds(60)).build();
    JobRequest once =
        JobRequest.on(QUEUE)
            .jobId("4711")
            .delay(Duration.ZERO)
            .ifExists(JobRequest.IfExists.REJECT)
            .build();
    JobRequest other = JobRequest.on("other").delay(Duration.ZERO).build();

    assertThat(strict.scheduleAndWait(request, Duration.ofSeconds(1)))
        .isEqualTo(
            new JobReceipt(Status.ACCEPTED, request.key(), NOON.plusSeconds(60), null, null));
    assertThat(strict.scheduleAndWait(request, Duration.ofSeconds(1)).status())
        .isEqualTo(Status.REPLACED);
    assertThat(strict.scheduleAndWait(once, Duration.ofSeconds(1)).code()).isEqualTo("SCHED-0150");
    assertThat(strict.scheduleAndWait(other, Duration.ofSeconds(1)).code()).isEqualTo("SCHED-0102");
    assertThat(strict.waiting()).containsOnlyKeys(request.key());
  }

  @Test
  void a_refusal_names_the_mistake_and_the_remedy() {
    scheduler.schedule(JobRequest.on("other").jobId("4711").delay(Duration.ZERO).build());
    assertThat(scheduler.refused())
        .containsExactly(
            new TestScheduler.RefusedRequest(
                "SCHED-0102",
                "scheduler_queue is 'other', which is not on the allow-list: correct the name, or"
                    + " add it to scheduler.worker_queue",
                "other",
                "4711"));
  }

  @Test
  void a_run_is_missed_when_more_than_a_minute_has_passed() {
    scheduler.schedule(
        JobRequest.on(QUEUE).jobId("a").recurring("every:PT1H").misfire(Misfire.SKIP).build());
    scheduler.outage(Duration.ofMinutes(61));
    assertThat(scheduler.delivered(QUEUE)).isEmpty();
    scheduler.advance(Duration.ZERO);
    assertThat(scheduler.delivered(QUEUE)).hasSize(1);
    scheduler.outage(Duration.ofMinutes(60).plusNanos(1));
    scheduler.advance(Duration.ZERO);
    assertThat(scheduler.delivered(QUEUE)).hasSize(1);
    assertThat(scheduler.waiting()).containsValue(NOON.plus(Duration.ofHours(3)));
  }

  @Test
  void a_run_is_delivered_after_its_jitter_and_is_not_missed_before() {
    scheduler.schedule(
        JobRequest.on(QUEUE)
            .jobId("a")
            .recurring("every:P1D")
            .jitter(Duration.ofHours(1))
            .misfire(Misfire.SKIP)
            .build());
    scheduler.advanceTo(scheduler.eligibleAt(KEY).minusNanos(1));
    assertThat(scheduler.delivered(QUEUE)).isEmpty();
    scheduler.advance(Duration.ofNanos(1));
    assertThat(scheduler.delivered(QUEUE)).hasSize(1);

    Instant secondAt = scheduler.waiting().get(KEY);
    scheduler.outage(Duration.between(scheduler.now(), secondAt.plus(Duration.ofMinutes(61))));
    scheduler.advance(Duration.ZERO);
    assertThat(scheduler.delivered(QUEUE)).hasSize(2);
  }

  @Test
  void a_run_waits_no_longer_than_its_limit_for_a_worker_that_does_not_report() {
    scheduler.schedule(
        JobRequest.on(QUEUE)
            .jobId("a")
            .recurring("every:PT1H")
            .withoutOverlap(Duration.ofMinutes(90))
            .build());
    scheduler.advance(Duration.ofMinutes(3 * 60 + 29));
    assertThat(scheduler.delivered(QUEUE)).hasSize(1);
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(scheduler.delivered(QUEUE)).hasSize(2);
  }

  @Test
  void a_run_has_a_week_unless_its_queue_or_its_job_says_otherwise() {
    scheduler.retry(QUEUE, RetryPolicy.parse("PT1H"));
    scheduler.schedule(JobRequest.on(QUEUE).jobId("a").dueAt(NOON).tracked(true).build());
    scheduler.advance(Duration.ofDays(7).minusNanos(1));
    assertThat(scheduler.waiting()).isEmpty();
    scheduler.advance(Duration.ofNanos(1));
    assertThat(scheduler.eligibleAt(KEY)).isEqualTo(now().plus(Duration.ofHours(1)));

    scheduler.cancel(KEY);
    scheduler.runTimeout(QUEUE, Duration.ofMinutes(2));
    JobRequestBuilder dueNow = JobRequest.on(QUEUE).delay(Duration.ZERO).tracked(true);
    scheduler.schedule(dueNow.jobId("a").build());
    scheduler.schedule(dueNow.jobId("b").runTimeout(Duration.ofMinutes(1)).build());
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(scheduler.waiting()).containsOnlyKeys(new JobKey(QUEUE, "b"));
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(scheduler.waiting()).containsOnlyKeys(KEY, new JobKey(QUEUE, "b"));
  }

  @Test
  void a_queue_with_a_rate_limit_gets_its_jobs_evenly() {
    List<Instant> times = new ArrayList<>();
    scheduler.worker(QUEUE, message -> times.add(now()));
    scheduler.rateLimit(QUEUE, 60);
    dueAtNoon(5, false);
    scheduler.advance(Duration.ofSeconds(3));
    assertThat(times)
        .containsExactly(NOON, NOON.plusSeconds(1), NOON.plusSeconds(2), NOON.plusSeconds(3));
    scheduler.rateLimit(QUEUE, 0);
    scheduler.advance(Duration.ZERO);
    assertThat(times).hasSize(5).endsWith(NOON.plusSeconds(3));
    assertThatThrownBy(() -> scheduler.rateLimit(QUEUE, -1))
        .hasMessage("rateLimit is -1: set 0 to 1000000 jobs per minute, 0 if there is no limit");
  }

  @Test
  void a_fast_rate_limit_gives_the_jobs_of_a_tenth_of_a_second_at_once() {
    scheduler.rateLimit(QUEUE, 6_000);
    dueAtNoon(100, false);
    scheduler.advance(Duration.ZERO);
    assertThat(scheduler.delivered(QUEUE)).hasSize(10);
    scheduler.advance(Duration.ofMillis(500));
    assertThat(scheduler.delivered(QUEUE)).hasSize(60);
  }

  @Test
  void what_is_due_in_closed_times_waits_for_the_opening() {
    scheduler.calendar("stocktaking", "dates:2026-11-21");
    scheduler.closed(QUEUE, "any(daily:11:00-13:00; calendar:stocktaking)");
    scheduler.schedule(JobRequest.on(QUEUE).jobId("r").recurring("cron:0 0/30 * ? * *").build());
    dueAtNoon(2, false);
    scheduler.advance(Duration.ofMinutes(59));
    assertThat(scheduler.delivered(QUEUE)).isEmpty();
    scheduler.advance(Duration.ofMinutes(1));
    // One run for the missed times, and that of the opening
    assertThat(scheduler.delivered(QUEUE))
        .extracting(JobDelivery::jobId)
        .containsExactlyInAnyOrder("job 0", "job 1", "r", "r");

    scheduler.schedule(
        JobRequest.on(QUEUE).jobId("night").dueAt(Instant.parse("2026-11-21T00:00:00Z")).build());
    scheduler.cancel(new JobKey(QUEUE, "r"));
    scheduler.advanceTo(Instant.parse("2026-11-21T23:59:59Z"));
    assertThat(scheduler.waiting()).containsOnlyKeys(new JobKey(QUEUE, "night"));
    scheduler.advance(Duration.ofSeconds(1));
    assertThat(scheduler.waiting()).isEmpty();

    scheduler.closed(QUEUE, "never");
    scheduler.schedule(JobRequest.on(QUEUE).jobId("a").delay(Duration.ofHours(12)).build());
    scheduler.advance(Duration.ofHours(12));
    assertThat(scheduler.waiting()).isEmpty();
    assertThatThrownBy(() -> scheduler.closed(QUEUE, "daily:00:00-24:00"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> scheduler.closed(QUEUE, "calendar:unknown"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void no_more_runs_are_under_way_than_the_queue_allows() {
    List<Execution> begun = new ArrayList<>();
    scheduler.worker(
        QUEUE, message -> begun.add(Execution.of(message, scheduler.connectionFactory())));
    scheduler.maxConcurrentRuns(QUEUE, 2);
    dueAtNoon(5, true);
    scheduler.advance(Duration.ofHours(1));
    assertThat(begun).hasSize(2);
    begun.get(0).finished();
    scheduler.advance(Duration.ZERO);
    assertThat(begun).hasSize(3);
    // The others end by their limit
    scheduler.advance(Duration.ofDays(7));
    assertThat(begun).hasSize(5);
  }

  @Test
  void no_more_runs_of_a_key_are_under_way_than_the_queue_allows() {
    List<Execution> begun = new ArrayList<>();
    scheduler.worker(
        QUEUE, message -> begun.add(Execution.of(message, scheduler.connectionFactory())));
    scheduler.maxConcurrentRunsPerKey(QUEUE, "x_customer", 1);
    for (String customer : List.of("busy", "busy", "other")) {
      scheduler.schedule(
          JobRequest.on(QUEUE).dueAt(NOON).tracked(true).property("x_customer", customer).build());
    }
    dueAtNoon(2, true);
    scheduler.advance(Duration.ofHours(1));
    assertThat(scheduler.delivered(QUEUE))
        .extracting(job -> job.property("x_customer"))
        .containsExactlyInAnyOrder("busy", "other", null);
    begun.forEach(Execution::finished);
    scheduler.advance(Duration.ZERO);
    assertThat(scheduler.waiting()).isEmpty();
    assertThatThrownBy(() -> scheduler.maxConcurrentRunsPerKey(QUEUE, "customer", 1))
        .hasMessage("keyProperty is 'customer': set group, or the name of an x_ property");
    assertThatThrownBy(() -> scheduler.maxConcurrentRunsPerKey(QUEUE, "group", 10_001))
        .hasMessageStartingWith("maxConcurrentRunsPerKey is 10001: set 0 to 10000 runs");
  }

  @Test
  void no_more_messages_pile_up_without_a_worker_than_the_queue_allows() {
    scheduler.maxDepth(QUEUE, 2);
    dueAtNoon(4, false);
    scheduler.advance(Duration.ofHours(1));
    assertThat(scheduler.delivered(QUEUE)).hasSize(2);
    scheduler.cancel(scheduler.waiting().keySet().iterator().next());
    scheduler.worker(QUEUE, message -> {});
    scheduler.advance(Duration.ZERO);
    assertThat(scheduler.delivered(QUEUE)).hasSize(3);
    assertThat(scheduler.waiting()).isEmpty();
  }

  private void dueAtNoon(int jobs, boolean tracked) {
    for (int i = 0; i < jobs; i++) {
      scheduler.schedule(
          JobRequest.on(QUEUE).jobId("job " + i).dueAt(NOON).tracked(tracked).build());
    }
  }

  @Test
  void the_connection_for_reports_can_be_logged_and_compared() {
    ConnectionFactory factory = scheduler.connectionFactory();
    assertThat(factory).hasToString("the test kit's ConnectionFactory");
    assertThat(factory).isEqualTo(factory).isNotEqualTo(factory.createContext());
  }

  @Test
  void reports_of_a_delivery_that_fails_do_not_count() {
    AtomicInteger deliveries = new AtomicInteger();
    scheduler.worker(
        QUEUE,
        message -> {
          Execution.of(message, scheduler.connectionFactory()).finished();
          if (deliveries.incrementAndGet() <= 10) {
            throw new IllegalStateException("fails on purpose");
          }
        });
    scheduler.schedule(JobRequest.on(QUEUE).recurring("every:PT1H").untilSuccesses(1).build());
    scheduler.advance(Duration.ofDays(1));
    assertThat(scheduler.deadLetters()).hasSize(1);
    assertThat(scheduler.delivered(QUEUE)).hasSize(2);
    assertThat(scheduler.waiting()).isEmpty();
  }

  @Test
  void its_connections_send_reports_and_nothing_else() {
    try (JMSContext context = scheduler.connectionFactory().createContext()) {
      assertThatThrownBy(() -> context.createQueue("other"))
          .hasMessage(
              "the connection of the test kit does not support createQueue(\"other\"): it only"
                  + " sends the reports of Execution");
      assertThatThrownBy(() -> context.createTopic("scheduler.control"))
          .hasMessageContaining("createTopic");
      context.createProducer().send(context.createQueue("scheduler.reports"), "no report");
    }
    assertThat(scheduler.refused())
        .extracting(TestScheduler.RefusedRequest::code)
        .containsExactly("SCHED-0802");
  }

  @Test
  void a_key_under_which_no_job_waits_has_no_time() {
    assertThatThrownBy(() -> scheduler.eligibleAt(KEY)).hasMessage("no job waits under " + KEY);
  }

  @Test
  void jobs_come_to_the_handlers_of_a_bean_with_their_payload_as_they_take_it() {
    TestScheduler other = TestScheduler.at(NOON, "parcel", "label", "book");
    Parcels parcels = new Parcels();
    other.handlers(parcels);
    other.schedule(JobRequest.on("parcel").dueAt(NOON).text("{\"parcels\": 2}").build());
    other.schedule(JobRequest.on("label").dueAt(NOON).text("12345").build());
    other.schedule(JobRequest.on("parcel").dueAt(NOON).text("no JSON").build());
    other.advance(Duration.ofSeconds(1));
    assertThat(parcels.seen()).containsExactly("2 parcels", "5 bytes");
    assertThat(other.deadLetters()).extracting(JobDelivery::text).containsExactly("no JSON");
  }

  @Test
  void a_handler_with_once_is_not_called_for_a_job_that_is_delivered_again() {
    TestScheduler other = TestScheduler.at(NOON, "receipt");
    Receipts receipts = new Receipts();
    other.handlers(receipts);
    other.schedule(JobRequest.on("receipt").dueAt(NOON).text("4711").build());
    other.advance(Duration.ZERO);
    assertThat(receipts.calls()).containsExactly("4711", "4711");
    other.deliverAgain(other.delivered("receipt").get(0));
    assertThat(receipts.calls()).hasSize(2);

    other.schedule(JobRequest.on("receipt").dueAt(NOON).text("4712").build());
    other.advance(Duration.ZERO);
    assertThat(receipts.calls()).containsExactly("4711", "4711", "4712");
  }

  @Test
  void a_recurring_handler_runs_at_its_times() {
    TestScheduler other = TestScheduler.at(NOON, "round");
    Rounds rounds = new Rounds();
    other.handlers(rounds);
    other.advance(Duration.ofHours(2));
    assertThat(rounds.times()).containsExactly(NOON.plusSeconds(1_800), NOON.plusSeconds(5_400));
  }

  @Test
  void a_recurring_handler_whose_schedule_is_refused_fails_its_test() {
    TestScheduler other = TestScheduler.at(NOON, "bad-round");
    assertThatThrownBy(() -> other.handlers(new BadRounds()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("schedule bad-round/BadRounds.make is refused: SCHED-0132 ");
  }

  @Test
  void a_check_registers_nothing_and_tells_a_refusal() {
    assertThat(scheduler.check(in("a", Duration.ZERO), Duration.ZERO).status())
        .isEqualTo(Status.ACCEPTABLE);
    assertThat(scheduler.waiting()).isEmpty();
    JobRequest elsewhere = JobRequest.on("elsewhere").dueAt(NOON).build();
    assertThat(scheduler.check(elsewhere, Duration.ZERO).code()).isEqualTo("SCHED-0102");
    assertThat(scheduler.refused()).isEmpty();
  }

  @Test
  void a_job_that_is_not_once_is_processed_again() {
    List<String> seen = new ArrayList<>();
    scheduler.worker(QUEUE, message -> seen.add(JobDelivery.of(message).jobId()));
    scheduler.schedule(in("a", Duration.ZERO));
    scheduler.advance(Duration.ZERO);
    scheduler.deliverAgain(scheduler.delivered(QUEUE).get(0));
    assertThat(seen).containsExactly("a", "a");
    JobDelivery foreign = scheduler.delivered(QUEUE).get(0);
    TestScheduler other = TestScheduler.at(NOON, QUEUE);
    assertThatThrownBy(() -> other.deliverAgain(foreign)).hasMessageEndingWith("was delivered");
  }

  @Test
  void a_run_that_has_ended_stays_so_when_its_worker_fails_at_another_delivery() {
    scheduler.retry(QUEUE, RetryPolicy.parse("PT1M"));
    scheduler.worker(
        QUEUE, message -> Execution.of(message, scheduler.connectionFactory()).finished());
    scheduler.schedule(JobRequest.on(QUEUE).jobId("a").dueAt(NOON).tracked(true).build());
    scheduler.advance(Duration.ZERO);
    scheduler.worker(QUEUE, TestSchedulerTest::fail);
    scheduler.deliverAgain(scheduler.delivered(QUEUE).get(0));
    assertThat(scheduler.deadLetters()).hasSize(1);
    assertThat(scheduler.waiting()).isEmpty();
    assertThat(scheduler.cancelAndWait(KEY, Duration.ofSeconds(1)).status())
        .isEqualTo(Status.CANCEL_NOTED);
  }

  @Test
  void an_attempt_that_is_delivered_again_does_not_end_its_run_which_waits_for_the_next_one() {
    scheduler.retry(QUEUE, RetryPolicy.parse("PT1M"));
    scheduler.worker(QUEUE, TestSchedulerTest::fail);
    scheduler.schedule(
        JobRequest.on(QUEUE)
            .jobId("a")
            .recurring("every:PT1H")
            .withoutOverlap(Duration.ofDays(1))
            .build());
    scheduler.advanceTo(scheduler.eligibleAt(KEY));
    Instant held = scheduler.eligibleAt(KEY);
    scheduler.deliverAgain(scheduler.delivered(QUEUE).get(0));
    assertThat(scheduler.eligibleAt(KEY)).isEqualTo(held);
    assertThat(scheduler.delivered(QUEUE)).extracting(JobDelivery::attempt).containsExactly(1L);
  }

  @Test
  void the_attempt_that_is_named_is_delivered_again() {
    List<Long> attempts = new ArrayList<>();
    scheduler.retry(QUEUE, RetryPolicy.parse("PT1M"));
    scheduler.worker(QUEUE, TestSchedulerTest::fail);
    scheduler.schedule(in("a", Duration.ZERO));
    scheduler.advance(Duration.ofMinutes(1));
    scheduler.worker(QUEUE, message -> attempts.add(JobDelivery.of(message).attempt()));
    scheduler.delivered(QUEUE).forEach(scheduler::deliverAgain);
    assertThat(attempts).containsExactly(1L, 2L);
  }

  @Test
  void a_cancel_asks_a_long_run_to_stop_and_says_so() {
    JobKey key = new JobKey("book", "a");
    TestScheduler other = TestScheduler.at(NOON, "book");
    List<Status> told = new ArrayList<>();
    other.handlers(
        new Books(run -> told.add(other.cancelAndWait(key, Duration.ofSeconds(1)).status())));
    other.retry("book", RetryPolicy.parse("PT1M"));
    other.schedule(JobRequest.on("book").jobId("a").delay(Duration.ZERO).tracked(true).build());
    other.advance(Duration.ofHours(1));
    assertThat(told).containsExactly(Status.CANCEL_REQUESTED);
    assertThat(other.delivered("book")).hasSize(1);
    assertThat(other.cancelAndWait(key, Duration.ofSeconds(1)).status())
        .isEqualTo(Status.CANCEL_NOTED);
  }

  @Test
  void a_job_cancelled_while_its_worker_fails_at_all_deliveries_is_a_dead_letter() {
    scheduler.retry(QUEUE, RetryPolicy.parse("PT1M"));
    scheduler.worker(
        QUEUE,
        message -> {
          scheduler.cancel(JobDelivery.of(message).key());
          throw new IllegalStateException("fails on purpose");
        });
    JobRequestBuilder soon = JobRequest.on(QUEUE).dueAt(NOON.plusSeconds(1));
    scheduler.schedule(soon.jobId("tracked").tracked(true).build());
    scheduler.schedule(soon.jobId("untracked").tracked(false).build());
    scheduler.advance(Duration.ofHours(1));
    assertThat(scheduler.delivered(QUEUE)).hasSize(2);
    assertThat(scheduler.deadLetters())
        .extracting(JobDelivery::jobId)
        .containsExactly("tracked", "untracked");
  }

  @Test
  void a_long_run_is_begun_at_most_as_often_as_its_handler_says_whatever_its_policy_has() {
    TestScheduler other = TestScheduler.at(NOON, "book");
    other.handlers(
        new Books(
            run -> {
              throw new IllegalStateException("fails on purpose");
            }));
    other.retry("book", RetryPolicy.parse("5/PT1M"));
    other.schedule(JobRequest.on("book").jobId("a").dueAt(NOON).tracked(true).build());
    other.advance(Duration.ofHours(1));
    assertThat(other.delivered("book")).hasSize(2);
    assertThat(other.waiting()).isEmpty();
  }

  @Test
  void a_run_is_postponed_a_hundred_times_and_then_fails() {
    scheduler.worker(
        QUEUE,
        message ->
            Execution.of(message, scheduler.connectionFactory())
                .retryAt(scheduler.now().plusSeconds(60), "closed"));
    scheduler.schedule(JobRequest.on(QUEUE).jobId("a").dueAt(NOON).tracked(true).build());
    scheduler.advance(Duration.ofHours(2));
    assertThat(scheduler.delivered(QUEUE)).hasSize(101);
    assertThat(scheduler.waiting()).isEmpty();
  }

  @Test
  void a_cancelled_long_run_that_fails_is_not_tried_again() {
    TestScheduler other = TestScheduler.at(NOON, "book");
    Books books =
        new Books(
            run -> {
              other.cancel(run.job().key());
              throw new IllegalStateException("fails on purpose");
            });
    other.handlers(books);
    other.retry("book", RetryPolicy.parse("PT1M"));
    other.schedule(JobRequest.on("book").jobId("a").dueAt(NOON).tracked(true).build());
    other.advance(Duration.ofHours(1));
    assertThat(books.read()).containsExactly("1");
  }

  @Test
  void a_cancelled_run_ends_at_its_limit() {
    scheduler.retry(QUEUE, RetryPolicy.parse("PT1M"));
    scheduler.runTimeout(QUEUE, Duration.ofMinutes(2));
    scheduler.schedule(JobRequest.on(QUEUE).jobId("a").dueAt(NOON).tracked(true).build());
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(scheduler.cancelAndWait(KEY, Duration.ofSeconds(1)).status())
        .isEqualTo(Status.CANCEL_REQUESTED);
    scheduler.advance(Duration.ofHours(1));
    assertThat(scheduler.delivered(QUEUE)).hasSize(1);
    assertThat(scheduler.cancelAndWait(KEY, Duration.ofSeconds(1)).status())
        .isEqualTo(Status.CANCEL_NOTED);
  }

  @Test
  void a_long_run_needs_a_delivery_and_a_tracked_job() {
    TestScheduler other = TestScheduler.at(NOON, "book");
    Books books = new Books();
    other.handlers(books);
    other.schedule(JobRequest.on("book").jobId("a").dueAt(NOON).build());
    other.advance(Duration.ZERO);
    assertThat(other.deadLetters()).hasSize(1);
    assertThat(books.read()).isEmpty();
    LongRunContainer container = other.longRunContainer();
    assertThatThrownBy(container::afterCommit).hasMessageStartingWith("a long run can start only");
  }

  @Test
  void a_bean_whose_handlers_cannot_be_called_is_refused() {
    TestScheduler other = TestScheduler.at(NOON, "book");
    assertThatThrownBy(() -> other.handlers("no bean"))
        .hasMessageStartingWith("no bean was generated for java.lang.String");
    assertThatThrownBy(() -> other.handlers(new Parcels()))
        .hasMessageContaining("is not on the allow-list [book]");
  }

  @Test
  void a_definition_that_the_scheduler_would_refuse_is_refused() {
    assertThatThrownBy(
            () ->
                scheduler.definition(
                    "report",
                    "{\"queue\": \"%s\", \"inputSchema\": {\"type\": \"numbr\"}}".formatted(QUEUE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("SCHED-0057 field inputSchema is no JSON Schema: at '/type'");
    assertThatThrownBy(() -> scheduler.definition("report", "{\"queue\": \"other\"}"))
        .hasMessage(
            "SCHED-0102 scheduler_queue is 'other', which is not on the allow-list: correct the"
                + " name, or add it to scheduler.worker_queue");
  }

  @Test
  void neither_an_unknown_worker_queue_nor_time_that_runs_back_is_taken() {
    assertThatThrownBy(() -> scheduler.worker("other", message -> {}))
        .hasMessage(
            "worker queue 'other' is not on the allow-list [test.registration]: name it where you"
                + " create the scheduler");
    String back = "the clock shows 2026-11-20T12:00:00Z and cannot go back to 2026-11-20T11:59:59Z";
    Duration second = Duration.ofSeconds(-1);
    assertThatThrownBy(() -> scheduler.advance(second)).hasMessage(back);
    assertThatThrownBy(() -> scheduler.outage(second)).hasMessage(back);
  }

  private static void fail(Message message) {
    throw new IllegalStateException("fails on purpose");
  }

  private static JobRequest in(String jobId, Duration delay) {
    return JobRequest.on(QUEUE).jobId(jobId).delay(delay).build();
  }
}
