package org.goodtiming.scheduler.operations.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobHolds;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.goodtiming.scheduler.policy.DueQueues.Next;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pauses of all jobs, and of those of a message group. */
class DispatchPausesIT {

  private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");

  private final ContractDatabase database = ContractDatabase.shared();
  private final Audit audit = new Audit(database.xa(), "node-1");
  private final DispatchPauses pauses = new DispatchPauses(database.xa(), audit);
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());

  @BeforeEach
  void twoDueJobs() {
    database.clear();
    database.execute("TRUNCATE scheduler.audit");
    register(grouped("1"), ungrouped("2"));
  }

  @Test
  void while_everything_is_paused_no_queue_is_polled() {
    pauses.pause("ops", null, null);

    assertThat(poll()).isEmpty();
    assertThat(status("state")).isEqualTo("paused");
    assertThat(status("paused")).as("of the queue itself").isEqualTo("f");

    pauses.resume("ops", null);
    assertThat(poll()).hasSize(1);
  }

  @Test
  void a_pause_of_everything_until_a_time_ends_then() {
    pauses.pause("ops", null, FAR);
    assertThat(poll()).extracting(Next::claimableAt).containsExactly(FAR);

    database.execute("UPDATE scheduler.dispatch_pause SET paused_until = clock_timestamp()");
    assertThat(due.poll("default", ClaimCursor.NONE, Duration.ZERO).healthyDue())
        .containsExactly("a");
    assertThat(status("state")).isNotEqualTo("paused");
  }

  @Test
  void jobs_of_a_paused_group_wait_and_those_that_are_registered_meanwhile() {
    pauses.pause("ops", "g", null);
    register(grouped("3"), ungrouped("4"));

    assertThat(claimed()).containsExactlyInAnyOrder("2", "4");

    pauses.resume("ops", "g");
    assertThat(claimed()).containsExactlyInAnyOrder("1", "3");
  }

  @Test
  void a_job_of_a_paused_group_that_is_held_stays_held_after_the_pause() {
    JobHolds holds = new JobHolds(database.xa(), audit);
    pauses.pause("ops", "g", null);
    holds.hold("ops", new JobKey("a", "1"));
    pauses.resume("ops", "g");
    assertThat(claimed()).containsExactly("2");

    pauses.pause("ops", "g", null);
    holds.release("ops", new JobKey("a", "1"));
    assertThat(claimed()).isEmpty();
    pauses.resume("ops", "g");
    assertThat(claimed()).containsExactly("1");
  }

  @Test
  void
      a_run_whose_schedule_is_paused_while_its_group_is_paused_waits_after_the_pause_of_the_group() {
    register(
        job("a", "3")
            .recurring("every:PT1H", Misfire.FIRE_ONCE, "2020-01-01T00:00:00Z")
            .group("g")
            .build());
    ScheduleChanges schedules = new ScheduleChanges(database.xa(), audit);
    pauses.pause("ops", "g", null);
    schedules.pause("ops", new JobKey("a", "3"), null);
    pauses.resume("ops", "g");
    assertThat(claimed()).containsExactlyInAnyOrder("1", "2");

    schedules.resume("ops", new JobKey("a", "3"));
    assertThat(claimed()).containsExactly("3");
  }

  @Test
  void a_job_that_leaves_its_group_is_dispatched() {
    pauses.pause("ops", "g", null);
    register(job("a", "1").dueAt("2020-01-01T00:00:00Z").sentAt(FAR).build());

    assertThat(claimed()).containsExactlyInAnyOrder("1", "2");
  }

  @Test
  void a_job_whose_registration_commits_after_the_pause_is_kept() throws SQLException {
    try (OpenTransaction late = new OpenTransaction(database.xa(), () -> {})) {
      new JobStore(late.dataSource(), database.executions(), database.schedules())
          .register(List.of(grouped("late")));
      pauses.pause("ops", "g", null);
    }
    pauses.groups(false).forEach(pauses::keep);

    assertThat(claimed()).containsExactly("2");
  }

  @Test
  void a_job_that_is_registered_again_during_the_pause_goes_on_with_its_new_time() {
    pauses.pause("ops", "g", null);
    register(job("a", "1").dueAt("2020-01-02T00:00:00Z").sentAt(FAR).group("g").build());
    assertThat(claimed()).containsExactly("2");

    pauses.resume("ops", "g");
    assertThat(eligibleAt("1")).isEqualTo("2020-01-02 00:00:00+00");
    assertThat(claimed()).containsExactly("1");
  }

  @Test
  void a_job_whose_dispatch_fails_while_the_pause_begins_goes_on_after_it() {
    pauses.pause("ops", "g", null);
    new FailedJobs(database.xa(), database.executions(), database.schedules())
        .postpone(id("1"), Duration.ZERO, "the broker is away");
    assertThat(claimed()).containsExactly("2");

    pauses.resume("ops", "g");
    assertThat(claimed()).containsExactly("1");
  }

  @Test
  void a_job_whose_registration_commits_after_the_end_of_the_pause_goes_on() throws SQLException {
    pauses.pause("ops", "g", null);
    try (OpenTransaction late = new OpenTransaction(database.xa(), () -> {})) {
      new JobStore(late.dataSource(), database.executions(), database.schedules())
          .register(List.of(grouped("late")));
      pauses.resume("ops", "g");
    }
    assertThat(database.hasWork(new PausedGroups())).isTrue();
    assertThat(pauses.keptWithoutPause()).containsExactly("g");
    pauses.release("g");

    assertThat(claimed()).containsExactlyInAnyOrder("1", "2", "late");
    assertThat(database.hasWork(new PausedGroups())).isFalse();
  }

  @Test
  void a_locked_job_keeps_no_group_from_being_paused() throws SQLException {
    try (OpenTransaction claim = new OpenTransaction(database.xa(), () -> {})) {
      new FailedJobs(claim.dataSource(), database.executions(), database.schedules())
          .countFailure(id("1"), "locked");
      assertThat(pauses.pause("ops", "g", null)).isTrue();
    }
    pauses.keep("g");
    assertThat(claimed()).containsExactly("2");
  }

  @Test
  void a_pause_that_was_extended_is_not_ended() {
    pauses.pause("ops", "g", FAR);
    pauses.endIfOver("g");
    assertThat(claimed()).containsExactly("2");

    database.execute("UPDATE scheduler.dispatch_pause SET paused_until = clock_timestamp()");
    pauses.endIfOver("g");
    assertThat(claimed()).containsExactly("1");
  }

  @Test
  void a_pause_that_would_be_over_already_changes_nothing() {
    assertThat(pauses.pause("ops", "g", Instant.EPOCH)).isFalse();
    assertThat(pauses.resume("ops", "g")).isFalse();
    assertThat(claimed()).hasSize(2);
    assertThat(database.value("SELECT count(*) FROM scheduler.audit")).isEqualTo("0");
  }

  @Test
  void pauses_are_listed_and_audited() {
    pauses.pause("ops", "g", FAR);
    pauses.pause("ops", null, null);

    List<Row> listed = new PauseQueries(database.reader()).list();
    assertThat(listed).hasSize(2);
    assertThat(listed.get(0).values()).containsEntry("pausedBy", "ops");
    assertThat(listed.get(1).text("group")).isEqualTo("g");
    assertThat(pauses.groups(true)).isEmpty();
    database.execute("UPDATE scheduler.dispatch_pause SET paused_until = clock_timestamp()");
    assertThat(pauses.groups(true)).containsExactly("", "g");
    pauses.resume("scheduler", "g");
    assertThat(
            database.value(
                "SELECT string_agg(concat_ws(' ', changed_by, action, subject), ', ' ORDER BY id) FROM scheduler.audit"))
        .isEqualTo(
            "ops pause dispatch group g, ops pause dispatch all jobs, scheduler resume dispatch group g");
  }

  private static NewJob grouped(String id) {
    return job("a", id).dueAt("2020-01-01T00:00:00Z").group("g").build();
  }

  private static NewJob ungrouped(String id) {
    return job("a", id).dueAt("2020-01-01T00:00:00Z").build();
  }

  private void register(NewJob... jobs) {
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(jobs));
  }

  private List<Next> poll() {
    return due.poll("default", ClaimCursor.NONE, Duration.ZERO).queues();
  }

  private List<String> claimed() {
    return due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs().stream()
        .map(ClaimedJob::key)
        .map(JobKey::jobId)
        .toList();
  }

  private long id(String jobId) {
    return Long.parseLong(
        database.value("SELECT id FROM scheduler.job WHERE job_id = '%s'".formatted(jobId)));
  }

  private String eligibleAt(String jobId) {
    return database.value(
        "SELECT eligible_at AT TIME ZONE 'UTC' || '+00' FROM scheduler.job WHERE job_id = '%s'"
            .formatted(jobId));
  }

  private String status(String column) {
    return database.value(
        "SELECT %s FROM scheduler.worker_queue_status WHERE name = 'a'".formatted(column));
  }
}
