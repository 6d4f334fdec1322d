package org.goodtiming.scheduler.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.explanation.FactsBuilder.FIRE_ID;
import static org.goodtiming.scheduler.explanation.FactsBuilder.able;
import static org.goodtiming.scheduler.explanation.FactsBuilder.at;
import static org.goodtiming.scheduler.explanation.FactsBuilder.drained;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.explanation.Explanation.Question;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Omitted;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Pause;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Wait;
import org.goodtiming.scheduler.explanation.WaitingJob.Failed;
import org.goodtiming.scheduler.policy.Cause;
import org.goodtiming.scheduler.policy.Cure;
import org.goodtiming.scheduler.policy.QueueFacts.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of causes: a line of each is code, since, and cure. */
class ExplanationsTest {

  @ParameterizedTest
  @MethodSource("waitingJobs")
  void a_waiting_job_has_not_run_because(FactsBuilder facts, String cause) {
    Explanation explanation = Explanations.explain(facts.build());

    assertThat(explanation.question()).isEqualTo(Question.NOT_RUN);
    assertThat(explanation.causes()).extracting(ExplanationsTest::line).containsExactly(cause);
    assertThat(explanation.summary()).isEqualTo("not dispatched: " + text(explanation));
  }

  static Stream<Arguments> waitingJobs() {
    return Stream.of(
        arguments(waiting("13:00:00"), "not-due - POST [jobs, q, 1, run-now] operator"),
        arguments(waiting("11:00:00").held(), "held 11:00 POST [jobs, q, 1, release] operator"),
        arguments(
            due("12:00:05").retrying(Failed.DISPATCH, 2),
            "retrying - POST [jobs, q, 1, run-now] operator"),
        arguments(
            due("12:00:05").retrying(Failed.WORKER, 0),
            "retrying - POST [jobs, q, 1, run-now] operator"),
        arguments(
            due("12:00:05").retrying(Failed.DISPATCH, 0).restingQueue(), "queue-resting - no cure"),
        arguments(
            new FactsBuilder().waiting("11:00:00", "11:00:00", at("11:30:00")),
            "expired 11:30 no cure"),
        arguments(
            waiting("11:00:00").locked("6a", "11:05:00"),
            "in-doubt 11:05 POST [in-doubt, 6a, resolve] admin"),
        arguments(waiting("11:00:00").locked(null, "11:05:00"), "in-doubt 11:05 no cure"),
        arguments(
            due("13:00:00")
                .schedule(new Pause(null), null)
                .event(PastEvent.PAUSE_SCHEDULE, "10:00:00", "ops"),
            "schedule-paused 10:00 POST [schedules, q, 1, resume] operator"),
        arguments(
            due("13:00:00").schedule(new Pause(at("13:00:00")), null),
            "schedule-paused - POST [schedules, q, 1, resume] operator"),
        arguments(
            due("13:00:00").schedule(null, new Wait(FIRE_ID, at("13:00:00"))),
            "waits-for-run - DELETE [executions, " + FIRE_ID + "] submitter"),
        arguments(
            due("13:00:00").schedule(null, new Wait(null, at("13:00:00"))), "catch-up - no cure"),
        arguments(due("12:00:05").spread(), "jitter 11:00 no cure"),
        arguments(due("12:00:05"), "not-eligible 11:00 no cure"),
        arguments(
            waiting("11:00:00").notListed(),
            "queue-not-listed - PUT [worker-queues, q] {} operator"),
        arguments(
            waiting("11:00:00").pausedQueue(null).event(PastEvent.PAUSE_QUEUE, "10:30:00", "ops"),
            "queue-paused 10:30 POST [worker-queues, q, resume] operator"),
        arguments(waiting("11:00:00").restingQueue(), "queue-resting - no cure"),
        arguments(
            waiting("11:00:00").paused(Scope.GROUP, at("10:40:00"), null),
            "group-paused 10:40 POST [dispatch, resume] {\"group\":\"g\"} operator"),
        arguments(
            waiting("11:00:00").paused(Scope.EVERYTHING, at("10:40:00"), null),
            "dispatch-paused 10:40 POST [dispatch, resume] operator"),
        arguments(waiting("11:00:00").noLeader(), "no-leader 11:30 no cure"),
        arguments(waiting("11:00:00").brokerAway(), "broker-away 11:40 no cure"),
        arguments(
            waiting("11:00:00").noLeader(drained("node-1"), drained("node-2")),
            "nodes-drained 11:30 POST [nodes, node-1, resume] operator"),
        arguments(waiting("11:00:00").behind(3), "backlog 11:00 no cure"),
        arguments(waiting("11:00:00").behind(3).limited(600), "rate-limit 11:00 no cure"),
        arguments(waiting("11:00:00").behind(3).deep(20), "max-depth 11:00 no cure"),
        arguments(waiting("11:00:00").behind(3).running("5/5"), "concurrency-limit 11:00 no cure"));
  }

  @Test
  void a_job_waits_for_its_parents_and_for_nothing_else_that_is_known() {
    assertThat(
            Explanations.explain(
                    waiting("13:00:00")
                        .after(new WaitingJob.Parents(3, "import/4711", "RUNNING", at("11:30:00")))
                        .build())
                .summary())
        .isEqualTo(
            "not dispatched: the job waits for import/4711, which runs since 2026-12-01T11:30:00Z, and for 2 more");
    assertThat(
            Explanations.explain(
                    waiting("11:00:00")
                        .after(new WaitingJob.Parents(1, "import/4711", "PARENTS", at("11:30:00")))
                        .build())
                .summary())
        .endsWith("the job waits for import/4711, which waits for other jobs, too");
    Explanation unknown =
        Explanations.explain(
            waiting("11:00:00")
                .after(new WaitingJob.Parents(1, "import/4711", null, at("12:30:00")))
                .build());
    assertThat(codes(unknown)).containsExactly("parents");
    assertThat(unknown.summary())
        .endsWith(
            "the job waits for import/4711, of which no tracked run is known; it counts as failed at 2026-12-01T12:30:00Z");
  }

  @Test
  void a_job_waits_for_a_job_batch_and_says_how_far_it_is() {
    assertThat(waitsFor(new WaitingJob.Batch(1_000, 0, 1_000, 950, false)))
        .endsWith("the job waits for batch import-4711: 950 of 1,000 ended");
    assertThat(waitsFor(new WaitingJob.Batch(1_000, 0, 998, 950, true)))
        .endsWith(
            "the job waits for a failure in batch import-4711: 950 of 1,000 ended, 2 not registered");
    assertThat(waitsFor(new WaitingJob.Batch(null, 0, 3, 3, false)))
        .endsWith("the job waits for batch import-4711: 3 of 3 ended, and nobody has closed it");
    assertThat(waitsFor(new WaitingJob.Batch(3, 1, 2, 1, false)))
        .endsWith("the job waits for batch import-4711: 1 of 2 ended");
  }

  private static String waitsFor(WaitingJob.Batch batch) {
    return Explanations.explain(
            waiting("11:00:00")
                .after(new WaitingJob.Parents(1, "batch import-4711", null, null, batch))
                .build())
        .summary();
  }

  @Test
  void a_job_with_several_causes_has_them_all_and_the_summary_has_the_first() {
    Explanation explanation =
        Explanations.explain(waiting("13:00:00").held().pausedQueue(at("14:00:00")).build());

    assertThat(codes(explanation)).containsExactly("held", "not-due", "queue-paused");
    assertThat(explanation.summary()).isEqualTo("not dispatched: the job is held by ops");
    assertThat(explanation.causes())
        .last()
        .extracting(Cause::text)
        .isEqualTo("worker queue q is paused until " + at("14:00:00"));
    assertThat(explanation.dueAt()).isEqualTo(at("13:00:00"));
  }

  @Test
  void pauses_do_not_hide_each_other() {
    FactsBuilder facts =
        waiting("11:00:00")
            .paused(Scope.EVERYTHING, at("10:40:00"), null)
            .pausedQueue(null)
            .paused(Scope.GROUP, at("10:45:00"), null);

    assertThat(codes(facts)).containsExactly("dispatch-paused", "queue-paused", "group-paused");
  }

  @Test
  void a_queue_without_a_leader_is_told_why_nobody_leads() {
    FactsBuilder drained = waiting("11:00:00").noLeader(drained("node-1"), drained("node-2"));

    assertThat(text(waiting("11:00:00").noLeader()))
        .isEqualTo(
            "no node leads partition default: start a node that names it in scheduler.lease.partitions, or set another partition for the queue");
    assertThat(text(waiting("11:00:00").noLeader(drained("node-1"), able("node-2"))))
        .isEqualTo(
            "no node leads partition default: node-2 may lead it, which takes some seconds after a failure: if it lasts, the log of the node has the reason");
    assertThat(text(drained))
        .isEqualTo(
            "no node leads partition default: all nodes that may lead it are drained: node-1 by ops since 2026-12-01T11:20:00Z, node-2 by ops since 2026-12-01T11:20:00Z");
    assertThat(text(waiting("11:00:00").brokerAway()))
        .isEqualTo(
            "no node leads partition default: the broker does not answer node node-1 (connection refused): start the broker, or repair its connection to the node");
    assertThat(codes(drained.brokerAway())).containsExactly("broker-away", "nodes-drained");
  }

  @Test
  void a_failed_dispatch_is_no_failure_of_the_worker() {
    assertThat(text(due("12:00:05").retrying(Failed.DISPATCH, 0)))
        .startsWith("the dispatch of the job failed together with others of its queue");
    assertThat(text(due("12:00:05").retrying(Failed.DISPATCH, 2))).startsWith("2 attempts");
    assertThat(text(due("12:00:05").retrying(Failed.WORKER, 0)))
        .startsWith("its worker has failed");
  }

  @Test
  void a_planned_time_is_explained_by_omissions_and_by_changes_of_the_clocks() {
    FactsBuilder facts =
        waiting("13:00:00").planned("the clocks go forward", new Omitted(at("11:00:00"), "Sunday"));

    assertThat(Explanations.explain(facts.build()).causes())
        .extracting(Cause::text)
        .contains("no run is due at 2026-12-01T11:00:00Z: Sunday", "the clocks go forward");
    assertThat(codes(facts)).containsExactly("not-due", "omitted", "shifted");
  }

  @Test
  void a_pause_and_a_wait_that_are_over_and_a_transaction_of_this_second_are_no_causes() {
    FactsBuilder facts =
        waiting("11:00:00")
            .schedule(new Pause(at("11:30:00")), new Wait(FIRE_ID, at("11:30:00")))
            .locked("6a", "12:00:00");

    assertThat(codes(facts)).containsExactly("backlog");
  }

  @ParameterizedTest
  @MethodSource("lateRuns")
  void a_run_was_late_because(FactsBuilder facts, List<String> causes) {
    Explanation explanation = Explanations.explain(facts.build());

    assertThat(explanation.question()).isEqualTo(Question.LATE);
    assertThat(explanation.lateness()).isEqualTo(Duration.ofMinutes(10));
    assertThat(explanation.causes())
        .extracting(ExplanationsTest::line)
        .containsExactlyElementsOf(causes.stream().map(each -> each + " no cure").toList());
    assertThat(explanation.summary()).isEqualTo("began PT10M late: " + text(explanation));
  }

  static Stream<Arguments> lateRuns() {
    return Stream.of(
        arguments(late(), List.of("backlog 11:00")),
        arguments(late().limited(600), List.of("rate-limit 11:00")),
        arguments(
            late()
                .event(PastEvent.HOLD, "10:30:00", "ops")
                .event(PastEvent.RELEASE, "11:09:00", "ops"),
            List.of("held 10:30")),
        arguments(
            late().event(PastEvent.RESUME_QUEUE, "11:09:00", "ops"), List.of("queue-paused -")),
        arguments(
            late()
                .event(PastEvent.PAUSE_SCHEDULE, "10:45:00", "ops")
                .event(PastEvent.RESUME_SCHEDULE, "11:09:00", "ops"),
            List.of("schedule-paused 10:45")),
        arguments(
            late().event(PastEvent.LEAD, "11:09:00", "node-2: released"), List.of("no-leader -")),
        arguments(
            late().event(PastEvent.PREVIOUS_RUN, "11:09:00", FIRE_ID.toString()),
            List.of("waits-for-run 11:00")),
        arguments(
            run("FINISHED", "11:08:00", "11:10:00", "11:10:00")
                .event(PastEvent.LEAD, "11:07:00", "node-2: never held"),
            List.of("registered-late 11:08")),
        arguments(
            run("FINISHED", "10:00:00", "11:00:00", "11:10:00"), List.of("worker-queue 11:00")),
        arguments(
            run("RUNNING", "10:00:00", "11:05:00", "11:10:00")
                .event(PastEvent.ATTEMPT, "11:05:30", "no heartbeat"),
            List.of("backlog 11:00", "worker-queue 11:05", "earlier-attempt 11:05")));
  }

  @Test
  void events_before_the_due_time_made_no_run_late() {
    FactsBuilder facts =
        late()
            .event(PastEvent.RELEASE, "10:59:00", "ops")
            .event(PastEvent.LEAD, "10:30:00", "node-2: released");

    assertThat(codes(facts)).containsExactly("backlog");
  }

  @Test
  void two_delays_of_less_than_a_second_are_a_backlog() {
    FactsBuilder facts = run("FINISHED", "10:00:00", "11:00:00.9", "11:00:01.8");

    assertThat(codes(facts)).containsExactly("backlog");
  }

  /** The run has ended at 11:59:00. */
  @Test
  void a_worker_that_reports_at_its_end_may_have_begun_at_once() {
    Explanation explanation =
        Explanations.explain(run("FINISHED", "10:00:00", "11:00:00", "11:58:59").build());
    assertThat(explanation.summary())
        .isEqualTo(
            "began at most PT58M59S late: its worker reported PT58M59S after the dispatch, at its end: the message waited in the worker queue, or the work took that long");
    assertThat(
            Explanations.explain(run("FINISHED", "10:00:00", "11:00:00", "11:58:00").build())
                .summary())
        .isEqualTo(
            "began PT58M late: the message waited PT58M in its worker queue until a worker began");
  }

  @Test
  void a_run_that_began_within_a_second_was_on_time() {
    Explanation explanation =
        Explanations.explain(run("FINISHED", "10:00:00", "11:00:00.1", "11:00:00.5").build());

    assertThat(explanation.question()).isEqualTo(Question.ON_TIME);
    assertThat(explanation.lateness()).isEqualTo(Duration.ofMillis(500));
    assertThat(explanation.causes()).isEmpty();
  }

  @Test
  void a_failed_run_is_explained_by_its_failure_its_row_of_the_quarantine_and_earlier_attempts() {
    Explanation explanation =
        Explanations.explain(
            run("EXHAUSTED", "10:00:00", "11:05:00", null)
                .event(PastEvent.ATTEMPT, "11:05:30", "no heartbeat")
                .quarantined()
                .build());

    assertThat(explanation.question()).isEqualTo(Question.FAILED);
    assertThat(explanation.lateness()).hasMinutes(5);
    assertThat(explanation.summary())
        .isEqualTo("failed: attempt 3 has ended as EXHAUSTED at worker w-1: worker said so");
    assertThat(explanation.causes())
        .extracting(ExplanationsTest::line)
        .containsExactly(
            "exhausted 11:59 POST [executions, %s, run-again] operator".formatted(FIRE_ID),
            "in-quarantine 11:10 POST [quarantine, 7, resubmit] operator",
            "earlier-attempt 11:05 no cure",
            "backlog 11:00 no cure");
  }

  @Test
  void a_dispatched_run_has_not_begun_because_no_worker_takes_it() {
    FactsBuilder facts = run("DISPATCHED", "10:00:00", "11:00:00", null);

    assertThat(codes(facts)).containsExactly("worker-queue");
    assertThat(codes(facts.atBroker(1, 0))).containsExactly("no-consumer", "worker-queue");
    assertThat(codes(facts.atBroker(5, 2))).containsExactly("worker-backlog", "worker-queue");
    assertThat(Explanations.explain(facts.build()).question()).isEqualTo(Question.NOT_RUN);
  }

  @ParameterizedTest
  @MethodSource("goneJobs")
  void a_job_that_no_longer_waits_is_explained(
      FactsBuilder facts, Question question, String cause) {
    Explanation explanation = Explanations.explain(facts.build());

    assertThat(explanation.question()).isEqualTo(question);
    assertThat(explanation.causes()).extracting(ExplanationsTest::line).containsExactly(cause);
  }

  static Stream<Arguments> goneJobs() {
    return Stream.of(
        arguments(
            new FactsBuilder().endedSchedule(), Question.ENDED, "schedule-ended 11:00 no cure"),
        arguments(
            new FactsBuilder().quarantined(),
            Question.NOT_RUN,
            "in-quarantine 11:10 POST [quarantine, 7, resubmit] operator"),
        arguments(new FactsBuilder().cancelled(), Question.ENDED, "cancelled 11:20 no cure"),
        arguments(
            run("CANCELLED", "10:00:00", null, null), Question.ENDED, "cancelled 11:59 no cure"),
        arguments(
            run("EXHAUSTED", "10:00:00", null, null).quarantined(),
            Question.NOT_RUN,
            "in-quarantine 11:10 POST [quarantine, 7, resubmit] operator"),
        arguments(run("SUBMITTED", "10:00:00", null, null), Question.NOT_RUN, "changing - no cure"),
        arguments(new FactsBuilder().schedule(null, null), Question.NOT_RUN, "changing - no cure"));
  }

  @Test
  void of_an_unknown_job_nothing_is_known() {
    assertThat(new FactsBuilder().build().isEmpty()).isTrue();
    assertThat(new FactsBuilder().cancelled().build().isEmpty()).isFalse();
  }

  private static FactsBuilder waiting(String due) {
    return new FactsBuilder().waiting(due, due);
  }

  /** Due at 11:00. */
  private static FactsBuilder due(String eligible) {
    return new FactsBuilder().waiting("11:00:00", eligible);
  }

  /** Ten minutes late. */
  private static FactsBuilder late() {
    return run("FINISHED", "10:00:00", "11:10:00", "11:10:00");
  }

  private static FactsBuilder run(
      String state, String submitted, String dispatched, String started) {
    return new FactsBuilder().run(state, submitted, dispatched, started);
  }

  private static List<String> codes(FactsBuilder facts) {
    return codes(Explanations.explain(facts.build()));
  }

  private static List<String> codes(Explanation explanation) {
    return explanation.causes().stream().map(Cause::code).toList();
  }

  private static String text(FactsBuilder facts) {
    return text(Explanations.explain(facts.build()));
  }

  private static String text(Explanation explanation) {
    return explanation.causes().get(0).text();
  }

  private static String line(Cause cause) {
    String since = cause.since() == null ? "-" : cause.since().toString().substring(11, 16);
    Cure cure = cause.cure();
    return "%s %s %s"
        .formatted(
            cause.code(),
            since,
            cure == null
                ? "no cure"
                : "%s %s%s %s"
                    .formatted(
                        cure.method(),
                        cure.path(),
                        cure.body() == null ? "" : " " + cure.body(),
                        cure.role()));
  }
}
