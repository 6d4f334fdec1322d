package org.goodtiming.scheduler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobScheduler;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of the README, and docs/testing.md. */
class ReadmeTest {

  private static final Instant TEN_O_CLOCK = Instant.parse("2026-12-01T10:00:00Z");

  private record Orders(JobScheduler scheduler) {

    void place(String orderId) {
      scheduler.schedule(
          JobRequest.on("order-check").jobId(orderId).delay(Duration.ofMinutes(30)).build());
    }
  }

  private record Reports(JobScheduler scheduler) {

    void everyWorkingDay() {
      scheduler.schedule(
          JobRequest.on("report")
              .jobId("nightly")
              .recurring(
                  Recurrence.cron("0 0 6 ? * MON-FRI")
                      .zone("Europe/Berlin")
                      .skippingHolidaysOf("DE-BE"))
              .build());
    }
  }

  @Test
  void an_order_is_checked_after_half_an_hour() {
    TestScheduler scheduler = TestScheduler.at(TEN_O_CLOCK, "order-check");
    new Orders(scheduler).place("4711");

    scheduler.advance(Duration.ofMinutes(29));
    assertThat(scheduler.delivered("order-check")).isEmpty();

    scheduler.advance(Duration.ofMinutes(1));
    assertThat(scheduler.delivered("order-check"))
        .extracting(JobDelivery::jobId)
        .containsExactly("4711");
  }

  @Test
  void a_report_is_due_at_six_in_Berlin_on_working_days() {
    TestScheduler scheduler = TestScheduler.at(Instant.parse("2026-12-24T05:00:00Z"), "report");
    new Reports(scheduler).everyWorkingDay();
    assertThat(scheduler.refused()).isEmpty();
    assertThat(scheduler.waiting())
        .containsExactly(
            entry(new JobKey("report", "nightly"), Instant.parse("2026-12-28T05:00:00Z")));
  }

  @Test
  void the_code_in_the_readme_is_that_above() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/org/goodtiming/scheduler/testkit/ReadmeTest.java"));
    assertThat(source)
        .contains(shown("@Test\nvoid an_order", 2))
        .contains(shown("scheduler.schedule(\n    JobRequest.on(\"report\")", 6));
  }

  static Stream<String> calls() {
    return Stream.of(TestScheduler.class.getDeclaredMethods())
        .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isSynthetic())
        .map(Method::getName)
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("calls")
  void each_call_is_on_the_page_about_testing(String call) throws IOException {
    assertThat(Files.readString(Path.of("../docs/testing.md"))).contains('`' + call + '(');
  }

  private static String shown(String beginning, int indent) throws IOException {
    String readme = Files.readString(Path.of("../README.md"));
    int start = readme.indexOf(beginning);
    String shown = readme.substring(start, readme.indexOf("```", start));
    return shown.indent(indent).replaceAll("(?m)^ +$", "");
  }
}
