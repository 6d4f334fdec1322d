package org.goodtiming.scheduler.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.explanation.QueueCauseQueries;
import org.goodtiming.scheduler.operations.job.JobFilter;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.schedule.CalendarChanges;
import org.goodtiming.scheduler.operations.schedule.CalendarQueries;
import org.goodtiming.scheduler.policy.Cause;
import org.goodtiming.scheduler.policy.DueQueues;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.schedule.CalendarStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the setting to dispatch, and to what people see. */
class ClosedTimesIT {

  private static final String ALWAYS = "any(weekly:MON; not(weekly:MON))";

  private final ContractDatabase database = ContractDatabase.shared();
  private final Audit audit = new Audit(database.xa(), "node-1");
  private final WorkerQueueChanges changes = new WorkerQueueChanges(database.xa(), audit);
  private final WorkerQueueQueries queries = new WorkerQueueQueries(database.xa());
  private final CalendarChanges calendars = new CalendarChanges(database.xa(), audit);
  private final ClosedTimesWatch watch =
      new ClosedTimesWatch(database.xa(), new CalendarStore(database.xa()));

  @BeforeEach
  void a_due_job_of_each_queue() {
    database.clear();
    database.execute("DELETE FROM scheduler.calendar");
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(job("a", "1").build(), job("b", "1").build()));
  }

  @Test
  void the_jobs_of_a_closed_queue_may_be_claimed_when_it_opens() {
    close(untilTomorrow());
    DueQueues polled = poll();
    assertThat(polled.healthyDue()).containsExactly("b");
    Instant opens = Instant.parse(queries.find("a").orElseThrow().text("closedUntil"));
    assertThat(polled.queues())
        .filteredOn(next -> next.queue().equals("a"))
        .extracting(DueQueues.Next::claimableAt)
        .containsExactly(opens);
    assertThat(causes("a"))
        .singleElement()
        .satisfies(
            cause ->
                assertThat(cause.text())
                    .matches(
                        "worker queue a is closed \\(not\\(dates:.*\\)\\); it opens on [A-Z][a-z]+day 20[0-9-]+ at 00:00:00 \\(UTC\\)"));
    assertThat(causes("b")).isEmpty();
  }

  @Test
  void a_queue_that_is_open_at_all_times_is_served_again() {
    close(ALWAYS);
    assertThat(poll().healthyDue()).containsExactly("b");
    close("never");
    assertThat(poll().healthyDue()).containsExactlyInAnyOrder("a", "b");
    assertThat(queries.find("a").orElseThrow().values()).doesNotContainKey("closedUntil");
    assertThat(hasWork()).isFalse();
  }

  @Test
  void a_changed_calendar_takes_effect_and_is_not_deleted() {
    calendars.put("ops", "company", ExclusionCalendar.parse("dates:2020-01-01"));
    close("calendar:company zone=Europe/Berlin");
    assertThat(hasWork()).isFalse();
    assertThat(poll().healthyDue()).contains("a");

    calendars.put("ops", "company", ExclusionCalendar.parse(ALWAYS));
    assertThat(hasWork()).isTrue();
    watch.run();
    assertThat(poll().healthyDue()).containsExactly("b");
    assertThat(causes("a").get(0).text())
        .endsWith("it opens when its times or their calendar are changed");

    assertThat(calendars.delete("ops", "company").first()).containsExactly("worker queue a");
    close("never");
    assertThat(calendars.delete("ops", "company").found()).isTrue();
    assertThat(database.value("SELECT count(*) FROM scheduler.calendar")).isEqualTo("0");
  }

  @Test
  void times_that_were_set_by_hand_and_cannot_be_read_close_nothing() {
    set("weekly:SUNDAYS");
    watch.run();
    assertThat(poll().healthyDue()).contains("a");
    assertThat(hasWork()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sundays | it is no calendar",
        "any(weekly:SUN | it is no calendar",
        "any(weekly:SUN; calendar:no.such-one) | there is no calendar no.such-one",
        "daily:18:00-08:00 zone=Nowhere | there is no zone Nowhere",
      })
  void what_is_no_calendar_at_first_sight_is_refused_also_if_it_is_set_by_hand(
      String times, String reason) {
    String refusal = "SCHED-0089 field closed of worker queue a is refused: " + reason;
    assertThatThrownBy(() -> set(times)).hasMessageContaining(refusal);
    database.execute("DELETE FROM scheduler.worker_queue WHERE name = 'c'");
    assertThatThrownBy(
            () ->
                database.execute(
                    "INSERT INTO scheduler.worker_queue (name, closed) VALUES ('c', '%s')"
                        .formatted(times)))
        .hasMessageContaining("queue c is refused: " + reason);
  }

  private void set(String times) {
    database.execute(
        "UPDATE scheduler.worker_queue SET closed = '%s' WHERE name = 'a'".formatted(times));
  }

  @Test
  void a_fault_in_the_times_of_a_queue_does_not_keep_others_from_being_calculated() {
    database.execute(
        """
        INSERT INTO scheduler.calendar (name, excludes) VALUES ('company', 'dates:2020-01-01');
        UPDATE scheduler.worker_queue SET closed = 'calendar:company' WHERE name = 'a';
        UPDATE scheduler.worker_queue SET closed = '%s' WHERE name = 'b'
        """
            .formatted(ALWAYS));
    NamedCalendars faulty =
        name -> {
          throw new IllegalStateException("fault");
        };
    assertThatThrownBy(new ClosedTimesWatch(database.xa(), faulty)::run)
        .hasMessage("worker queue a")
        .hasRootCauseMessage("fault");
    assertThat(poll().healthyDue()).containsExactly("a");
  }

  @Test
  void the_zone_of_times_that_were_set_by_hand_need_not_exist() {
    close(untilTomorrow());
    // PostgreSQL knows the zone
    set("daily:18:00-08:00 zone=CEST");
    assertThat(causes("a").get(0).text()).contains("zone=CEST").endsWith("(UTC)");
  }

  @Test
  void jobs_of_a_closed_queue_are_not_overdue() {
    database.execute("UPDATE scheduler.job SET due_at = '2020-01-01Z'");
    assertThat(overdue()).containsExactly("a", "b");
    assertThat(queries.find("a").orElseThrow().number("overdue")).isEqualTo(1);
    close(untilTomorrow());

    assertThat(overdue()).containsExactly("b");
    assertThat(queries.find("a").orElseThrow().number("overdue")).isZero();
    assertThat(queries.find("b").orElseThrow().number("overdue")).isEqualTo(1);
    assertThat(
            database.value(
                "SELECT string_agg(name || overdue, ' ' ORDER BY name) FROM scheduler.worker_queue_status WHERE name IN ('a', 'b')"))
        .isEqualTo("a0 b1");
  }

  @Test
  void a_closed_time_that_is_over_is_followed_by_the_next() {
    close(untilTomorrow());
    database.execute(
        "UPDATE scheduler.worker_queue SET closed_until = clock_timestamp() WHERE name = 'a'");
    assertThat(hasWork()).isTrue();
    watch.run();
    assertThat(hasWork()).isFalse();
    assertThat(poll().healthyDue()).containsExactly("b");
  }

  @Test
  void a_forecast_has_the_closed_times_of_its_range() {
    close("daily:18:00-08:00 zone=Europe/Berlin");
    Instant noon = Instant.parse("2026-12-01T12:00:00Z");
    ClosedTimesQueries forecast =
        new ClosedTimesQueries(database.xa(), new CalendarQueries(database.xa()));
    assertThat(forecast.within(noon, noon.plus(Duration.ofDays(2)), null, noon))
        .extracting(closed -> "%s %s".formatted(closed.queue(), closed.from()))
        .containsExactly("a 2026-12-01T17:00:00Z", "a 2026-12-02T17:00:00Z");
    assertThat(forecast.within(noon, noon.plus(Duration.ofDays(2)), "b", noon)).isEmpty();
    Instant night = noon.plus(Duration.ofHours(10));
    // Of a range that begins in a closed time, its begin is known
    assertThat(forecast.within(night, night.plus(Duration.ofDays(2)), null, noon).get(0).from())
        .isEqualTo("2026-12-01T17:00:00Z");
  }

  /** The queues of the jobs that the list of overdue jobs has. */
  private List<String> overdue() {
    JobFilter filter =
        new JobFilter(null, JobFilter.JobState.OVERDUE, null, null, null, null, null, null);
    return new JobQueries(database.reader(), Redaction.NONE)
        .list(filter, null, 10).jobs().stream().map(job -> job.key().queue()).toList();
  }

  private static String untilTomorrow() {
    return "not(dates:%s)".formatted(LocalDate.now(ZoneOffset.UTC).plusDays(1));
  }

  private void close(String closed) {
    changes.put("ops", "a", Map.of(QueueSetting.CLOSED, closed));
    assertThat(hasWork()).isTrue();
    watch.run();
  }

  private boolean hasWork() {
    return database.value("SELECT " + watch.condition()).equals("t");
  }

  private DueQueues poll() {
    return new DueJobs(database.xa(), database.executions(), database.schedules())
        .poll("default", ClaimCursor.NONE, Duration.ZERO);
  }

  private List<Cause> causes(String queue) {
    return new QueueCauseQueries(database.xa(), () -> null)
        .queue(queue).causes().stream()
            .filter(cause -> cause.code().equals("queue-closed"))
            .toList();
  }
}
