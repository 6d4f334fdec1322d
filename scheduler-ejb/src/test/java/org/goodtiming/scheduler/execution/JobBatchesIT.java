package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.config.work.ExecutionConfig;
import org.goodtiming.scheduler.execution.history.ExecutionPruning;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.execution.rerun.RerunStore;
import org.goodtiming.scheduler.job.BatchChange;
import org.goodtiming.scheduler.job.BatchFault;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.EnvelopeCipher;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.job.chain.ChildPruning;
import org.goodtiming.scheduler.job.chain.JobBatchAge;
import org.goodtiming.scheduler.job.chain.OpenJobBatches;
import org.goodtiming.scheduler.job.chain.ParentWatch;
import org.goodtiming.scheduler.operations.job.JobFamily;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.Test;

/** Jobs that belong together, and jobs that wait for all of them. */
class JobBatchesIT extends ChainedJobs {

  @Test
  void the_next_job_is_due_once_when_all_members_have_ended() {
    members("1", "2");
    next("then");
    assertThat(state()).isEqualTo("OPEN");
    assertThat(close(2)).isNull();
    List<ClaimedJob> runs = claim();
    assertThat(keys(runs)).containsExactlyInAnyOrder("a/1", "a/2");
    finish(runs.get(0));
    watch.run();
    assertThat(claim()).isEmpty();
    assertThat(counts()).isEqualTo("2 0 1 1 0 0");
    assertThat(state()).isEqualTo("CLOSED");

    finish(runs.get(1));
    watch.run();
    assertThat(state()).isEqualTo("FINISHED");
    List<ClaimedJob> then = claim();
    assertThat(keys(then)).containsExactly("b/then");
    assertThat(then.get(0).envelope().carried().get(JobProperty.PARENTS))
        .isEqualTo(
            "[{\"batch\":\"import\",\"state\":\"FINISHED\",\"total\":2,\"finished\":2,\"failed\":0,\"cancelled\":0,\"missing\":0}]");
    watch.run();
    assertThat(claim()).isEmpty();
    assertThat(database.hasWork(watch)).isFalse();
    assertThat(ledger()).isEqualTo("0");
  }

  @Test
  void people_see_the_batch_of_a_run_and_the_batches_that_a_job_waits_for() {
    members("1");
    next("then");
    waiting("alarm", JobProperty.ON_BATCH_FAILURE, "run");
    close(1);
    ClaimedJob run = claim().get(0);
    assertThat(new Executions(database.reader()).find(run.fireId()).orElseThrow().batch())
        .isEqualTo("import");
    JobQueries queries = new JobQueries(database.reader(), Redaction.NONE);
    assertThat(queries.family(new JobKey("b", "then")).batches())
        .containsExactly(new JobFamily.ParentBatch("import", false, null));
    end(run, Ending.EXHAUSTED);
    watch.run();
    JobFamily alarm = queries.family(new JobKey("b", "alarm"));
    assertThat(alarm.parents()).isEmpty();
    assertThat(alarm.batches())
        .containsExactly(new JobFamily.ParentBatch("import", true, "FAILED"));
  }

  @Test
  void messages_may_come_in_any_order() {
    next("then");
    assertThat(close(2)).isNull();
    members("1");
    finish(claim().get(0));
    watch.run();
    assertThat(claim()).isEmpty();
    members("2");
    finish(claim().get(0));
    watch.run();
    assertThat(keys(claim())).containsExactly("b/then");
  }

  @Test
  void a_batch_without_members_ends_at_once() {
    next("then");
    close(0);
    watch.run();
    watch.run();
    assertThat(keys(claim())).containsExactly("b/then");
  }

  @Test
  void the_first_failure_releases_one_job_and_the_end_holds_the_other() {
    members("1", "2");
    next("then");
    waiting("alarm", JobProperty.ON_BATCH_FAILURE, "run");
    close(2);
    List<ClaimedJob> runs = claim();
    end(runs.get(0), Ending.EXHAUSTED);
    watch.run();
    assertThat(keys(claim())).containsExactly("b/alarm");

    end(runs.get(1), Ending.EXPIRED);
    watch.run();
    assertThat(claim()).isEmpty();
    assertThat(value("SELECT held_by || ' ' || last_error FROM scheduler.job"))
        .isEqualTo("scheduler SCHED-0848 batch import is FAILED");
    assertThat(counts()).isEqualTo("2 0 0 0 2 0");
  }

  @Test
  void a_job_that_waits_for_a_failure_is_cancelled_if_there_is_none() {
    members("1", "2");
    waiting("alarm", JobProperty.ON_BATCH_FAILURE, "run");
    close(2);
    List<ClaimedJob> runs = claim();
    finish(runs.get(0));
    end(runs.get(1), Ending.CANCELLED);
    watch.run();
    watch.run();
    assertThat(claim()).isEmpty();
    assertThat(value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    assertThat(value("SELECT end_state FROM scheduler.job_batch")).isEqualTo("CANCELLED");
    assertThat(ledger()).isEqualTo("0");
  }

  @Test
  void jobs_that_come_after_the_failure_or_the_end_wait_no_more() {
    members("1", "2");
    List<ClaimedJob> runs = claim();
    end(runs.get(0), Ending.EXHAUSTED);
    watch.run();
    waiting("alarm", JobProperty.ON_BATCH_FAILURE, "run");
    assertThat(keys(claim())).containsExactly("b/alarm");
    close(2);
    finish(runs.get(1));
    watch.run();
    waiting("then", JobProperty.AFTER_BATCH, "run");
    assertThat(keys(claim())).containsExactly("b/then");
  }

  @Test
  void a_batch_takes_as_many_members_as_its_size_says() {
    members("1", "2");
    assertThat(close(1)).isEqualTo(BatchFault.Kind.SIZE);
    assertThat(close(2)).isNull();
    assertThat(close(2)).isNull();
    assertThat(close(3)).isEqualTo(BatchFault.Kind.SIZE);
    assertThat(faults(member("3"))).containsExactly(BatchFault.Kind.FULL);
    assertThat(faults(member("1"))).isEmpty();
    claim().forEach(this::finish);
    watch.run();
    assertThat(faults(member("3"))).containsExactly(BatchFault.Kind.FULL);
  }

  @Test
  void members_and_size_are_of_one_login_and_their_ends_are_told() {
    members("1");
    assertThat(jobs.change(new BatchChange("import", 1, null), "other"))
        .map(BatchFault::kind)
        .contains(BatchFault.Kind.LOGIN);
    assertThat(faults(carrying(job("b", "1"), JobProperty.BATCH)))
        .containsExactly(BatchFault.Kind.UNTRACKED);
    assertThat(faults(job("b", "1").carried(Map.of(JobProperty.BATCH, "new")).build()))
        .containsExactly(BatchFault.Kind.UNTRACKED);
    assertThat(value("SELECT string_agg(id, ' ') FROM scheduler.job_batch")).isEqualTo("import");
    database.execute(
        "UPDATE scheduler.worker_queue SET finished_when_acknowledged = true WHERE name = 'b'");
    NewJob member = carrying(job("b", "1"), JobProperty.BATCH);
    assertThat(faults(member)).isEmpty();
    jobs.register(List.of(member));
    assertThat(counts()).isEqualTo("2 2 0 0 0 0");
  }

  @Test
  void a_member_that_is_registered_again_takes_its_own_place() {
    members("1", "2");
    close(2);
    members("1");
    assertThat(counts()).isEqualTo("2 2 0 0 0 0");
    ClaimedJob run =
        claim().stream().filter(each -> each.key().jobId().equals("1")).findAny().get();
    end(run, Ending.EXHAUSTED);
    members("1");
    assertThat(counts()).isEqualTo("2 1 1 0 0 0");
    watch.run();
    assertThat(counts()).isEqualTo("2 1 1 0 0 0");
  }

  @Test
  void what_has_failed_is_run_again_and_then_the_held_job_is_released() {
    members("1", "2");
    next("then");
    close(2);
    List<ClaimedJob> runs = claim();
    finish(runs.get(0));
    end(runs.get(1), Ending.EXHAUSTED);
    watch.run();
    assertThat(claim()).isEmpty();

    rerun(runs.get(1));
    assertThat(counts()).isEqualTo("2 1 0 1 0 0");
    finish(claim().get(0));
    watch.run();
    assertThat(keys(claim())).containsExactly("b/then");
    assertThat(value("SELECT end_state FROM scheduler.job_batch")).isEqualTo("FINISHED");
  }

  @Test
  void a_job_that_has_run_after_the_batch_does_not_run_again() {
    members("1");
    waiting("then", JobProperty.AFTER_BATCH, "run");
    close(1);
    ClaimedJob run = claim().get(0);
    end(run, Ending.EXHAUSTED);
    watch.run();
    assertThat(keys(claim())).containsExactly("b/then");
    rerun(run);
    finish(claim().get(0));
    watch.run();
    watch.run();
    assertThat(claim()).isEmpty();
    assertThat(counts()).isEqualTo("1 0 0 1 0 0");
    assertThat(database.hasWork(watch)).isFalse();
  }

  @Test
  void members_that_do_not_come_and_a_batch_that_nobody_closes_are_given_up() {
    members("1");
    next("then");
    close(3);
    finish(claim().get(0));
    database.execute("UPDATE scheduler.job_batch SET expires_at = clock_timestamp()");
    assertThat(database.hasWork(watch)).isTrue();
    watch.run();
    assertThat(
            value("SELECT end_state || ' ' || missing || ' ' || message FROM scheduler.job_batch"))
        .isEqualTo("FAILED 2 SCHED-0859 2 of 3 members were not registered in time");
    assertThat(faults(member("2"))).containsExactly(BatchFault.Kind.FULL);

    assertThat(faults(member("2", "other"))).isEmpty();
    jobs.register(List.of(member("2", "other")));
    database.execute("UPDATE scheduler.job_batch SET expires_at = clock_timestamp()");
    watch.run();
    assertThat(database.hasWork(watch)).isFalse();
    finish(claim().get(0));
    watch.run();
    assertThat(
            value("SELECT end_state || ' ' || message FROM scheduler.job_batch WHERE id = 'other'"))
        .isEqualTo(
            "FAILED SCHED-0859 nobody has closed the batch in time: it ends with the 1 members that were registered");
  }

  @Test
  void ends_of_members_do_not_wait_for_each_other() throws SQLException {
    members("1", "2");
    close(2);
    List<ClaimedJob> runs = claim();
    try (OpenTransaction first = new OpenTransaction(database.xa(), () -> {})) {
      new ReportStore(first.dataSource(), "node-1", Duration.ofDays(1))
          .book(List.of(Reports.of(runs.get(0), Report.Event.FINISHED, 1)));
      assertThat(
              CompletableFuture.runAsync(
                  () -> {
                    finish(runs.get(1));
                    watch.run();
                  }))
          .succeedsWithin(Duration.ofSeconds(10));
      assertThat(counts()).isEqualTo("2 0 1 1 0 0");
    }
    watch.run();
    assertThat(value("SELECT end_state FROM scheduler.job_batch")).isEqualTo("FINISHED");
  }

  @Test
  void members_of_an_open_batch_are_registered_beside_a_first_one_in_doubt() throws SQLException {
    try (OpenTransaction first = new OpenTransaction(database.xa(), () -> {})) {
      register(first, member("1"));
      assertThat(
              CompletableFuture.runAsync(
                  () -> {
                    members("2");
                    watch.run();
                  }))
          .succeedsWithin(Duration.ofSeconds(10));
      assertThat(counts()).isEqualTo("1 1 0 0 0 0");
    }
    assertThat(counts()).isEqualTo("2 2 0 0 0 0");
  }

  @Test
  void members_of_a_closed_batch_are_registered_one_after_the_other() throws SQLException {
    close(2);
    try (OpenTransaction first = new OpenTransaction(database.xa(), () -> {});
        OpenTransaction second = new OpenTransaction(database.xa(), () -> {})) {
      // What both have before they ask whether the batch has room
      execute(first, "SELECT FROM scheduler.job_batch FOR KEY SHARE");
      execute(second, "SELECT FROM scheduler.job_batch FOR KEY SHARE");
      CompletableFuture<Void> one = CompletableFuture.runAsync(() -> commit(first, member("1")));
      CompletableFuture<Void> other = CompletableFuture.runAsync(() -> commit(second, member("2")));
      assertThat(CompletableFuture.allOf(one, other)).succeedsWithin(Duration.ofSeconds(10));
    }
    assertThat(counts()).isEqualTo("2 2 0 0 0 0");
    assertThat(faults(member("3"))).containsExactly(BatchFault.Kind.FULL);
  }

  @Test
  void a_batch_is_closed_while_members_are_registered() throws SQLException {
    try (OpenTransaction first = new OpenTransaction(database.xa(), () -> {});
        OpenTransaction second = new OpenTransaction(database.xa(), () -> {})) {
      register(first, member("1"));
      register(second, member("2", "other"));
      assertThat(
              CompletableFuture.runAsync(
                  () ->
                      assertThat(jobs(first).change(new BatchChange("other", 1, null), "test"))
                          .isEmpty()))
          .succeedsWithin(Duration.ofSeconds(10));
      assertThat(
              CompletableFuture.runAsync(
                  () ->
                      assertThat(jobs(second).change(new BatchChange("import", 1, null), "test"))
                          .isEmpty()))
          .succeedsWithin(Duration.ofSeconds(10));
    }
    claim().forEach(this::finish);
    watch.run();
    assertThat(value("SELECT string_agg(end_state, ' ') FROM scheduler.job_batch"))
        .isEqualTo("FINISHED FINISHED");
  }

  @Test
  void an_overtaken_member_counts_as_cancelled() {
    JobKey key = member("1").key();
    jobs.cancel(key, Instant.parse("2026-12-01T11:00:00Z"), "test");
    members("1", "2");
    members("1");
    close(2);
    assertThat(counts()).isEqualTo("2 1 0 0 0 1");

    NewJob later = job("a", "2").sentAt(Instant.parse("2026-12-01T11:00:00Z")).build();
    jobs.register(List.of(later));
    members("2");
    assertThat(counts()).isEqualTo("2 0 0 0 0 2");
    watch.run();
    assertThat(value("SELECT end_state FROM scheduler.job_batch")).isEqualTo("CANCELLED");
  }

  @Test
  void the_first_failure_is_told_while_members_are_registered() throws SQLException {
    members("1");
    waiting("alarm", JobProperty.ON_BATCH_FAILURE, "run");
    ClaimedJob run = claim().get(0);
    try (OpenTransaction first = new OpenTransaction(database.xa(), () -> {})) {
      register(first, member("2"));
      end(run, Ending.EXHAUSTED);
      watch.run();
      assertThat(keys(claim())).containsExactly("b/alarm");
    }
  }

  @Test
  void a_failure_is_told_to_a_job_that_is_registered_meanwhile() throws SQLException {
    members("1");
    ClaimedJob run = claim().get(0);
    watch.run();
    try (OpenTransaction first = new OpenTransaction(database.xa(), () -> {})) {
      register(first, carrying(job("b", "alarm"), JobProperty.ON_BATCH_FAILURE));
      end(run, Ending.EXHAUSTED);
      watch.run();
    }
    watch.run();
    assertThat(keys(claim())).containsExactly("b/alarm");
  }

  @Test
  void a_failure_that_is_run_again_at_once_is_told() {
    members("1");
    waiting("alarm", JobProperty.ON_BATCH_FAILURE, "run");
    ClaimedJob run = claim().get(0);
    end(run, Ending.EXHAUSTED);
    rerun(run);
    watch.run();
    assertThat(keys(claim())).containsExactlyInAnyOrder("a/1", "b/alarm");
  }

  @Test
  void counting_does_not_wait_for_a_held_job_that_is_locked() throws SQLException {
    members("1");
    next("then");
    close(1);
    ClaimedJob run = claim().get(0);
    end(run, Ending.EXHAUSTED);
    watch.run();
    rerun(run);
    finish(claim().get(0));
    try (OpenTransaction first = new OpenTransaction(database.xa(), () -> {})) {
      execute(first, "SELECT FROM scheduler.job FOR UPDATE");
      assertThat(CompletableFuture.runAsync(watch::run)).succeedsWithin(Duration.ofSeconds(10));
      assertThat(value("SELECT end_state FROM scheduler.job_batch")).isEqualTo("FINISHED");
    }
    watch.run();
    assertThat(keys(claim())).containsExactly("b/then");
  }

  @Test
  void a_job_that_is_registered_while_the_batch_ends_is_not_forgotten() throws SQLException {
    members("1");
    close(1);
    ClaimedJob run = claim().get(0);
    watch.run();
    try (OpenTransaction first = new OpenTransaction(database.xa(), () -> {})) {
      NewJob then = carrying(job("b", "then"), JobProperty.AFTER_BATCH);
      jobs(first).parentFaults(List.of(then));
      jobs(first).register(List.of(then));
      finish(run);
      assertThat(CompletableFuture.runAsync(watch::run)).succeedsWithin(Duration.ofSeconds(10));
      assertThat(value("SELECT end_state FROM scheduler.job_batch")).isEqualTo("null");
    }
    watch.run();
    assertThat(keys(claim())).containsExactly("b/then");
  }

  /** A session keeps the plan that it has made while nothing was to be counted. */
  @Test
  void many_changes_are_counted_by_a_session_that_had_none() throws SQLException {
    members("1");
    watch.run();
    // Now the planner knows that the table is empty
    database.execute("VACUUM ANALYZE scheduler.job_batch_change");
    try (Connection session = database.xa().getConnection();
        Statement statement = session.createStatement()) {
      session.setAutoCommit(false);
      // Without a plan that depends on the number of rows, minutes become a second
      statement.execute("SET LOCAL statement_timeout = '60s'");
      for (int i = 0; i < 10; i++) {
        statement.execute("SELECT scheduler.count_batches(10000)");
      }
      statement.execute(
          """
          INSERT INTO scheduler.job_batch_change (batch, total)
          SELECT 'import', 1 FROM generate_series(1, 100000)
          """);
      statement.execute("SELECT scheduler.count_batches(10000)");
      session.rollback();
    }
  }

  @Test
  void counts_are_exact_while_two_leaders_count() {
    int size = 400;
    jobs.register(IntStream.range(0, size).mapToObj(i -> member("" + i)).toList());
    next("then");
    close(size);
    AtomicBoolean done = new AtomicBoolean();
    List<CompletableFuture<Void>> leaders =
        IntStream.range(0, 2)
            .mapToObj(
                i ->
                    CompletableFuture.runAsync(
                        () -> {
                          ParentWatch leader =
                              new ParentWatch(Runnable::run, database.xa(), executions);
                          while (!done.get()) {
                            leader.run();
                          }
                        }))
            .toList();
    List<ClaimedJob> runs = claim();
    assertThat(runs).hasSize(size);
    List<CompletableFuture<Void>> workers =
        IntStream.range(0, 4)
            .mapToObj(
                worker ->
                    CompletableFuture.runAsync(
                        () -> {
                          for (int i = worker; i < size; i += 4) {
                            if (i % 10 == 0) {
                              end(runs.get(i), Ending.EXHAUSTED);
                            } else {
                              finish(runs.get(i));
                            }
                          }
                        }))
            .toList();
    workers.forEach(CompletableFuture::join);
    done.set(true);
    leaders.forEach(CompletableFuture::join);
    watch.run();
    assertThat(counts()).isEqualTo("400 0 0 360 40 0");
    assertThat(value("SELECT end_state FROM scheduler.job_batch")).isEqualTo("FAILED");
    assertThat(value("SELECT held_by FROM scheduler.job")).isEqualTo("scheduler");
    assertThat(database.hasWork(watch)).isFalse();
  }

  @Test
  void batches_that_have_not_ended_are_counted() {
    List<Event> told = new ArrayList<>();
    JobBatchAge age = new JobBatchAge(database.xa(), told::add);
    members("1");
    database.execute("UPDATE scheduler.job_batch SET created_at = created_at - interval 'PT2H'");
    assertThat(faults(member("1", "other"))).isEmpty();
    age.run();
    close(1);
    finish(claim().get(0));
    watch.run();
    database.execute("DELETE FROM scheduler.job_batch WHERE id = 'other'");
    age.run();
    assertThat(told).hasSize(2);
    assertThat((OpenJobBatches) told.get(0))
        .satisfies(
            open -> {
              assertThat(open.batches()).isEqualTo(2);
              assertThat(open.oldest()).isBetween(Duration.ofHours(2), Duration.ofHours(3));
            });
    assertThat(told.get(1)).isEqualTo(new OpenJobBatches(0, Duration.ZERO));
  }

  @Test
  void runs_of_a_batch_that_has_not_ended_are_kept() {
    members("1", "2");
    close(3);
    claim().forEach(this::finish);
    watch.run();
    Duration age = Duration.ofDays(1);
    ExecutionPruning pruning =
        new ExecutionPruning(database.xa(), new ExecutionConfig(1, age, age, 1));
    pruning.run();
    assertThat(value("SELECT count(*) FROM scheduler.execution")).isEqualTo("2");
    members("3");
    claim().forEach(this::finish);
    watch.run();
    pruning.run();
    assertThat(value("SELECT count(*) FROM scheduler.execution")).isEqualTo("1");
    assertThat(counts()).isEqualTo("3 0 0 3 0 0");
  }

  @Test
  void a_batch_is_deleted_after_its_runs() {
    members("1");
    close(1);
    finish(claim().get(0));
    watch.run();
    database.execute("UPDATE scheduler.job_batch SET ended_at = ended_at - interval 'P8D'");
    ChildPruning pruning = new ChildPruning(database.xa());
    pruning.run();
    assertThat(value("SELECT count(*) FROM scheduler.job_batch")).isEqualTo("1");
    database.execute("DELETE FROM scheduler.execution");
    pruning.run();
    assertThat(value("SELECT count(*) FROM scheduler.job_batch")).isEqualTo("0");
    assertThat(value("SELECT count(*) FROM scheduler.node_lock WHERE name = 'job batch import'"))
        .isEqualTo("0");
  }

  private JobStore jobs(OpenTransaction transaction) {
    return new JobStore(
        transaction.dataSource(),
        new ExecutionStore(transaction.dataSource(), "node-1"),
        database.schedules(),
        EnvelopeCipher.WITHOUT_KEYS,
        transaction::outside);
  }

  private void register(OpenTransaction transaction, NewJob job) {
    JobStore ofTransaction = jobs(transaction);
    assertThat(ofTransaction.batchFaults(List.of(job))).isEmpty();
    ofTransaction.register(List.of(job));
  }

  private void commit(OpenTransaction transaction, NewJob job) {
    register(transaction, job);
    try {
      transaction.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void execute(OpenTransaction transaction, String sql) throws SQLException {
    transaction.dataSource().getConnection().createStatement().execute(sql);
  }

  private void members(String... jobIds) {
    for (String jobId : jobIds) {
      assertThat(faults(member(jobId))).isEmpty();
      jobs.register(List.of(member(jobId)));
    }
  }

  private static NewJob member(String jobId) {
    return member(jobId, "import");
  }

  private static NewJob member(String jobId, String batch) {
    return job("a", jobId).tracked().carried(Map.of(JobProperty.BATCH, batch)).build();
  }

  private void next(String jobId) {
    waiting(jobId, JobProperty.AFTER_BATCH, "hold");
  }

  private void waiting(String jobId, JobProperty property, String policy) {
    Map<JobProperty, Object> carried = new HashMap<>(Map.of(property, "import"));
    if (property == JobProperty.AFTER_BATCH) {
      carried.put(JobProperty.IF_PARENT_FAILS, policy);
    }
    NewJob job = job("b", jobId).carried(carried).build();
    assertThat(jobs.parentFaults(List.of(job))).isEmpty();
    jobs.register(List.of(job));
  }

  private static NewJob carrying(Jobs job, JobProperty property) {
    return job.carried(Map.of(property, "import")).build();
  }

  private BatchFault.Kind close(int size) {
    return jobs.change(new BatchChange("import", size, null), "test")
        .map(BatchFault::kind)
        .orElse(null);
  }

  private Collection<BatchFault.Kind> faults(NewJob... all) {
    return jobs.batchFaults(List.of(all)).values().stream().map(BatchFault::kind).toList();
  }

  private void rerun(ClaimedJob run) {
    assertThat(
            new RerunStore(database.xa(), "node-1").submit(run.fireId(), UUID.randomUUID(), "test"))
        .contains(new JobKey(run.key().queue(), run.key().jobId()));
  }

  private void end(ClaimedJob run, Ending ending) {
    executions.ended(List.of(run.fireId()), ending, "for a test");
  }

  /** Total, waiting, running, finished, failed, cancelled. */
  private String counts() {
    return value(
        """
        SELECT concat_ws(' ', total, waiting, running, finished, failed, cancelled)
          FROM scheduler.job_batch_status
         WHERE id = 'import'
        """);
  }

  private String state() {
    return value("SELECT state FROM scheduler.job_batch_status WHERE id = 'import'");
  }
}
