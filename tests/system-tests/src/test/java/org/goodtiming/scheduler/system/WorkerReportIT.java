package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.execution.ExecutionState.DISPATCHED;
import static org.goodtiming.scheduler.execution.ExecutionState.ERROR;
import static org.goodtiming.scheduler.execution.ExecutionState.EXHAUSTED;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;
import static org.goodtiming.scheduler.execution.ExecutionState.RUNNING;
import static org.goodtiming.scheduler.execution.ExecutionState.SUBMITTED;

import java.time.Duration;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.execution.ResultLookup.Kind;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.system.tracked.TrackedWorker;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reports of a message-driven bean, in the transaction of its message. */
class WorkerReportIT {

  private static final SystemStack stack = SystemStack.shared();
  @AutoClose private static DeployedWorker worker;

  @AutoClose private final TrackedJobs jobs = new TrackedJobs(stack, TrackedWorker.QUEUE);

  @BeforeAll
  static void deploy() {
    stack.allow(TrackedWorker.QUEUE, Duration.ofSeconds(2), 2);
    worker = new DeployedWorker(stack, "tracked", TrackedWorker.class);
  }

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void started_and_finished_ride_in_the_transaction_of_the_message() {
    jobs.register("1", "text");
    ExecutionStatus finished = jobs.await("1", FINISHED);
    assertThat(finished.worker()).isNotBlank();
    assertThat(finished.startedAt()).isBetween(finished.dispatchedAt(), finished.endedAt());
    assertThat(jobs.transitions(finished.fireId()))
        .startsWith(SUBMITTED, DISPATCHED)
        .endsWith(FINISHED)
        .doesNotHaveDuplicates();
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_result_is_text_json_bytes_or_none() {
    jobs.register("text", "text");
    jobs.register("json", "json");
    jobs.register("bytes", "bytes");
    jobs.register("none", "none");
    assertResult("text", Kind.TEXT, "shipped".getBytes(UTF_8));
    assertResult("json", Kind.JSON, "{\"parcels\":2}".getBytes(UTF_8));
    assertResult("bytes", Kind.BYTES, new byte[] {0, (byte) 0xff});
    assertThat(jobs.executions().result(jobs.await("none", FINISHED).fireId()))
        .isEqualTo(new ResultLookup.None());
  }

  @Test
  void a_result_that_is_too_large_ends_the_run_as_an_error_that_says_so() {
    jobs.register("1", "too large");
    assertThat(jobs.await("1", ERROR).message()).startsWith("SCHED-0806 ");
  }

  @Test
  void a_failure_ends_the_run_as_an_error_with_the_workers_words() {
    jobs.register("1", "fail");
    assertThat(jobs.await("1", ERROR).message()).isEqualTo("no such order");
    assertThat(stack.integer("SELECT count(*) FROM scheduler.quarantine")).isZero();
  }

  @Nightly
  @Test
  void a_rollback_takes_the_reports_back_but_not_the_progress() {
    jobs.register("1", "roll back");
    ExecutionStatus exhausted = jobs.await("1", EXHAUSTED);
    assertThat(exhausted.progress()).isEqualTo(40);
    assertThat(jobs.transitions(exhausted.fireId()))
        .containsExactly(SUBMITTED, DISPATCHED, RUNNING, EXHAUSTED);
  }

  private void assertResult(String jobId, Kind kind, byte[] bytes) {
    ResultLookup result = jobs.executions().result(jobs.await(jobId, FINISHED).fireId());
    assertThat(result).isInstanceOf(ResultLookup.Present.class);
    ResultLookup.Present present = (ResultLookup.Present) result;
    assertThat(present.kind()).isEqualTo(kind);
    assertThat(present.bytes()).isEqualTo(bytes);
    assertThat(present.expiresAt()).isAfter(stack.now());
  }
}
