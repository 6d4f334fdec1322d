package org.goodtiming.scheduler.gettingstarted;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobScheduler;
import org.goodtiming.scheduler.recurrence.Recurrence;

/** The Java code of docs/schedules.md: the body of each example is a block of the page. */
record ScheduleExamples(JMSContext context, JobScheduler scheduler) {

  private void byJms() {
    context
        .createProducer()
        .setProperty("scheduler_queue", "report")
        .setProperty("scheduler_jobId", "nightly")
        .setProperty("scheduler_recurrence", "cron:0 0 6 ? * MON-FRI except=holidays:DE-BE")
        .setProperty("scheduler_zone", "Europe/Berlin")
        .send(context.createQueue("scheduler.jobs"), "{\"format\": \"pdf\"}");
  }

  private void fromJava() {
    scheduler.schedule(
        JobRequest.on("report")
            .jobId("nightly")
            .recurring(
                Recurrence.cron("0 0 6 ? * MON-FRI")
                    .zone("Europe/Berlin")
                    .skippingHolidaysOf("DE-BE"))
            .text("{\"format\": \"pdf\"}")
            .build());
  }

  private void missedRuns() {
    scheduler.schedule(
        JobRequest.on("report")
            .jobId("sales")
            .recurring("cron:0 0 * ? * * zone=Europe/Berlin")
            .fireAll(Duration.ofHours(6))
            .jitter(Duration.ofMinutes(5))
            .build());
  }

  private void withoutOverlap() {
    scheduler.schedule(
        JobRequest.on("report")
            .jobId("balance")
            .recurring(Recurrence.cron("0 0 7 ? * MON"))
            .withoutOverlap(Duration.ofHours(2))
            .stateful()
            .untilSuccesses(3)
            .text("{\"total\": 0}")
            .build());
  }

  private void withCalendarAndDefinition() {
    scheduler.schedule(
        JobRequest.on("report")
            .jobId("cologne")
            .definition("sales-report")
            .property("x_shop", "Cologne")
            .recurring(Recurrence.cron("0 0 6 ? * MON-FRI").zone("Europe/Berlin"))
            .calendar("company")
            .build());
  }

  /** Runs the example whose code is this one. */
  void run(String code) {
    Map<String, Runnable> examples =
        Map.of(
            "byJms", this::byJms,
            "fromJava", this::fromJava,
            "missedRuns", this::missedRuns,
            "withoutOverlap", this::withoutOverlap,
            "withCalendarAndDefinition", this::withCalendarAndDefinition);
    String source = source();
    assertThat(examples.keySet())
        .as("has this code:%n%s", code)
        .filteredOn(name -> source.contains(method(name, code)))
        .singleElement()
        .satisfies(name -> examples.get(name).run());
  }

  private static String method(String name, String code) {
    return "  private void %s() {%n%s  }%n".formatted(name, code.indent(4));
  }

  private static String source() {
    String file =
        "tests/system-tests/src/test/java/%s.java"
            .formatted(ScheduleExamples.class.getName().replace('.', '/'));
    try {
      return Files.readString(Path.of(System.getProperty("scheduler.root"), file));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
