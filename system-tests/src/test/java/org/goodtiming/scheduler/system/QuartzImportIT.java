package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quartz.CronScheduleBuilder.cronSchedule;
import static org.quartz.JobBuilder.newJob;
import static org.quartz.SimpleScheduleBuilder.simpleSchedule;
import static org.quartz.TriggerBuilder.newTrigger;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.TimeZone;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.quartz.ImportCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerKey;
import org.quartz.impl.calendar.WeeklyCalendar;

/** {@code ./scheduler import quartz}, from tables that Quartz 2.5.2 has filled. */
class QuartzImportIT {
  private static final Instant FAR = Instant.parse("2100-01-01T06:00:00Z");

  private record Output(int status, String out, String err) {}

  private final SystemStack stack = SystemStack.shared();
  private QuartzDatabase quartz;

  @TempDir private Path directory;

  @BeforeEach
  void prepare() {
    stack.startAllNodes();
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

    Output dryRun = run("--dry-run");
    assertThat(dryRun.status()).as(dryRun.toString()).isZero();
    assertThat(dryRun.out()).contains("3 imported, 0 not (dry run");
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
        .endsWith("3 imported, 0 not\n");
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

  @Test
  void refusals_are_told_trigger_by_trigger() throws SchedulerException, IOException {
    fill(false);
    Output output = runWith(List.of("--queue", CheckJob.class.getName() + "=nobody"));
    assertThat(output.status()).isEqualTo(1);
    assertThat(output.out())
        .contains("once: not imported, SCHED-0102 scheduler_queue is 'nobody'")
        .contains(
            "reports.nightly: not imported, no worker queue is named for it: --queue "
                + ReportJob.class.getName()
                + "=NAME")
        .endsWith("0 imported, 3 not\n");
  }

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

  @Test
  void what_was_paused_stays_paused_and_runs_do_not_overlap()
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

  private List<Trigger> fill(boolean useProperties) throws SchedulerException {
    Scheduler scheduler = quartz.scheduler("shop-" + useProperties, useProperties);
    try {
      scheduler.addCalendar("working-days", new WeeklyCalendar(), false, false);
      List<Trigger> triggers = new ArrayList<>();
      triggers.add(
          newTrigger()
              .withIdentity("nightly", "reports")
              .forJob("report")
              .modifiedByCalendar("working-days")
              .withSchedule(
                  cronSchedule("0 0 6 * * ?")
                      .inTimeZone(TimeZone.getTimeZone("Europe/Berlin"))
                      .withMisfireHandlingInstructionDoNothing())
              .build());
      triggers.add(
          newTrigger()
              .withIdentity("every")
              .forJob("check")
              .startAt(Date.from(FAR))
              .withSchedule(simpleSchedule().withIntervalInMinutes(20).repeatForever())
              .build());
      triggers.add(
          newTrigger()
              .withIdentity("once")
              .forJob("check")
              .usingJobData("copies", "2")
              .startAt(Date.from(FAR))
              .build());
      scheduler.addJob(durable("report", ReportJob.class), false);
      scheduler.addJob(durable("check", CheckJob.class), false);
      for (Trigger trigger : triggers) {
        scheduler.scheduleJob(trigger);
      }
      return List.of(
          scheduler.getTrigger(triggers.get(0).getKey()),
          scheduler.getTrigger(triggers.get(1).getKey()),
          scheduler.getTrigger(triggers.get(2).getKey()));
    } finally {
      scheduler.shutdown();
    }
  }

  private static JobDetail durable(String name, Class<? extends org.quartz.Job> type) {
    return newJob(type).withIdentity(name).usingJobData("order", "4711").storeDurably().build();
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
