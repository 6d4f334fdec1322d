package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quartz.CalendarIntervalScheduleBuilder.calendarIntervalSchedule;
import static org.quartz.CronScheduleBuilder.cronSchedule;
import static org.quartz.DailyTimeIntervalScheduleBuilder.dailyTimeIntervalSchedule;
import static org.quartz.JobBuilder.newJob;
import static org.quartz.SimpleScheduleBuilder.simpleSchedule;
import static org.quartz.TimeOfDay.hourAndMinuteOfDay;
import static org.quartz.TriggerBuilder.newTrigger;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.text.ParseException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.quartz.ImportCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quartz.Calendar;
import org.quartz.DateBuilder.IntervalUnit;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.ScheduleBuilder;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerKey;
import org.quartz.impl.calendar.AnnualCalendar;
import org.quartz.impl.calendar.CronCalendar;
import org.quartz.impl.calendar.DailyCalendar;
import org.quartz.impl.calendar.HolidayCalendar;
import org.quartz.impl.calendar.MonthlyCalendar;
import org.quartz.impl.calendar.WeeklyCalendar;

/** {@code ./scheduler import quartz}, from tables that Quartz 2.5.2 has filled. */
class QuartzImportIT {
  private static final Instant FAR = Instant.parse("2100-01-01T06:00:00Z");

  private static final ZoneId OF_QUARTZ = ZoneId.systemDefault();
  private static final String ZONE =
      OF_QUARTZ.equals(ZoneOffset.UTC) ? "" : " zone=" + OF_QUARTZ.getId();
  private static final String HALF_HOURS = "cron:0 0/30 6-20 * * ?" + ZONE;

  private record Output(int status, String out, String err) {}

  private final SystemStack stack = SystemStack.shared();
  private QuartzDatabase quartz;

  @TempDir private Path directory;

  @BeforeEach
  void prepare() {
    stack.clear();
    quartz = QuartzDatabase.create(stack);
  }

  @AfterEach
  void clear() {
    stack.clear();
  }

  @Test
  void triggers_become_schedules_and_jobs_that_are_due_when_Quartz_would_fire_them()
      throws SchedulerException, IOException {
    List<Trigger> stored = fill(false);
    int all = stored.size();

    Output dryRun = run("--dry-run");
    assertThat(dryRun.status()).as(dryRun.toString()).isZero();
    assertThat(dryRun.out()).contains(all + " imported, 0 not (dry run");
    assertThat(stack.integer("SELECT count(*) FROM scheduler.job")).isZero();

    Output output = run();
    assertThat(output.status()).as(output.toString()).isZero();
    assertThat(output.out())
        .contains(
            "reports.nightly: accepted as test.registration/reports.nightly, "
                + "cron:0 0 6 * * ? zone=Europe/Berlin")
        .contains(" except=weekly:SAT,SUN, missed runs: skip\n")
        .contains("every: accepted as test.registration/every, every:PT20M")
        .contains("once: accepted as test.registration/once, once at 2100-01-01T06:00:00Z")
        .endsWith(all + " imported, 0 not\n");
    assertThat(recurrences())
        .containsExactlyInAnyOrder(
            "reports.nightly cron:0 0 6 * * ? zone=Europe/Berlin except=weekly:SAT,SUN",
            "every every:PT20M",
            "quarterly months:3" + ZONE,
            "workday daily:PT25M/09:00-17:00/MON,TUE,WED,THU,FRI" + ZONE + " times=100",
            "not-monthly " + HALF_HOURS + " except=any(cron:* * * 13 * ?; weekly:SAT,SUN)",
            "not-annual " + HALF_HOURS + " except=annual:12-24",
            "not-holidays " + HALF_HOURS + " except=dates:2099-12-24",
            "not-lunch " + HALF_HOURS + " except=daily:12:00-13:00:01",
            "not-office " + HALF_HOURS + " except=not(daily:08:00-18:00)",
            "not-night " + HALF_HOURS + " except=cron:* * 0-7,18-23 ? * *");
    for (Trigger trigger : stored) {
      assertThat(
              stack.value(
                  "SELECT due_at = '%s' FROM scheduler.job WHERE job_id = '%s'"
                      .formatted(
                          new Timestamp(trigger.getNextFireTime().getTime()).toInstant(),
                          name(trigger))))
          .as(name(trigger))
          .isEqualTo("t");
    }
    assertThat(
            stack.value(
                "SELECT convert_from(body, 'UTF8') FROM scheduler.job WHERE job_id = 'once'"))
        .isEqualTo("{\"order\":\"4711\",\"copies\":\"2\"}");

    assertThat(run().out()).contains("every: replaced as ");
  }

  @Nightly
  @Test
  void dry_run_refuses_what_an_import_would_refuse() throws SchedulerException, IOException {
    fill(false);
    Scheduler scheduler = quartz.scheduler("shop-false", false);
    try {
      scheduler.scheduleJob(check("reports.nightly", simpleSchedule()));
      scheduler.scheduleJob(
          newTrigger().withIdentity("x".repeat(200), "y".repeat(100)).forJob("check").build());
    } finally {
      scheduler.shutdown();
    }
    quartz.execute(
        "UPDATE qrtz_cron_triggers SET cron_expression = '0 0 6 * *' WHERE trigger_name = 'not-annual'");
    for (String dryRun : List.of("--dry-run", "--api-user=admin")) {
      Output output = run(dryRun);
      assertThat(output.status()).isEqualTo(1);
      assertThat(output.out())
          .contains("x: not imported, SCHED-0122 jobId ")
          .containsOnlyOnce("9 imported, 4 not")
          .contains(
              "not-annual: not imported, Quartz cannot read it: CronExpression '0 0 6 * *' is invalid.\n")
          .contains(
              "reports.nightly: not imported, trigger 'reports.nightly' of group 'DEFAULT', "
                  + "trigger 'nightly' of group 'reports' would all become test.registration/reports.nightly");
    }
    assertThat(runWith(List.of("--dry-run", "--queue", CheckJob.class.getName() + "=nobody")).out())
        .contains("once: not imported, SCHED-0102 queue is 'nobody'");
  }

  @Nightly
  @Test
  void data_that_Quartz_keeps_as_text_is_read() throws SchedulerException, IOException {
    fill(true);
    Output output = run();
    assertThat(output.status()).as(output.toString()).isZero();
    assertThat(
            stack.value(
                "SELECT convert_from(body, 'UTF8')::jsonb ->> 'order' FROM scheduler.job WHERE job_id = 'once'"))
        .isEqualTo("4711");
  }

  @Nightly
  @Test
  void refusals_are_reported_trigger_by_trigger() throws SchedulerException, IOException {
    fill(false);
    Output output = runWith(List.of("--queue", CheckJob.class.getName() + "=nobody"));
    assertThat(output.status()).isEqualTo(1);
    assertThat(output.out())
        .contains("once: not imported, SCHED-0102 queue is 'nobody'")
        .contains(
            "reports.nightly: not imported, no worker queue is named for it: --queue "
                + ReportJob.class.getName()
                + "=NAME")
        .endsWith("0 imported, 11 not\n");
  }

  @Nightly
  @Test
  void tables_that_cannot_be_read_are_one_line() throws IOException {
    Output empty = run();
    assertThat(empty.err())
        .startsWith("DEV-0028 the tables of Quartz cannot be read from " + quartz.url())
        .contains("qrtz_JOB_DETAILS is empty: there is nothing to import")
        .hasLineCount(1);
    assertThat(run("--table-prefix", "other_").err())
        .startsWith("DEV-0028 ")
        .contains("other_job_details")
        .doesNotContain("at org.");
    assertThat(run("--table-prefix", "a; DROP TABLE x").err()).startsWith("DEV-0020 ");
  }

  @Nightly
  @Test
  void paused_triggers_stay_paused_and_runs_do_not_overlap()
      throws SchedulerException, IOException {
    Scheduler scheduler = quartz.scheduler("paused", false);
    try {
      scheduler.scheduleJob(
          newJob(AloneJob.class).withIdentity("alone").build(),
          newTrigger().withIdentity("alone").withSchedule(cronSchedule("0 0 6 * * ?")).build());
      scheduler.pauseTrigger(TriggerKey.triggerKey("alone"));
    } finally {
      scheduler.shutdown();
    }
    Output output = runWith(List.of("--queue", AloneJob.class.getName() + "=test.registration"));
    assertThat(output.status()).as(output.toString()).isZero();
    assertThat(output.out()).contains("missed runs: fire-once, paused\n");
    assertThat(
            stack.value(
                "SELECT state || ' ' || (overlap_limit IS NOT NULL) FROM scheduler.schedule WHERE job_id = 'alone'"))
        .isEqualTo("PAUSED true");
  }

  /** A trigger of each kind, and a calendar of each kind. */
  private List<Trigger> fill(boolean useProperties) throws SchedulerException {
    Scheduler scheduler = quartz.scheduler("shop-" + useProperties, useProperties);
    try {
      scheduler.addJob(durable("report", ReportJob.class), false);
      scheduler.addJob(durable("check", CheckJob.class), false);
      for (Map.Entry<String, Calendar> calendar : calendars().entrySet()) {
        scheduler.addCalendar(calendar.getKey(), calendar.getValue(), false, false);
      }
      List<Trigger> stored = new ArrayList<>();
      for (Trigger trigger : triggers()) {
        scheduler.scheduleJob(trigger);
        stored.add(scheduler.getTrigger(trigger.getKey()));
      }
      return stored;
    } finally {
      scheduler.shutdown();
    }
  }

  private static Map<String, Calendar> calendars() {
    MonthlyCalendar monthly = new MonthlyCalendar(new WeeklyCalendar());
    monthly.setDayExcluded(13, true);
    AnnualCalendar annual = new AnnualCalendar();
    annual.setDayExcluded(
        new java.util.GregorianCalendar(2020, java.util.Calendar.DECEMBER, 24), true);
    HolidayCalendar holidays = new HolidayCalendar();
    holidays.addExcludedDate(
        Date.from(LocalDate.of(2099, 12, 24).atStartOfDay(OF_QUARTZ).toInstant()));
    DailyCalendar office = new DailyCalendar("08:00:00", "17:59:59");
    office.setInvertTimeRange(true);
    return Map.of(
        "weekly", new WeeklyCalendar(),
        "monthly", monthly,
        "annual", annual,
        "holidays", holidays,
        "lunch", new DailyCalendar("12:00", "13:00"),
        "office", office,
        "night", nights());
  }

  private static CronCalendar nights() {
    try {
      return new CronCalendar("* * 0-7,18-23 ? * *");
    } catch (ParseException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Trigger> triggers() {
    List<Trigger> triggers = new ArrayList<>();
    triggers.add(
        newTrigger()
            .withIdentity("nightly", "reports")
            .forJob("report")
            .modifiedByCalendar("weekly")
            .withSchedule(
                cronSchedule("0 0 6 * * ?")
                    .inTimeZone(TimeZone.getTimeZone("Europe/Berlin"))
                    .withMisfireHandlingInstructionDoNothing())
            .build());
    triggers.add(check("every", simpleSchedule().withIntervalInMinutes(20).repeatForever()));
    triggers.add(check("once", simpleSchedule()));
    triggers.add(
        check("quarterly", calendarIntervalSchedule().withInterval(3, IntervalUnit.MONTH)));
    triggers.add(
        check(
            "workday",
            dailyTimeIntervalSchedule()
                .onMondayThroughFriday()
                .startingDailyAt(hourAndMinuteOfDay(9, 0))
                .endingDailyAt(hourAndMinuteOfDay(17, 0))
                .withIntervalInMinutes(25)
                .withRepeatCount(99)));
    for (String calendar : List.of("monthly", "annual", "holidays", "lunch", "office", "night")) {
      triggers.add(
          newTrigger()
              .withIdentity("not-" + calendar)
              .forJob("report")
              .modifiedByCalendar(calendar)
              .withSchedule(cronSchedule("0 0/30 6-20 * * ?"))
              .build());
    }
    return triggers;
  }

  private static Trigger check(String name, ScheduleBuilder<?> schedule) {
    return newTrigger()
        .withIdentity(name)
        .forJob("check")
        .usingJobData("copies", "2")
        .startAt(Date.from(FAR))
        .withSchedule(schedule)
        .build();
  }

  private static JobDetail durable(String name, Class<? extends org.quartz.Job> type) {
    return newJob(type).withIdentity(name).usingJobData("order", "4711").storeDurably().build();
  }

  private List<String> recurrences() {
    return stack.values(
        "SELECT job_id || ' ' || regexp_replace(recurrence, ' start=\\S+', '') FROM scheduler.schedule");
  }

  private static String name(Trigger trigger) {
    return trigger.getKey().getName().equals("nightly")
        ? "reports.nightly"
        : trigger.getKey().getName();
  }

  private Output run(String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(more));
    for (Class<?> job : List.of(ReportJob.class, CheckJob.class)) {
      arguments.addAll(List.of("--queue", job.getName() + "=test.registration"));
    }
    return runWith(arguments);
  }

  private Output runWith(List<String> more) throws IOException {
    Path password =
        Files.writeString(
            directory.resolve("password"),
            stack.database().password(DatabaseUser.SUPERUSER) + "\n");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "quartz",
                "--from=" + quartz.url(),
                "--user=postgres",
                "--password-file=" + password,
                "--state=" + System.getProperty("scheduler.state")));
    arguments.addAll(more);
    var out = new StringWriter();
    var err = new StringWriter();
    int status =
        ImportCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments.toArray(String[]::new));
    return new Output(status, out.toString(), err.toString());
  }

  /** A job of the application. */
  public static final class ReportJob implements org.quartz.Job {
    @Override
    public void execute(JobExecutionContext context) {}
  }

  /** One that must not run beside itself. */
  @DisallowConcurrentExecution
  public static final class AloneJob implements org.quartz.Job {
    @Override
    public void execute(JobExecutionContext context) {}
  }

  /** Another one. */
  public static final class CheckJob implements org.quartz.Job {
    @Override
    public void execute(JobExecutionContext context) {}
  }
}
