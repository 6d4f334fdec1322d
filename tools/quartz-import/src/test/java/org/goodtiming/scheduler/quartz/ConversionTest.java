package org.goodtiming.scheduler.quartz;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quartz.CalendarIntervalScheduleBuilder.calendarIntervalSchedule;
import static org.quartz.CronScheduleBuilder.cronSchedule;
import static org.quartz.DailyTimeIntervalScheduleBuilder.dailyTimeIntervalSchedule;
import static org.quartz.SimpleScheduleBuilder.simpleSchedule;
import static org.quartz.TimeOfDay.hourAndMinuteOfDay;
import static org.quartz.TriggerBuilder.newTrigger;

import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.quartz.Calendar;
import org.quartz.DateBuilder.IntervalUnit;
import org.quartz.ScheduleBuilder;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.calendar.AnnualCalendar;
import org.quartz.impl.calendar.BaseCalendar;
import org.quartz.impl.calendar.CronCalendar;
import org.quartz.impl.calendar.DailyCalendar;
import org.quartz.impl.calendar.HolidayCalendar;
import org.quartz.impl.calendar.MonthlyCalendar;
import org.quartz.impl.calendar.WeeklyCalendar;
import org.quartz.spi.OperableTrigger;

class ConversionTest {
  private static final TimeZone BERLIN = TimeZone.getTimeZone("Europe/Berlin");
  private static final Instant START = Instant.parse("2026-12-01T05:00:00Z");
  private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
  private static final String JOB = "com.example.ReportJob";
  private static final TimeZone OF_THE_TESTS = TimeZone.getDefault();

  @BeforeAll
  static void be_in_Berlin_as_the_Quartz_of_the_triggers() {
    TimeZone.setDefault(BERLIN);
  }

  @AfterAll
  static void be_back() {
    TimeZone.setDefault(OF_THE_TESTS);
  }

  static Stream<Arguments> triggers() {
    return Stream.of(
        Arguments.of(
            cronSchedule("0 0/20 9-17 ? * MON-FRI").inTimeZone(TimeZone.getTimeZone("UTC")),
            "cron:0 0/20 9-17 ? * MON-FRI zone=UTC start=2026-12-01T05:00:00Z",
            "fire-once"),
        Arguments.of(
            cronSchedule("0 30 6 L-3 * ?").withMisfireHandlingInstructionDoNothing(),
            "cron:0 30 6 L-3 * ? zone=Europe/Berlin start=2026-12-01T05:00:00Z",
            "skip"),
        Arguments.of(
            simpleSchedule().withIntervalInMinutes(20).repeatForever(),
            "every:PT20M start=2026-12-01T05:00:00Z",
            "skip-counted"),
        Arguments.of(
            simpleSchedule().withIntervalInSeconds(90).withRepeatCount(4),
            "every:PT1M30S start=2026-12-01T05:00:00Z times=5",
            "fire-once"),
        Arguments.of(
            simpleSchedule()
                .withIntervalInHours(1)
                .withRepeatCount(20_000)
                .withMisfireHandlingInstructionNowWithRemainingCount(),
            "every:PT1H start=2026-12-01T05:00:00Z until=2029-03-13T13:00:00Z",
            "fire-once-counted"),
        Arguments.of(
            calendarIntervalSchedule().withIntervalInMonths(3),
            "months:3 zone=Europe/Berlin start=2026-12-01T05:00:00Z",
            "fire-once"),
        Arguments.of(
            calendarIntervalSchedule()
                .withInterval(2, IntervalUnit.WEEK)
                .withMisfireHandlingInstructionIgnoreMisfires(),
            "weeks:2 zone=Europe/Berlin start=2026-12-01T05:00:00Z",
            "fire-all"),
        Arguments.of(
            dailyTimeIntervalSchedule()
                .onMondayThroughFriday()
                .startingDailyAt(hourAndMinuteOfDay(9, 0))
                .endingDailyAt(hourAndMinuteOfDay(17, 0))
                .withIntervalInMinutes(25)
                .withMisfireHandlingInstructionDoNothing(),
            "daily:PT25M/09:00-17:00/MON,TUE,WED,THU,FRI zone=Europe/Berlin start=2026-12-01T05:00:00Z",
            "skip"));
  }

  @ParameterizedTest
  @MethodSource("triggers")
  void trigger_becomes_a_recurrence_that_is_due_at_the_same_times(
      ScheduleBuilder<?> schedule, String recurrence, String misfire) {
    Registration registration = convert(trigger(schedule), null);
    assertThat(registration.fields())
        .contains(entry("recurrence", recurrence), entry("misfire", misfire));
    assertThat(registration.remarks()).noneMatch(remark -> remark.contains(" due at "));
  }

  static Stream<Arguments> calendars() {
    WeeklyCalendar weekly = new WeeklyCalendar();
    MonthlyCalendar monthly = new MonthlyCalendar(weekly);
    monthly.setDayExcluded(13, true);
    AnnualCalendar annual = new AnnualCalendar();
    annual.setDayExcluded(
        new java.util.GregorianCalendar(2020, java.util.Calendar.DECEMBER, 24), true);
    HolidayCalendar holidays = new HolidayCalendar();
    holidays.addExcludedDate(Date.from(Instant.parse("2026-12-23T23:00:00Z")));
    DailyCalendar lunch = new DailyCalendar("12:00", "13:00");
    DailyCalendar office = new DailyCalendar("08:00:00", "17:59:59");
    office.setInvertTimeRange(true);
    return Stream.of(
        Arguments.of(weekly, "weekly:SAT,SUN"),
        Arguments.of(monthly, "any(cron:* * * 13 * ?; weekly:SAT,SUN)"),
        Arguments.of(annual, "annual:12-24"),
        Arguments.of(holidays, "dates:2026-12-24"),
        Arguments.of(lunch, "daily:12:00-13:00:01"),
        Arguments.of(office, "not(daily:08:00-18:00)"),
        Arguments.of(cron("* * 0-7,18-23 ? * *"), "cron:* * 0-7,18-23 ? * *"));
  }

  @ParameterizedTest
  @MethodSource("calendars")
  void calendar_excludes_the_same_times(Calendar calendar, String text) {
    Trigger trigger = trigger(cronSchedule("0 0/30 6-20 * * ?"));
    Registration registration = convert(trigger, calendar);
    assertThat(registration.fields().get("recurrence").toString()).endsWith(" except=" + text);
    assertThat(registration.remarks()).isEmpty();
  }

  @Test
  void last_run_becomes_a_job_that_runs_once() {
    Registration registration = convert(trigger(simpleSchedule().withRepeatCount(0)), null);
    assertThat(registration.fields()).containsEntry("dueAt", "2026-12-01T05:00:00Z");
    assertThat(registration).hasToString("report/reports.nightly, once at 2026-12-01T05:00:00Z");
  }

  @Test
  void job_class_priority_and_data_of_job_and_trigger_are_taken_along() {
    Trigger trigger =
        builder(cronSchedule("0 0 6 * * ?"))
            .withPriority(12)
            .usingJobData("format", "pdf")
            .usingJobData("copies", 2)
            .build();
    Registration registration =
        convert(stored(fireable(trigger), null, Map.of("format", "html", "since", new Date(0))));
    assertThat(registration.fields())
        .contains(
            entry("type", JOB),
            entry("priority", 9),
            entry("body", Map.of("format", "pdf", "copies", 2, "since", "1970-01-01T00:00:00Z")));
  }

  @Test
  void differences_to_Quartz_are_listed() {
    Registration midnight =
        convert(trigger(cronSchedule("0 0 * * * ?")), new DailyCalendar("12:00", "13:00"));
    assertThat(midnight.remarks())
        .containsExactly(
            "run 17 is due at 2026-12-01T23:00:00Z, with Quartz at 2026-12-02T00:00:00Z");
    Registration spring = convert(trigger(cronSchedule("0 30 2 * * ?")), null);
    assertThat(spring.remarks())
        .containsExactly(
            "run 117 is due at 2027-03-28T01:00:00Z, with Quartz at 2027-03-29T00:30:00Z");
  }

  @Test
  void differences_to_Quartz_after_a_missed_run_are_listed() {
    SimpleScheduleBuilder fiveTimes = simpleSchedule().withIntervalInMinutes(20);
    assertThat(convert(trigger(fiveTimes.withRepeatCount(4)), null).remarks())
        .containsExactly(
            "after a missed run Quartz counts the interval from the late run; here the planned times stay");
    assertThat(convert(trigger(fiveTimes.repeatForever()), null).remarks()).isEmpty();

    SimpleScheduleBuilder once = simpleSchedule().withMisfireHandlingInstructionFireNow();
    assertThat(convert(trigger(once), null).remarks()).isEmpty();
    assertThat(
            convert(trigger(once.withMisfireHandlingInstructionNextWithExistingCount()), null)
                .remarks())
        .containsExactly("if it is missed, Quartz drops it; here it runs late");
  }

  @Test
  void runs_that_may_not_overlap_wait_for_each_other() {
    Registration alone = convert(nightly("WAITING", new StoredJob(JOB, false, false, Map.of())));
    assertThat(alone.fields()).containsEntry("overlap", "wait").doesNotContainKey("stateful");
    assertThat(alone.remarks())
        .containsExactly(
            "@DisallowConcurrentExecution: its worker must report the end of each run");
    Registration stateful = convert(nightly("WAITING", new StoredJob(JOB, false, true, Map.of())));
    assertThat(stateful.fields()).containsEntry("stateful", true);
    assertThat(stateful.remarks())
        .containsExactly(
            "@PersistJobDataAfterExecution: its worker must report the new data as the result of each run");
  }

  @Test
  void paused_trigger_becomes_a_paused_schedule() {
    Registration paused = convert(nightly("PAUSED", new StoredJob(JOB, true, false, Map.of())));
    assertThat(paused.paused()).isTrue();
    assertThat(paused.toString()).endsWith(", missed runs: fire-once, paused");
  }

  static Stream<Arguments> not_imported() {
    Trigger nightly = trigger(cronSchedule("0 0 6 * * ?"));
    StoredJob job = new StoredJob(JOB, true, false, Map.of());
    return Stream.of(
        Arguments.of(
            new StoredTrigger(trigger(simpleSchedule()), "PAUSED", job, null),
            "it is paused and has only one run left: resume it in Quartz first"),
        Arguments.of(new StoredTrigger(nightly, "COMPLETE", job, null), "it has no future run"),
        Arguments.of(
            new StoredTrigger(nightly, "DELETED", job, null),
            "its state is DELETED, in which Quartz does not fire it"),
        Arguments.of(
            stored(
                trigger(dailyTimeIntervalSchedule().withIntervalInHours(1).withRepeatCount(20_000)),
                null,
                Map.of()),
            "it has 20001 runs left, and at most 9999 are counted here"),
        Arguments.of(
            stored(
                trigger(simpleSchedule().withIntervalInMilliseconds(500).repeatForever()),
                null,
                Map.of()),
            "every 'PT0.5S': from PT1S to 100 years allowed"),
        Arguments.of(
            stored(nightly, null, Map.of("thread", new Object())),
            "its data 'thread' is an object of class java.lang.Object: only text"),
        Arguments.of(
            stored(nightly, new BaseCalendar(), Map.of()), "its calendar excludes nothing"),
        Arguments.of(
            new StoredTrigger(
                nightly,
                "WAITING",
                new StoredJob("com.example.Other", true, false, Map.of()),
                null),
            "no worker queue is named for it: --queue com.example.Other=NAME"));
  }

  @ParameterizedTest
  @MethodSource("not_imported")
  void triggers_that_cannot_be_imported_are_listed(StoredTrigger stored, String reason) {
    assertThatThrownBy(() -> convert(stored))
        .isInstanceOf(ImportException.class)
        .hasMessageContaining(reason);
  }

  private static Registration convert(Trigger trigger, @Nullable Calendar calendar) {
    return convert(stored(trigger, calendar, Map.of()));
  }

  private static Registration convert(StoredTrigger stored) {
    return new Conversion(Map.of(JOB, "report")).of(stored, NOW);
  }

  private static StoredTrigger stored(
      Trigger trigger, @Nullable Calendar calendar, Map<String, Object> data) {
    return new StoredTrigger(trigger, "WAITING", new StoredJob(JOB, true, false, data), calendar);
  }

  private static StoredTrigger nightly(String state, StoredJob job) {
    return new StoredTrigger(trigger(cronSchedule("0 0 6 * * ?")), state, job, null);
  }

  private static Trigger trigger(ScheduleBuilder<?> schedule) {
    return fireable(builder(schedule).build());
  }

  private static TriggerBuilder<?> builder(ScheduleBuilder<?> schedule) {
    return newTrigger()
        .withIdentity("nightly", "reports")
        .startAt(Date.from(START))
        .withSchedule(schedule);
  }

  /** Prepares the trigger like Quartz when it stores one. */
  private static Trigger fireable(Trigger trigger) {
    ((OperableTrigger) trigger).computeFirstFireTime(null);
    return trigger;
  }

  private static CronCalendar cron(String expression) {
    try {
      return new CronCalendar(expression);
    } catch (java.text.ParseException e) {
      throw new AssertionError(e);
    }
  }
}
