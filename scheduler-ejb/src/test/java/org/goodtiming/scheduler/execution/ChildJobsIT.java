package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobParents;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.ParentFault.Kind;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.job.chain.ChildPruning;
import org.goodtiming.scheduler.operations.job.JobFamily;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that wait for the ends of other jobs. */
class ChildJobsIT extends ChainedJobs {

  @Test
  void a_child_is_dispatched_when_its_parents_have_finished() {
    parent("1");
    parent("2");
    child("c", "run", "a/1", "a/2");
    List<ClaimedJob> parents = claim();
    assertThat(keys(parents)).containsExactlyInAnyOrder("a/1", "a/2");
    assertThat(claim()).isEmpty();

    finish(parents.get(0));
    assertThat(claim()).isEmpty();
    assertThat(waitsFor("c")).isEqualTo("1");
    finish(parents.get(1));
    assertThat(keys(claim())).containsExactly("b/c");
    assertThat(ledger()).isEqualTo("0");
  }

  @Test
  void the_worker_gets_the_ends_of_the_parents() {
    parent("1");
    parent("2");
    child("c", "run", "a/1", "a/2", "a/3");
    List<ClaimedJob> runs = claim();
    finish(runs.get(0));
    end(runs.get(1), "EXHAUSTED");
    database.execute(
        "UPDATE scheduler.execution SET result_kind = 'JSON' WHERE state = 'FINISHED'");
    database.execute(
        "INSERT INTO scheduler.execution_result (fire_id, body) SELECT fire_id, '{\"rows\":3}' FROM scheduler.execution WHERE state = 'FINISHED'");
    database.execute("UPDATE scheduler.child_job SET known_until = clock_timestamp()");
    watch.run();
    assertThat(claim().get(0).envelope().carried().get(JobProperty.PARENTS))
        .isEqualTo(
            """
            [{"queue":"a","jobId":"%s","state":"EXHAUSTED","fireId":"%s","message":"for a test"},\
            {"queue":"a","jobId":"3","state":"UNKNOWN"},\
            {"queue":"a","jobId":"%s","state":"FINISHED","fireId":"%s","resultJson":{"rows":3}}]"""
                .formatted(
                    runs.get(1).key().jobId(),
                    runs.get(1).fireId(),
                    runs.get(0).key().jobId(),
                    runs.get(0).fireId()));
  }

  @Test
  void people_see_parents_and_children() {
    parent("1");
    child("c", "run", "a/1", "a/2");
    ClaimedJob run = claim().get(0);
    finish(run);
    JobQueries queries = new JobQueries(database.reader(), Redaction.NONE);
    assertThat(queries.family(new JobKey("b", "c")).parents())
        .containsExactly(
            new JobFamily.Parent(new JobKey("a", "2"), null, null, null),
            new JobFamily.Parent(new JobKey("a", "1"), "FINISHED", run.fireId().toString(), null));
    assertThat(queries.family(new JobKey("a", "2")))
        .isEqualTo(new JobFamily(List.of(), List.of(), List.of(new JobKey("b", "c"))));
  }

  @Test
  void people_see_parents_and_children_of_a_run() {
    parent("1");
    register(job("b", "c").tracked(), "run", "a/1");
    ClaimedJob first = claim().get(0);
    end(first, "EXHAUSTED");
    ClaimedJob child = claim().get(0);
    parent("1");
    register(job("b", "d").tracked(), "run", "a/1");
    ClaimedJob second = claim().get(0);
    JobQueries queries = new JobQueries(database.reader(), Redaction.NONE);
    assertThat(queries.family(first.key(), first.fireId()))
        .isEqualTo(new JobFamily(List.of(), List.of(), List.of(new JobKey("b", "c"))));
    assertThat(queries.family(second.key(), second.fireId()).children())
        .containsExactly(new JobKey("b", "d"));
    assertThat(queries.family(child.key(), child.fireId()).parents())
        .containsExactly(
            new JobFamily.Parent(
                first.key(), "EXHAUSTED", first.fireId().toString(), "for a test"));
  }

  @Test
  void end_and_release_are_one_transaction() throws SQLException {
    parent("1");
    child("c", "run", "a/1");
    ClaimedJob run = claim().get(0);
    try (OpenTransaction transaction = new OpenTransaction(database.xa(), () -> {})) {
      new ReportStore(transaction.dataSource(), "node-1", Duration.ofDays(1))
          .book(List.of(Reports.of(run, Report.Event.FINISHED, 1)));
      assertThat(claim()).isEmpty();
      transaction.rollback();
      assertThat(waitsFor("c")).isEqualTo("1");
    }
    assertThat(claim()).isEmpty();
    finish(run);
    assertThat(claim()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "FINISHED, cancel, waiting", "ERROR, run, waiting", "ERROR, hold, held", "ERROR, cancel, gone",
    "CANCELLED, hold, held", "EXPIRED, cancel, gone", "EXHAUSTED, hold, held",
        "EXHAUSTED, run, waiting"
  })
  void an_end_that_is_no_success_is_treated_as_the_child_says(
      String end, String policy, String result) {
    parent("1");
    child("c", policy, "a/1");
    ClaimedJob run = claim().get(0);
    end(run, end);
    watch.run();
    assertThat(result("c")).isEqualTo(result);
    if (!result.equals("waiting")) {
      assertThat(claim()).isEmpty();
    }
    if (result.equals("held")) {
      assertThat(value("SELECT last_error FROM scheduler.job"))
          .isEqualTo("SCHED-0848 parent a/1 is " + end);
    }
    assertThat(ledger()).isEqualTo("0");
  }

  @Test
  void events_tell_what_becomes_of_a_child() {
    database.execute("UPDATE scheduler.worker_queue SET events = true WHERE name = 'b'");
    parent("1");
    child("cancelled", "cancel", "a/1");
    register(job("b", "cancelled run").tracked(), "cancel", "a/1");
    child("runs", "run", "a/1");
    child("held", "hold", "a/1");
    end(claim().get(0), "ERROR");
    watch.run();
    assertThat(keys(claim())).containsExactly("b/runs");
    assertThat(
            value(
                    """
                SELECT string_agg(concat_ws(' ', job_id, type, message), E'\n' ORDER BY job_id, position) FROM scheduler.event
                """)
                .lines())
        .containsExactly(
            "cancelled job.registered",
            "cancelled job.cancelled SCHED-0848 parent a/1 is ERROR",
            "cancelled run job.registered",
            "cancelled run job.cancelled SCHED-0848 parent a/1 is ERROR",
            "held job.registered",
            "held job.held SCHED-0848 parent a/1 is ERROR",
            "runs job.registered",
            "runs job.dispatched");
  }

  @Test
  void a_parent_that_is_cancelled_before_its_dispatch_has_failed() {
    parent("1");
    child("c", "hold", "a/1");
    jobs.cancel(new JobKey("a", "1"), Instant.parse("2027-01-01T00:00:00Z"), null);
    assertThat(result("c")).isEqualTo("held");
  }

  @Test
  void a_chain_is_cancelled_to_its_end() {
    parent("1");
    for (int i = 2; i <= 30; i++) {
      register(job("a", "" + i).tracked(), "cancel", "a/" + (i - 1));
    }
    end(claim().get(0), "ERROR");
    IntStream.range(0, 30).forEach(i -> watch.run());
    assertThat(value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    assertThat(
            value(
                "SELECT message FROM scheduler.execution WHERE job_id = '30' AND state = 'CANCELLED'"))
        .isEqualTo("SCHED-0848 parent a/29 is CANCELLED");
    assertThat(database.hasWork(watch)).isFalse();
    assertThat(ledger()).isEqualTo("0");
  }

  @Test
  void an_attempt_that_fails_is_no_end() {
    database.execute("UPDATE scheduler.worker_queue SET retry = 'PT1H' WHERE name = 'a'");
    parent("1");
    child("c", "hold", "a/1");
    ClaimedJob first = claim().get(0);
    end(first, "ERROR");
    assertThat(waitsFor("c")).isEqualTo("1");
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp() WHERE queue = 'a'");
    finish(claim().get(0));
    assertThat(keys(claim())).containsExactly("b/c");
  }

  @Test
  void a_parent_that_ended_before_or_runs_already_counts() {
    parent("1");
    parent("2");
    List<ClaimedJob> runs = claim();
    finish(runs.get(0));
    child("c", "hold", runs.get(0).key().toString());
    assertThat(keys(claim())).containsExactly("b/c");
    child("d", "hold", runs.get(1).key().toString());
    assertThat(claim()).isEmpty();
    finish(runs.get(1));
    assertThat(keys(claim())).containsExactly("b/d");
  }

  @Test
  void a_parent_may_come_later_than_its_child() {
    child("c", "hold", "a/1");
    watch.run();
    assertThat(claim()).isEmpty();
    parent("1");
    watch.run();
    finish(claim().get(0));
    assertThat(keys(claim())).containsExactly("b/c");
    assertThat(database.hasWork(watch)).isFalse();
  }

  @Test
  void a_parent_that_has_come_and_ended_unseen_is_found() {
    child("c", "hold", "a/1");
    parent("1");
    finish(claim().get(0));
    assertThat(claim()).isEmpty();
    watch.run();
    assertThat(keys(claim())).containsExactly("b/c");
  }

  @Test
  void a_parent_that_never_comes_is_given_up() {
    child("c", "hold", "a/1");
    database.execute("UPDATE scheduler.child_job SET known_until = clock_timestamp()");
    watch.run();
    assertThat(value("SELECT last_error FROM scheduler.job"))
        .isEqualTo("SCHED-0848 parent a/1 is UNKNOWN");
    assertThat(result("c")).isEqualTo("held");
  }

  @Test
  void the_registration_that_replaces_a_parent_takes_its_place() {
    parent("1");
    child("c", "hold", "a/1");
    parent("1");
    assertThat(result("c")).isEqualTo("waiting");
    watch.run();
    finish(claim().get(0));
    assertThat(keys(claim())).containsExactly("b/c");
  }

  @Test
  void a_child_that_is_replaced_waits_as_the_later_registration_says() {
    parent("1");
    child("c", "hold", "a/1");
    child("c", "hold", "a/1");
    assertThat(waitsFor("c")).isEqualTo("1");
    jobs.register(List.of(job("b", "c").build()));
    assertThat(keys(claim())).containsExactlyInAnyOrder("a/1", "b/c");
  }

  @Test
  void a_child_that_was_cancelled_or_held_stays_so() {
    parent("1");
    child("c", "hold", "a/1");
    child("d", "hold", "a/1");
    database.execute(
        "UPDATE scheduler.job SET held_at = clock_timestamp(), held_by = 'anna' WHERE job_id = 'd'");
    jobs.cancel(new JobKey("b", "c"), Instant.parse("2027-01-01T00:00:00Z"), null);
    finish(claim().get(0));
    assertThat(claim()).isEmpty();
    assertThat(value("SELECT held_by || coalesce(waits_for, -1) FROM scheduler.job"))
        .isEqualTo("anna-1");
  }

  @Test
  void no_change_of_a_waiting_child_makes_it_due() {
    parent("1");
    child("c", "hold", "a/1");
    database.execute(
        "UPDATE scheduler.job SET eligible_at = due_at, held_at = NULL WHERE job_id = 'c'");
    assertThat(keys(claim())).containsExactly("a/1");
  }

  @Test
  void a_delay_counts_from_the_release_and_a_due_time_stays() {
    parent("1");
    register(job("b", "c").after(Duration.ofHours(1)).tracked(), "hold", "a/1");
    register(job("b", "d").dueAt("2100-01-01T00:00:00Z"), "hold", "a/1");
    database.execute(
        "UPDATE scheduler.job SET due_at = due_at - interval 'P1D' WHERE job_id = 'c'");
    Instant released = database.now();
    finish(claim().get(0));
    String times =
        "SELECT %s FROM scheduler.job j LEFT JOIN scheduler.execution e USING (fire_id) WHERE j.job_id = '%s'";
    assertThat(
            value(
                times.formatted(
                    "j.due_at = j.eligible_at AND j.due_at = e.due_at AND j.due_at - interval 'PT1H' BETWEEN '"
                        + released
                        + "' AND clock_timestamp()",
                    "c")))
        .isEqualTo("t");
    assertThat(value(times.formatted("j.eligible_at = '2100-01-01T00:00:00Z'", "d")))
        .isEqualTo("t");
  }

  @Test
  void a_child_in_a_paused_group_is_dispatched_after_the_pause() {
    parent("1");
    database.execute(
        "INSERT INTO scheduler.dispatch_pause (group_key, paused_by) VALUES ('g', 'anna')");
    register(job("b", "c").group("g"), "hold", "a/1");
    finish(claim().get(0));
    assertThat(claim()).isEmpty();
    assertThat(
            value(
                "SELECT resumes_at <= clock_timestamp() AND waits_for IS NULL FROM scheduler.job"))
        .isEqualTo("t");
  }

  @Test
  void an_untracked_parent_is_tracked_if_its_queue_tells_its_end() {
    database.execute(
        "UPDATE scheduler.worker_queue SET finished_when_acknowledged = true WHERE name = 'c'");
    jobs.register(List.of(job("c", "1").build()));
    child("c", "hold", "c/1");
    ClaimedJob run = claim().get(0);
    assertThat(run.run()).isNotNull();
    finish(run);
    assertThat(keys(claim())).containsExactly("b/c");
  }

  @Test
  void a_parent_of_which_nobody_tells_the_end_is_refused() {
    jobs.register(
        List.of(
            job("b", "1").build(),
            job("a", "s").recurring("every:PT1H", "2100-01-01T00:00:00Z").build()));
    assertThat(fault(job("b", "c"), "b/1")).isEqualTo(Kind.UNTRACKED);
    assertThat(fault(job("b", "c"), "a/s")).isEqualTo(Kind.RECURRING);
    assertThat(
            jobs.parentFaults(List.of(built(job("b", "c"), "hold", "b/2"), job("b", "2").build())))
        .containsOnlyKeys(new JobKey("b", "c"));
    assertThat(
            jobs.parentFaults(
                List.of(built(job("b", "c"), "hold", "b/2"), job("b", "2").tracked().build())))
        .isEmpty();
  }

  @Test
  void a_circle_is_refused() {
    register(job("b", "1").tracked(), "hold", "b/3");
    register(job("b", "2").tracked(), "hold", "b/1");
    assertThat(fault(job("b", "3").tracked(), "a/9", "b/2")).isEqualTo(Kind.CYCLE);
    assertThat(fault(job("b", "3").tracked(), "a/9")).isNull();
    assertThat(
            jobs.parentFaults(
                List.of(
                    built(job("b", "8").tracked(), "hold", "b/9"),
                    built(job("b", "9").tracked(), "hold", "b/8"),
                    built(job("b", "7"), "hold", "b/8"))))
        .containsOnlyKeys(new JobKey("b", "9"));
  }

  @Test
  void a_circle_is_found_beyond_ten_thousand_parents_that_wait_for_nobody() {
    List<NewJob> many =
        new ArrayList<>(
            IntStream.range(0, 10)
                .mapToObj(
                    i ->
                        built(
                            job("b", "w" + i).tracked(),
                            "hold",
                            IntStream.range(0, 1000)
                                .mapToObj(parent -> "a/" + i + "-" + parent)
                                .toArray(String[]::new)))
                .toList());
    many.add(built(job("b", "1").tracked(), "hold", "b/2"));
    many.add(built(job("b", "2").tracked(), "hold", "b/3"));
    many.add(built(job("b", "3").tracked(), "hold", "b/4"));
    jobs.register(many);
    String[] parents =
        many.stream().limit(11).map(each -> each.key().toString()).toArray(String[]::new);
    assertThat(fault(job("b", "4").tracked(), parents)).isEqualTo(Kind.CYCLE);
    assertThat(fault(job("b", "5").tracked(), parents)).isNull();
  }

  @Test
  void the_worker_gets_no_more_of_many_parents_than_a_message_carries() {
    String[] parents =
        IntStream.range(0, 100).mapToObj(i -> "a/" + "x".repeat(200) + i).toArray(String[]::new);
    child("c", "run", parents);
    database.execute("UPDATE scheduler.child_job SET known_until = clock_timestamp()");
    watch.run();
    Map<JobProperty, Object> carried = claim().get(0).envelope().carried();
    assertThat(carried).containsEntry(JobProperty.AFTER, "[\"" + parents[0] + "\"]");
    assertThat(carried.get(JobProperty.PARENTS).toString())
        .hasSizeBetween(15_500, 16_000)
        .endsWith("\"state\":\"UNKNOWN\",\"cut\":true}]");
  }

  @Test
  void a_run_that_is_dispatched_closes_no_circle() {
    parent("1");
    ClaimedJob run = claim().get(0);
    register(job("a", "2").tracked(), "hold", "a/1");
    register(job("a", "1").tracked(), "hold", "a/2");
    finish(run);
    assertThat(keys(claim())).containsExactly("a/2");
  }

  @Test
  void a_child_with_an_unknown_parent_is_not_written_again() {
    child("c", "hold", "a/1");
    watch.run();
    String version = "SELECT ctid || ' ' || xmin || ' ' || xmax FROM scheduler.job";
    String before = value(version);
    watch.run();
    watch.run();
    assertThat(value(version)).isEqualTo(before);
  }

  @Test
  void a_child_that_is_held_for_a_failed_parent_is_free_when_it_is_registered_again() {
    parent("1");
    child("c", "hold", "a/1");
    child("d", "hold", "a/1");
    end(claim().get(0), "ERROR");
    assertThat(result("c")).isEqualTo("held");
    parent("2");
    child("c", "hold", "a/2");
    assertThat(result("c")).isEqualTo("waiting");
    finish(claim().get(0));
    assertThat(keys(claim())).containsExactly("b/c");
    assertThat(result("d")).isEqualTo("held");
    jobs.register(List.of(job("b", "d").build()));
    assertThat(keys(claim())).containsExactly("b/d");
  }

  @Test
  void a_parent_that_is_cancelled_while_it_runs_is_not_replaced_by_a_later_job() {
    parent("1");
    child("c", "hold", "a/1");
    ClaimedJob run = claim().get(0);
    parent("1");
    end(run, "CANCELLED");
    assertThat(result("c")).isEqualTo("held");
  }

  @Test
  void an_end_does_not_wait_for_the_run_of_a_child() throws SQLException {
    parent("1");
    register(job("b", "c").after(Duration.ofHours(1)).tracked(), "hold", "a/1");
    ClaimedJob run = claim().get(0);
    try (OpenTransaction other = new OpenTransaction(database.xa(), () -> {})) {
      new Sql(other.dataSource())
          .execute("SELECT FROM scheduler.execution WHERE job_id = 'c' FOR UPDATE");
      assertThat(CompletableFuture.runAsync(() -> finish(run)))
          .succeedsWithin(Duration.ofSeconds(10));
      assertThat(waitsFor("c")).isEqualTo("1");
    }
    watch.run();
    assertThat(waitsFor("c")).isEqualTo("null");
  }

  @Test
  void two_registrations_that_close_a_circle_come_one_after_the_other() throws Exception {
    try (OpenTransaction first = new OpenTransaction(database.xa(), () -> {});
        OpenTransaction second = new OpenTransaction(database.xa(), () -> {})) {
      JobStore one = new JobStore(first.dataSource(), executions, database.schedules());
      JobStore other = new JobStore(second.dataSource(), executions, database.schedules());
      NewJob job = built(job("b", "1").tracked(), "hold", "b/2");
      assertThat(one.parentFaults(List.of(job))).isEmpty();
      var faults =
          CompletableFuture.supplyAsync(
              () -> other.parentFaults(List.of(built(job("b", "2").tracked(), "hold", "b/1"))));
      new JobStore(
              first.dataSource(),
              new ExecutionStore(first.dataSource(), "node-1"),
              database.schedules())
          .register(List.of(job));
      first.commit();
      assertThat(faults.join()).hasSize(1);
    }
  }

  @Test
  void ends_at_the_same_time_release_the_child_once() throws SQLException {
    parent("1");
    parent("2");
    child("c", "hold", "a/1", "a/2");
    List<ClaimedJob> runs = claim();
    try (OpenTransaction first = new OpenTransaction(database.xa(), () -> {})) {
      new ReportStore(first.dataSource(), "node-1", Duration.ofDays(1))
          .book(List.of(Reports.of(runs.get(0), Report.Event.FINISHED, 1)));
      finish(runs.get(1));
      assertThat(claim()).isEmpty();
    }
    assertThat(claim()).isEmpty();
    watch.run();
    assertThat(keys(claim())).containsExactly("b/c");
    assertThat(database.hasWork(watch)).isFalse();
  }

  @Test
  void the_end_of_a_parent_with_many_children_releases_some_and_leaves_the_others() {
    parent("1");
    List<NewJob> many =
        IntStream.range(0, 1100).mapToObj(i -> built(job("b", "" + i), "hold", "a/1")).toList();
    jobs.parentFaults(many);
    jobs.register(many);
    finish(claim().get(0));
    assertThat(value("SELECT count(*) FROM scheduler.job WHERE waits_for IS NULL"))
        .isEqualTo("1000");
    while (database.hasWork(watch)) {
      watch.run();
    }
    assertThat(value("SELECT count(*) FROM scheduler.job WHERE waits_for IS NULL"))
        .isEqualTo("1100");
  }

  @Test
  void a_child_may_have_a_thousand_parents() {
    String[] parents = IntStream.range(0, 1000).mapToObj(i -> "a/" + i).toArray(String[]::new);
    jobs.register(
        IntStream.range(0, 1000).mapToObj(i -> job("a", "" + i).tracked().build()).toList());
    child("c", "hold", parents);
    List<ClaimedJob> runs = new ArrayList<>(claim());
    reports.book(runs.stream().map(run -> Reports.of(run, Report.Event.FINISHED, 1)).toList());
    assertThat(keys(claim())).containsExactly("b/c");
  }

  @Test
  void what_is_known_of_a_former_child_is_pruned() {
    parent("1");
    child("c", "hold", "a/1");
    finish(claim().get(0));
    claim();
    ChildPruning pruning = new ChildPruning(database.xa());
    pruning.run();
    assertThat(value("SELECT count(*) FROM scheduler.job_parent")).isEqualTo("1");
    database.execute(
        "UPDATE scheduler.child_job SET registered_at = registered_at - interval 'P8D'");
    pruning.run();
    assertThat(value("SELECT count(*) FROM scheduler.job_parent")).isEqualTo("0");
  }

  private void parent(String jobId) {
    jobs.register(List.of(job("a", jobId).tracked().build()));
  }

  private void child(String jobId, String policy, String... parents) {
    register(job("b", jobId), policy, parents);
  }

  private void register(Jobs child, String policy, String... parents) {
    NewJob job = built(child, policy, parents);
    assertThat(jobs.parentFaults(List.of(job))).isEmpty();
    jobs.register(List.of(job));
  }

  private Kind fault(Jobs child, String... parents) {
    var faults = jobs.parentFaults(List.of(built(child, "hold", parents)));
    return faults.isEmpty() ? null : faults.values().iterator().next().kind();
  }

  private static NewJob built(Jobs child, String policy, String... parents) {
    Map<JobProperty, Object> carried = new HashMap<>();
    carried.put(
        JobProperty.AFTER,
        JobParents.write(
            Arrays.stream(parents).flatMap(parent -> JobParents.read(parent).stream()).toList()));
    carried.put(JobProperty.IF_PARENT_FAILS, policy);
    return child.carried(carried).build();
  }

  private void end(ClaimedJob run, String state) {
    switch (state) {
      case "FINISHED" -> finish(run);
      case "ERROR" -> reports.book(List.of(Reports.of(run, Report.Event.FAILED, 1)));
      case "CANCELLED" -> executions.cancelled(List.of(run.fireId()));
      default -> executions.ended(List.<UUID>of(run.fireId()), Ending.valueOf(state), "for a test");
    }
  }

  private String waitsFor(String jobId) {
    return value("SELECT waits_for FROM scheduler.job WHERE job_id = '%s'".formatted(jobId));
  }

  private String result(String jobId) {
    return value(
        """
        SELECT coalesce((SELECT CASE WHEN held_at IS NOT NULL THEN 'held' ELSE 'waiting' END
                           FROM scheduler.job WHERE job_id = '%s'), 'gone')
        """
            .formatted(jobId));
  }
}
