package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.FaultyStatements;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.schedule.CalendarChanges;
import org.goodtiming.scheduler.operations.schedule.Deletion;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.schedule.CalendarStore;
import org.goodtiming.scheduler.schedule.ChangeWatch;
import org.goodtiming.scheduler.schedule.RunMover;
import org.goodtiming.scheduler.schedule.ScheduleStore;
import org.goodtiming.scheduler.telemetry.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schedules that name calendars, which operators change. */
class NamedCalendarsIT {

  private static final Instant SENT = Instant.parse("2026-12-01T10:00:00Z");
  private static final JobKey KEY = new JobKey("a", "1");

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore store =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final Audit audit = new Audit(database.xa(), "node-1");
  private final CalendarChanges changes = new CalendarChanges(database.xa(), audit);

  /** Two days from now, so that no test meets midnight on its way. */
  private final Instant first =
      database.now().plus(2, ChronoUnit.DAYS).truncatedTo(ChronoUnit.DAYS);

  @BeforeEach
  void empty() {
    database.clear();
    put("company", "dates:2000-01-01");
  }

  @Test
  void a_changed_calendar_moves_the_next_run_and_no_other() {
    register("days:1 except=calendar:company");
    register("other", "days:1");
    put("company", "dates:" + day(0) + "," + day(1));
    assertThat(move()).isEqualTo(1);
    assertThat(planned()).isEqualTo(day(2));
    assertThat(database.value("SELECT due_at::date FROM scheduler.job WHERE job_id = 'other'"))
        .isEqualTo(day(0));
    assertThat(
            database.value(
                "SELECT bool_and(j.due_at = j.planned_at AND j.eligible_at = j.due_at AND s.next_planned_at = j.due_at) FROM scheduler.job j JOIN scheduler.schedule s USING (queue, job_id)"))
        .isEqualTo("t");
    assertThat(move()).as("once").isZero();

    put("company", "dates:2000-01-01");
    assertThat(move()).isEqualTo(1);
    assertThat(planned()).as("back").isEqualTo(day(0));
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void the_run_that_is_moved_keeps_its_fire_id_and_its_execution_follows() {
    store.register(List.of(schedule("1", "days:1 except=calendar:company").tracked().build()));
    String fireId = database.value("SELECT fire_id FROM scheduler.job");
    put("company", "dates:" + day(0));
    move();
    assertThat(database.value("SELECT fire_id FROM scheduler.job")).isEqualTo(fireId);
    assertThat(database.value("SELECT due_at::date FROM scheduler.execution")).isEqualTo(day(1));
  }

  @Test
  void a_calendar_does_not_bring_back_a_run_that_was_skipped() {
    register("days:1 except=calendar:company");
    new ScheduleChanges(database.xa(), audit).skip("ops", KEY);
    assertThat(planned()).isEqualTo(day(1));
    put("company", "dates:" + day(2));
    assertThat(move()).isEqualTo(1);
    assertThat(planned()).isEqualTo(day(1));
    assertThat(database.value("SELECT runs FROM scheduler.schedule")).isEqualTo("0");
  }

  @Test
  void a_run_whose_time_has_come_stays_and_the_next_one_follows_the_calendar_of_now() {
    registerWeekly();
    put("company", "dates:" + day(-7) + "," + day(0));
    assertThat(move()).isEqualTo(1);
    assertThat(claim(database.xa())).hasSize(1);
    assertThat(planned()).isEqualTo(day(7));
  }

  @Test
  void a_schedule_to_which_the_calendar_leaves_no_time_waits_until_it_changes_again() {
    register("days:1 except=calendar:company");
    put("company", "weekly:MON-SUN");
    move();
    assertThat(
            database.value("SELECT state || ' ' || next_planned_at::date FROM scheduler.schedule"))
        .isEqualTo("ACTIVE 9999-12-31");
    put("company", "dates:" + day(-1) + "," + day(0));
    move();
    assertThat(planned()).isEqualTo(day(1));
  }

  @Test
  void a_paused_schedule_stays_paused_and_a_rescheduled_run_where_it_was_put() {
    register("days:1 except=calendar:company");
    new ScheduleChanges(database.xa(), audit).pause("ops", KEY, null);
    register("moved", "days:1 except=calendar:company");
    database.execute(
        "UPDATE scheduler.job SET due_at = '2100-01-01', eligible_at = '2100-01-01' WHERE job_id = 'moved'");
    put("company", "dates:" + day(0));
    assertThat(move()).isEqualTo(2);
    assertThat(
            database.value(
                "SELECT due_at::date || ' ' || eligible_at::date FROM scheduler.job WHERE job_id = '1'"))
        .isEqualTo(day(1) + " 9999-12-31");
    assertThat(database.value("SELECT due_at::date FROM scheduler.job WHERE job_id = 'moved'"))
        .isEqualTo("2100-01-01");
  }

  @Test
  void a_run_that_is_being_dispatched_by_the_calendar_before_is_moved_afterwards()
      throws SQLException {
    registerWeekly();
    try (OpenTransaction dispatch = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(claim(dispatch.dataSource())).hasSize(1);
      put("company", "dates:" + day(0));
      assertThat(move()).as("while it is being dispatched").isZero();
    }
    assertThat(planned()).isEqualTo(day(0));
    assertThat(move()).isEqualTo(1);
    assertThat(planned()).isEqualTo(day(7));
  }

  @Test
  void a_registration_that_has_read_the_calendar_before_its_change_is_moved_too()
      throws SQLException {
    Jobs schedule = schedule("1", "days:1 except=calendar:company");
    put("company", "dates:" + day(0));
    assertThat(move()).isZero();
    store.register(List.of(schedule.build()));
    assertThat(planned()).isEqualTo(day(0));
    assertThat(move()).isEqualTo(1);
    assertThat(planned()).isEqualTo(day(1));
  }

  @Test
  void many_schedules_are_moved_in_batches() {
    store.register(
        IntStream.range(0, 25)
            .mapToObj(i -> schedule("job " + i, "days:1 except=calendar:company").build())
            .toList());
    put("company", "dates:" + day(0));
    assertThat(List.of(move(10), move(10), move(10), move(10))).containsExactly(10, 10, 5, 0);
    assertThat(
            database.value(
                "SELECT count(*) FROM scheduler.job WHERE due_at::date = '%s'".formatted(day(1))))
        .isEqualTo("25");
  }

  @Test
  void a_schedule_that_cannot_be_planned_again_stays_and_the_others_move() {
    List<String> logged =
        assertThatOneStays(
            () -> {
              throw new ArithmeticException("a fault\non purpose");
            });
    assertThat(logged)
        .singleElement()
        .asString()
        .matches(
            "WARNING SCHED-0655 the next run of schedule a/[12] stays at %s, for it cannot be planned again; its dispatch tries once more, then ends the schedule: the scheduler fails to compute the next run: java.lang.ArithmeticException: a fault\ufffdon purpose"
                .formatted(day(0) + "T00:00:00Z"));
  }

  @Test
  void a_schedule_that_needs_a_deeper_stack_stays_and_the_others_move() {
    assertThatOneStays(
        () -> {
          throw new StackOverflowError();
        });
  }

  @Test
  void a_run_is_not_skipped_if_the_next_one_cannot_be_computed() {
    register("days:1 except=calendar:company");
    Runnable fault =
        () -> {
          throw new StackOverflowError();
        };
    Optional<Instant> next = withFault(fault, mover -> mover.skip(KEY));
    assertThat(next).isEmpty();
    assertThat(planned()).isEqualTo(day(0));
  }

  private List<String> assertThatOneStays(Runnable fault) {
    register("1", "days:1 except=calendar:company");
    register("2", "days:1 except=calendar:company");
    put("company", "dates:" + day(0));
    List<String> logged;
    try (CapturedLog log = new CapturedLog(RunMover.class)) {
      assertThat(moveWhileTheFirstFails(fault)).isEqualTo(2);
      logged = log.lines();
    }
    assertThat(
            database.value(
                "SELECT string_agg(due_at::date::text, ' ' ORDER BY due_at) FROM scheduler.job"))
        .isEqualTo(day(0) + " " + day(1));
    assertThat(move()).as("it is not tried for ever").isZero();
    return logged;
  }

  private int moveWhileTheFirstFails(Runnable fault) {
    AtomicBoolean failed = new AtomicBoolean();
    Runnable once =
        () -> {
          if (failed.compareAndSet(false, true)) {
            fault.run();
          }
        };
    if (!database.hasWork(ChangeWatch.ofCalendars(limit -> 0))) {
      return 0;
    }
    return withFault(once, mover -> mover.move(500));
  }

  private <T> T withFault(Runnable fault, Function<RunMover, T> change) {
    try (OpenTransaction moving = new OpenTransaction(database.xa(), () -> {})) {
      return change.apply(
          new RunMover(
              FaultyStatements.in(
                  moving.dataSource(), "excludes FROM scheduler.calendar WHERE", fault),
              new ExecutionStore(moving.dataSource(), "node-1")));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_calendar_that_schedules_name_is_not_deleted() {
    IntStream.range(0, 11).forEach(i -> register("job " + i, "days:1 except=calendar:company"));
    Deletion refused = changes.delete("ops", "company");
    assertThat(refused.schedules()).isEqualTo(11);
    assertThat(refused.first()).hasSize(10).startsWith("a/job 0", "a/job 1", "a/job 10");
    IntStream.range(0, 11)
        .forEach(i -> store.cancel(new JobKey("a", "job " + i), SENT.plusMillis(1), "ops"));
    assertThat(changes.delete("ops", "company").schedules()).isZero();
    assertThat(database.value("SELECT count(*) FROM scheduler.schedule_calendar")).isEqualTo("0");
    assertThat(changes.delete("ops", "company").found()).isFalse();
  }

  @Test
  void an_open_registration_holds_up_a_delete_and_no_change() throws SQLException {
    Jobs schedule = schedule("1", "days:1 except=calendar:company");
    try (OpenTransaction registration = new OpenTransaction(database.xa(), () -> {})) {
      new JobStore(
              registration.dataSource(),
              new ExecutionStore(registration.dataSource(), "node-1"),
              new ScheduleStore(registration.dataSource(), Duration.ofMinutes(1)))
          .register(List.of(schedule.build()));
      put("company", "dates:" + day(0));
      assertThatThrownBy(
              () ->
                  database.execute(
                      "SELECT 1 FROM scheduler.calendar WHERE name = 'company' FOR UPDATE NOWAIT"))
          .hasMessageContaining("could not obtain lock");
    }
    assertThat(changes.delete("ops", "company").schedules()).isEqualTo(1);
  }

  @Test
  void a_schedule_that_is_replaced_names_its_new_calendars_only() {
    put("other", "weekly:SUN");
    register("days:1 except=calendar:company");
    store.register(
        List.of(
            schedule("1", "days:1 except=any(calendar:other; not(calendar:other))")
                .sentAt(SENT.plusMillis(1))
                .build()));
    assertThat(database.value("SELECT string_agg(calendar, ' ') FROM scheduler.schedule_calendar"))
        .isEqualTo("other");
  }

  @Test
  void calendars_of_ended_schedules_are_forgotten() {
    register("days:1 except=calendar:company");
    store.cancel(KEY, SENT.plusMillis(1), "ops");
    put("company", "weekly:SUN");
    assertThat(move()).isZero();
    assertThat(database.value("SELECT count(*) FROM scheduler.schedule_calendar")).isEqualTo("0");
  }

  private void put(String name, String excludes) {
    changes.put("ops", name, ExclusionCalendar.parse(excludes));
  }

  private void register(String recurrence) {
    register("1", recurrence);
  }

  private void register(String jobId, String recurrence) {
    store.register(List.of(schedule(jobId, recurrence).build()));
  }

  /** A run of five days ago waits; the next one is the first of the other schedules. */
  private void registerWeekly() {
    Instant start = first.minus(7, ChronoUnit.DAYS);
    Recurrence weekly = recurrence("weeks:1 except=calendar:company").starting(start);
    store.register(
        List.of(job("a", "1").recurring(weekly, Misfire.FIRE_ALL, start).sentAt(SENT).build()));
  }

  private Jobs schedule(String jobId, String recurrence) {
    Recurrence starting = recurrence(recurrence).starting(first);
    return job("a", jobId).recurring(starting, Misfire.FIRE_ONCE, first).sentAt(SENT);
  }

  private Recurrence recurrence(String text) {
    return Recurrence.parse(text, new CalendarStore(database.xa()));
  }

  /** So many days after the first run. */
  private String day(int after) {
    return first.plus(after, ChronoUnit.DAYS).toString().substring(0, 10);
  }

  private String planned() {
    return database.value(
        "SELECT next_planned_at::date FROM scheduler.schedule WHERE job_id = '1'");
  }

  private int move() {
    return move(500);
  }

  private int move(int most) {
    if (!database.hasWork(ChangeWatch.ofCalendars(limit -> 0))) {
      return 0;
    }
    try (OpenTransaction moving = new OpenTransaction(database.xa(), () -> {})) {
      return new RunMover(moving.dataSource(), new ExecutionStore(moving.dataSource(), "node-1"))
          .move(most);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<ClaimedJob> claim(DataSource dataSource) {
    return Claims.of(dataSource).jobs();
  }
}
