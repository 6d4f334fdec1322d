package org.goodtiming.scheduler.quartz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quartz.CalendarIntervalScheduleBuilder.calendarIntervalSchedule;
import static org.quartz.CronScheduleBuilder.cronSchedule;
import static org.quartz.DailyTimeIntervalScheduleBuilder.dailyTimeIntervalSchedule;
import static org.quartz.SimpleScheduleBuilder.simpleSchedule;
import static org.quartz.TriggerBuilder.newTrigger;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.schedule.Plan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quartz.CalendarIntervalTrigger;
import org.quartz.CronTrigger;
import org.quartz.DailyTimeIntervalTrigger;
import org.quartz.DateBuilder.IntervalUnit;
import org.quartz.ScheduleBuilder;
import org.quartz.SimpleTrigger;
import org.quartz.TimeOfDay;
import org.quartz.Trigger;
import org.quartz.spi.OperableTrigger;

/**
 * The table of docs/migrating.md. A trigger with nine runs, one every ten minutes, has fired twice;
 * its third run was planned for 10:00, and the scheduler comes back at 10:35. Quartz computes with
 * the clock of the JVM, so the trigger is built around the present time.
 */
class MisfireInstructionTest {
  private static final LocalTime PLANNED = LocalTime.of(10, 0);
  private static final Duration LATE = Duration.ofMinutes(35);
  private static final Duration THRESHOLD = Duration.ofMinutes(1);
  private static final String AND_MORE = " ...";
  private static final TimeZone OF_THE_TESTS = TimeZone.getDefault();
  private static final Map<String, Class<? extends Trigger>> TRIGGERS =
      Map.of(
          "`SimpleTrigger`",
          SimpleTrigger.class,
          "`CronTrigger`",
          CronTrigger.class,
          "`CalendarIntervalTrigger`",
          CalendarIntervalTrigger.class,
          "`DailyTimeIntervalTrigger`",
          DailyTimeIntervalTrigger.class);

  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final Instant planned = now.minus(LATE);

  private record Line(
      String trigger, String instruction, String policy, String theirs, String ours) {

    private static Stream<Line> parse(String row) {
      List<String> cells =
          Stream.of(row.substring(1).split("\\|"))
              .map(cell -> cell.replace("`", "").strip())
              .toList();
      return Stream.of(row.split("\\|")[1].strip().split(", "))
          .flatMap(
              trigger ->
                  Stream.of(cells.get(1).split(", "))
                      .map(
                          instruction ->
                              new Line(
                                  trigger, instruction, cells.get(2), cells.get(3), cells.get(4))));
    }

    Class<? extends Trigger> type() {
      return TRIGGERS.get(trigger.split(" ")[0]);
    }
  }

  @BeforeAll
  static void have_no_clock_changes() {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
  }

  @AfterAll
  static void be_back() {
    TimeZone.setDefault(OF_THE_TESTS);
  }

  static Stream<Line> table() throws IOException {
    return Files.readAllLines(Path.of("../../docs/migrating.md")).stream()
        .filter(line -> line.matches("\\| `\\w+Trigger`.*\\| \\d\\d:\\d\\d[^|]*\\|"))
        .flatMap(Line::parse);
  }

  @ParameterizedTest
  @MethodSource("table")
  void each_line_of_the_page_is_what_Quartz_does_and_what_the_schedule_does(Line line)
      throws ReflectiveOperationException {
    OperableTrigger trigger = firedTwice(line);
    assertThat(MisfireInstruction.policy(trigger)).isEqualTo(line.policy());
    Recurrence imported =
        TriggerRecurrence.of(
            new StoredTrigger(
                trigger, "WAITING", new StoredJob("Report", true, false, Map.of()), null));

    assertRuns(runsOf(imported, line.policy()), line.ours());
    assertRuns(runsWithQuartz(trigger), line.theirs());
  }

  @Test
  void the_page_has_each_instruction_of_each_trigger() throws IOException {
    List<String> lines =
        table().map(line -> line.type().getSimpleName() + " " + line.instruction()).toList();
    for (Class<? extends Trigger> type : TRIGGERS.values()) {
      for (Field constant : type.getFields()) {
        if (constant.getName().startsWith("MISFIRE_INSTRUCTION_")) {
          assertThat(lines).contains(type.getSimpleName() + " " + name(constant));
        }
      }
    }
  }

  private static String name(Field constant) {
    String name = constant.getName().substring("MISFIRE_INSTRUCTION_".length());
    return name.equals("SMART_POLICY") ? "smart policy" : name;
  }

  private OperableTrigger firedTwice(Line line) throws ReflectiveOperationException {
    Instant start = planned.minus(Duration.ofMinutes(20));
    OperableTrigger trigger =
        (OperableTrigger)
            newTrigger().startAt(Date.from(start)).withSchedule(everyTenMinutes(line)).build();
    trigger.setMisfireInstruction(instruction(line));
    trigger.computeFirstFireTime(null);
    trigger.triggered(null);
    trigger.triggered(null);
    assertThat(trigger.getNextFireTime()).isEqualTo(Date.from(planned));
    return trigger;
  }

  private static int instruction(Line line) throws ReflectiveOperationException {
    String name = line.instruction().equals("smart policy") ? "SMART_POLICY" : line.instruction();
    return line.type().getField("MISFIRE_INSTRUCTION_" + name).getInt(null);
  }

  private ScheduleBuilder<?> everyTenMinutes(Line line) {
    ZonedDateTime first = now.minus(LATE).atZone(ZoneOffset.UTC);
    int minute = first.getMinute() % 10;
    return switch (line.trigger()) {
      case "`SimpleTrigger`" -> simpleSchedule().withIntervalInMinutes(10).withRepeatCount(8);
      case "`SimpleTrigger` without a repeat count" ->
          simpleSchedule().withIntervalInMinutes(10).repeatForever();
      case "`CronTrigger`" -> cronSchedule("%d %d/10 * * * ?".formatted(first.getSecond(), minute));
      case "`CalendarIntervalTrigger`" ->
          calendarIntervalSchedule().withInterval(10, IntervalUnit.MINUTE);
      case "`DailyTimeIntervalTrigger`" ->
          dailyTimeIntervalSchedule()
              .startingDailyAt(new TimeOfDay(0, minute, first.getSecond()))
              .withIntervalInMinutes(10)
              .withRepeatCount(8);
      default -> throw new AssertionError(line.trigger());
    };
  }

  private List<Instant> runsWithQuartz(OperableTrigger trigger) {
    trigger.updateAfterMisfire(null);
    List<Instant> runs = new ArrayList<>();
    while (trigger.getNextFireTime() != null && runs.size() < 10) {
      runs.add(trigger.getNextFireTime().toInstant());
      trigger.triggered(null);
    }
    return runs;
  }

  /** The schedule is imported before the run is planned, and claims it now. */
  private List<Instant> runsOf(Recurrence recurrence, String policy) {
    Plan plan = new Plan(recurrence, Misfire.named(policy).orElseThrow());
    List<Instant> runs = new ArrayList<>();
    Plan.Outcome outcome = plan.outcome(planned, 0, now, THRESHOLD, Duration.ZERO);
    if (!outcome.skipped()) {
      runs.add(policy.equals("fire-all") ? planned : now);
    }
    while (outcome.nextAt() != null && runs.size() < 10) {
      Instant next = outcome.nextAt();
      runs.add(next);
      outcome =
          plan.outcome(
              next, outcome.runs(), next.isAfter(now) ? next : now, THRESHOLD, Duration.ZERO);
    }
    return runs;
  }

  private void assertRuns(List<Instant> runs, String expected) {
    List<String> times = runs.stream().map(this::time).toList();
    if (expected.endsWith(AND_MORE)) {
      assertThat(times)
          .startsWith(expected.substring(0, expected.length() - AND_MORE.length()).split(" "))
          .hasSize(10);
    } else {
      assertThat(times).containsExactly(expected.split(" "));
    }
  }

  // Quartz reads the clock a moment later
  private String time(Instant run) {
    long seconds = Duration.between(planned, run).toSeconds();
    return PLANNED.plusMinutes(Math.floorDiv(seconds + 30, 60)).toString();
  }
}
