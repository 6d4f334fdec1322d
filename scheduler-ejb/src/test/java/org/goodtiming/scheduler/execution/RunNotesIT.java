package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.work.ExecutionConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.FaultyStatements;
import org.goodtiming.scheduler.execution.Report.Notes;
import org.goodtiming.scheduler.execution.history.ExecutionPruning;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.execution.history.RunNotes;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checkpoints and log lines that workers report, and the attempt that follows. */
class RunNotesIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionStore executions = database.executions();
  private final ReportStore reports = new ReportStore(database.xa(), "node-1", Duration.ofDays(1));
  private final JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
  private final DueJobs due = new DueJobs(database.xa(), executions, database.schedules());
  private final Executions reader = new Executions(database.reader());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_run_that_throws_is_tried_again_with_its_checkpoint_even_if_that_came_with_the_failure() {
    database.execute("UPDATE scheduler.worker_queue SET retry = 'PT1M' WHERE name = 'a'");
    ClaimedJob first = started();
    assertThat(checkpoint(first)).isNull();
    book(first, Report.Event.HEARTBEAT, new Notes("{\"page\":6}", List.of()));
    book(first, Report.Event.FAILED, new Notes("{\"page\":7}", List.of()));
    assertThat(checkpoint(claim())).isEqualTo("{\"page\":7}");
  }

  @Test
  void a_run_that_is_returned_and_one_whose_worker_is_silent_go_on_at_the_checkpoint() {
    ClaimedJob first = started();
    book(first, Report.Event.RETURNED, new Notes("1", List.of()));
    ClaimedJob second = claim();
    assertThat(checkpoint(second)).isEqualTo("1");
    book(second, Report.Event.STARTED, Notes.NONE);
    book(second, Report.Event.PROGRESS, new Notes("2", List.of()));
    database.execute(
        "UPDATE scheduler.execution SET max_attempts = 9, heartbeat_until = clock_timestamp()");
    LostRuns.atOnce(database.xa(), "node-1", event -> {}).run();
    assertThat(checkpoint(claim())).isEqualTo("2");
    assertThat(notes(first).checkpoint().attempt()).isEqualTo(2);
  }

  @Test
  void a_job_that_replaces_a_run_which_waits_begins_without_its_checkpoint() {
    database.execute("UPDATE scheduler.worker_queue SET retry = 'PT1M' WHERE name = 'a'");
    ClaimedJob first = started();
    book(first, Report.Event.FAILED, new Notes("1", List.of()));
    assertThat(database.value("SELECT checkpoint FROM scheduler.job")).isEqualTo("1");
    jobs.register(List.of(job("a", "1").tracked().build()));
    ClaimedJob replacing = claim();
    assertThat(replacing.fireId()).isNotEqualTo(first.fireId());
    assertThat(checkpoint(replacing)).isNull();
    assertThat(
            database.value(
                "SELECT count(*) FROM scheduler.execution_input WHERE job ->> 'checkpoint' IS NOT NULL"))
        .isEqualTo("0");
  }

  @Test
  void a_checkpoint_stays_until_another_replaces_it() {
    ClaimedJob run = started();
    book(run, Report.Event.HEARTBEAT, new Notes("1", List.of()));
    book(run, Report.Event.HEARTBEAT, new Notes(null, List.of("goes on")));
    assertThat(notes(run).checkpoint().json()).isEqualTo("1");
    assertThat(lines(run)).containsExactly("goes on");
    book(run, Report.Event.RETURNED, Notes.NONE);
    assertThat(checkpoint(claim())).isEqualTo("1");
  }

  @Test
  void reports_of_an_attempt_that_is_fenced_and_of_a_run_that_has_ended_note_nothing() {
    ClaimedJob first = started();
    book(first, Report.Event.HEARTBEAT, new Notes("1", List.of("one")));
    book(first, Report.Event.RETURNED, Notes.NONE);
    book(first, Report.Event.HEARTBEAT, new Notes("2", List.of("late")));
    ClaimedJob second = claim();
    assertThat(checkpoint(second)).isEqualTo("1");
    book(second, Report.Event.FINISHED, new Notes(null, List.of("two")));
    book(second, Report.Event.HEARTBEAT, new Notes("3", List.of("after the end")));
    assertThat(notes(first).checkpoint().json()).isEqualTo("1");
    assertThat(notes(first).log())
        .extracting(line -> line.attempt() + " " + line.text())
        .containsExactly("1 one", "2 two");
  }

  @Test
  void the_last_lines_are_kept() {
    ClaimedJob run = started();
    book(run, Report.Event.HEARTBEAT, new Notes(null, lines(0, WireContract.MAX_LOG_LINES)));
    book(run, Report.Event.HEARTBEAT, new Notes(null, List.of("a \"b\" \u2603", "last")));
    assertThat(lines(run))
        .hasSize(WireContract.MAX_LOG_LINES)
        .startsWith("line 2", "line 3")
        .endsWith("line 99", "a \"b\" \u2603", "last");
  }

  @Test
  void reports_of_several_runs_are_kept_together() {
    jobs.register(List.of(job("a", "1").tracked().build(), job("a", "2").tracked().build()));
    List<ClaimedJob> runs = claim(2);
    reports.book(
        runs.stream()
            .map(
                run ->
                    Reports.of(
                        run,
                        Report.Event.STARTED,
                        new Notes(null, List.of("job " + run.key().jobId()))))
            .toList());
    for (ClaimedJob run : runs) {
      assertThat(lines(run)).containsExactly("job " + run.key().jobId());
    }
  }

  @Test
  void a_run_that_notes_nothing_has_no_row_and_a_pruned_run_leaves_none() {
    ClaimedJob run = started();
    assertThat(reader.notes(run.fireId())).isEmpty();
    assertThat(rows()).isEqualTo("0");
    book(run, Report.Event.FINISHED, new Notes("1", List.of()));
    assertThat(rows()).isEqualTo("1");
    new ExecutionPruning(database.xa(), new ExecutionConfig(1, Duration.ZERO, Duration.ZERO, 0))
        .run();
    assertThat(rows()).isEqualTo("0");
  }

  @Test
  void registration_dispatch_and_reports_without_notes_have_no_statement_about_notes() {
    DataSource guarded = FaultyStatements.in(database.xa(), "execution_note");
    ExecutionStore tracked = new ExecutionStore(guarded, "node-1");
    ReportStore store = new ReportStore(guarded, "node-1", Duration.ofDays(1));
    new JobStore(guarded, tracked, database.schedules())
        .register(List.of(job("a", "1").tracked().build()));
    ClaimedJob run =
        new DueJobs(guarded, tracked, database.schedules())
            .claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0)
            .jobs()
            .get(0);
    for (Report.Event event : List.of(Report.Event.STARTED, Report.Event.FINISHED)) {
      assertThat(store.book(List.of(Reports.of(run, event, Notes.NONE))).changes()).hasSize(1);
    }
    Report noted = Reports.of(run, Report.Event.HEARTBEAT, new Notes("1", List.of()));
    assertThatThrownBy(() -> store.book(List.of(noted))).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void the_input_of_a_run_does_not_get_its_checkpoint() {
    ClaimedJob run = started();
    book(run, Report.Event.RETURNED, new Notes("1", List.of()));
    assertThat(database.value("SELECT checkpoint FROM scheduler.job")).isEqualTo("1");
    assertThat(database.value("SELECT job -> 'checkpoint' FROM scheduler.execution_input"))
        .as("a run again begins at the beginning")
        .isEqualTo("null");
  }

  private ClaimedJob started() {
    jobs.register(List.of(job("a", "1").tracked().build()));
    ClaimedJob run = claim();
    book(run, Report.Event.STARTED, Notes.NONE);
    return run;
  }

  private ClaimedJob claim() {
    return claim(1).get(0);
  }

  /** Lets the delay pass, and claims the jobs. */
  private List<ClaimedJob> claim(int most) {
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp()");
    return due.claim(Map.of("a", most), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs();
  }

  private void book(ClaimedJob run, Report.Event event, Notes notes) {
    reports.book(List.of(Reports.of(run, event, notes)));
  }

  private static String checkpoint(ClaimedJob run) {
    return run.run().checkpoint();
  }

  private RunNotes notes(ClaimedJob run) {
    return reader.notes(run.fireId()).orElseThrow();
  }

  private List<String> lines(ClaimedJob run) {
    return notes(run).log().stream().map(RunNotes.Line::text).toList();
  }

  private static List<String> lines(int from, int to) {
    return IntStream.range(from, to).mapToObj(number -> "line " + number).toList();
  }

  private String rows() {
    return database.value("SELECT count(*) FROM scheduler.execution_note");
  }
}
