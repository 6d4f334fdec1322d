package org.goodtiming.scheduler.web.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.fields;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.operations.batch.BatchFilter;
import org.goodtiming.scheduler.operations.batch.BatchRequest;
import org.goodtiming.scheduler.operations.batch.BatchVerb;
import org.goodtiming.scheduler.operations.batch.RunFilter;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.operations.job.PropertyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BatchJsonTest {

  @Test
  void an_operation_on_jobs_has_the_filters_of_their_list() {
    BatchRequest request =
        BatchJson.request(
            fields(
                """
                {'operation': 'reschedule', 'queue': 'order-check', 'jobState': 'retrying', 'prefix': 'a-',
                 'dueFrom': '2100-01-01T00:00:00Z', 'dueBefore': '2101-01-01T00:00:00Z',
                 'dueAt': '2102-01-01T00:00:00Z', 'dryRun': true}
                """));

    assertThat(request.verb()).isEqualTo(BatchVerb.RESCHEDULE);
    assertThat(request.move()).isEqualTo(new Move.To(Instant.parse("2102-01-01T00:00:00Z")));
    assertThat(request.filter())
        .isEqualTo(
            new BatchFilter(
                "order-check",
                JobState.RETRYING,
                "a-",
                Instant.parse("2100-01-01T00:00:00Z"),
                Instant.parse("2101-01-01T00:00:00Z"),
                null,
                null,
                null,
                null,
                false));
  }

  @Test
  void jobs_are_moved_by_an_offset_and_chosen_by_a_property() {
    BatchRequest request =
        BatchJson.request(
            fields(
                """
                {'operation': 'reschedule', 'queue': 'a', 'dueFrom': '2100-01-01T00:00:00Z', 'property': 'x_customer:4711',
                 'dueOffset': '-PT1H'}
                """));

    assertThat(request.move()).isEqualTo(new Move.By(Duration.ofHours(-1)));
    assertThat(request.filter().property()).isEqualTo(new PropertyValue("x_customer", "4711"));
    assertThat(request.filter().schedules()).isFalse();
  }

  @Test
  void only_a_cancel_and_a_move_can_be_told_to_change_schedules() {
    assertThat(filterOf("{'operation': 'cancel', 'queue': 'a'}").schedules()).isFalse();
    assertThat(filterOf("{'operation': 'cancel', 'queue': 'a', 'schedules': true}").schedules())
        .isTrue();
    assertThat(
            refusal(
                () ->
                    BatchJson.request(
                        fields("{'operation': 'hold', 'queue': 'a', 'schedules': true}"))))
        .contains("schedules");
  }

  private static BatchFilter filterOf(String json) {
    return BatchJson.request(fields(json)).filter();
  }

  @Test
  void an_operation_on_the_quarantine_has_the_filters_of_its_list() {
    assertThat(
            BatchJson.request(
                fields(
                    "{'operation': 'resubmit', 'queue': 'a', 'stage': 'dispatch', 'code': 'SCHED-0112'}")))
        .isEqualTo(
            new BatchRequest(
                BatchVerb.RESUBMIT,
                null,
                new BatchFilter(
                    "a", null, null, null, null, null, "dispatch", "SCHED-0112", null, false)));
  }

  @Test
  void ended_runs_are_chosen_by_state_and_end() {
    BatchFilter filter =
        filter(
            "'prefix': 'a-', 'runState': 'CANCELLED,ERROR', 'endedFrom': '2026-11-26T00:00:00Z'");

    assertThat(filter.prefix()).isEqualTo("a-");
    assertThat(filter.runs())
        .isEqualTo(
            new RunFilter(
                Set.of(ExecutionState.ERROR, ExecutionState.CANCELLED),
                Instant.parse("2026-11-26T00:00:00Z"),
                null));
  }

  @Test
  void runs_that_have_failed_are_run_again_unless_other_states_are_said() {
    assertThat(filter("'endedBefore': '2026-11-26T00:00:00Z'").runs().states())
        .containsExactlyInAnyOrder(ExecutionState.ERROR, ExecutionState.EXHAUSTED);
    assertThat(filter("'queue': 'a'").runs()).isNull();
  }

  private static BatchFilter filter(String fields) {
    return BatchJson.request(fields("{'operation': 'run-again', %s}".formatted(fields))).filter();
  }

  @ParameterizedTest
  @EnumSource(BatchVerb.class)
  void every_operation_may_be_restricted_to_a_queue(BatchVerb verb) {
    BatchRequest request =
        BatchJson.request(
            fields(
                "{'operation': '%s', 'queue': 'a'%s}".formatted(verb.label(), otherFields(verb))));

    assertThat(request.verb()).isEqualTo(verb);
    assertThat(request.filter().queue()).isEqualTo("a");
  }

  private static String otherFields(BatchVerb verb) {
    return switch (verb) {
      case RESCHEDULE -> ", 'dueAt': '2100-01-01T00:00:00Z'";
      case CANCEL_RUNS -> ", 'jobBatch': 'import-1'";
      default -> "";
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                                          | 422 SCHED-0916 field operation is absent: send one of cancel, reschedule, run-now, hold, release, resubmit, delete, run-again, cancel-runs
          {'operation': 'hug', 'queue': 'a'}                          | 422 SCHED-0916 field operation is hug: send one of cancel, reschedule, run-now, hold, release, resubmit, delete, run-again, cancel-runs
          {'operation': 1, 'queue': 'a'}                              | 422 SCHED-0916 field operation is 1: send text without NUL
          {'operation': 'cancel'}                                     | 422 SCHED-0932 the operation would apply to everything: send at least one filter, such as queue
          {'operation': 'cancel', 'dryRun': true}                     | 422 SCHED-0932 the operation would apply to everything: send at least one filter, such as queue
          {'operation': 'cancel', 'queue': ''}                        | 422 SCHED-0916 field queue is "": send text without NUL
          {'operation': 'cancel', 'queue': 'a', 'code': 'SCHED-0112'} | 422 SCHED-0916 field code is "SCHED-0112": send only dryRun, dueBefore, dueFrom, jobState, operation, prefix, property, queue, schedules
          {'operation': 'cancel', 'queue': 'a', 'dueAt': '2100-01-01T00:00:00Z'} | 422 SCHED-0916 field dueAt is "2100-01-01T00:00:00Z": send only dryRun, dueBefore, dueFrom, jobState, operation, prefix, property, queue, schedules
          {'operation': 'cancel', 'queue': 'a', 'jobState': 'lost'}   | 422 SCHED-0916 field jobState is lost: send one of waiting, due, overdue, retrying, held
          {'operation': 'reschedule', 'queue': 'a'}                   | 422 SCHED-0916 field dueAt is absent: send a moment in the years 1970 to 9999 with an offset, like 2026-12-01T10:00:00Z, or dueOffset
          {'operation': 'reschedule', 'queue': 'a', 'dueOffset': 'PT0S'} | 422 SCHED-0916 field dueOffset is PT0S: send a duration of at most 3,660 days, like PT1H or -PT1H
          {'operation': 'reschedule', 'queue': 'a', 'dueOffset': '-P3661D'} | 422 SCHED-0916 field dueOffset is -P3661D: send a duration of at most 3,660 days, like PT1H or -PT1H
          {'operation': 'reschedule', 'queue': 'a', 'dueOffset': 'PT1H', 'dueAt': '2100-01-01T00:00:00Z'} | 422 SCHED-0916 field dueOffset is PT1H: send either dueAt or dueOffset
          {'operation': 'hold', 'queue': 'a', 'property': 'x_a:1'} | 400 SCHED-0982 parameter property needs queue, and dueFrom or dueBefore, because no index knows the properties: send them, too
          {'operation': 'hold', 'queue': 'a', 'dueFrom': '2100-01-01T00:00:00Z', 'property': 'a:1'} | 422 SCHED-0916 field property is a:1: send name and value of a property, like x_customer:4711
          {'operation': 'reschedule', 'queue': 'a', 'dueAt': 'tomorrow'} | 422 SCHED-0916 field dueAt is "tomorrow": send a moment in the years 1970 to 9999 with an offset, like 2026-12-01T10:00:00Z
          {'operation': 'delete', 'prefix': 'a'}                      | 422 SCHED-0916 field prefix is "a": send only code, dryRun, operation, queue, stage
          {'operation': 'run-again'}                                  | 422 SCHED-0932 the operation would apply to everything: send at least one filter, such as queue
          {'operation': 'run-again', 'runState': 'EXPIRED'}           | 422 SCHED-0916 field runState is EXPIRED: send one or more of FINISHED, ERROR, CANCELLED, EXHAUSTED, separated by commas
          {'operation': 'run-again', 'jobState': 'due'}               | 422 SCHED-0916 field jobState is "due": send only dryRun, endedBefore, endedFrom, jobBatch, operation, prefix, queue, runState
          {'operation': 'delete', 'stage': 'lost'}                    | 422 SCHED-0916 field stage is lost: send one of registration, dispatch, execution
          """)
  void an_operation_that_cannot_be_read_is_refused(String json, String refusal) {
    assertThat(refusal(() -> BatchJson.request(fields(json)))).isEqualTo(refusal);
  }
}
