package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.goodtiming.scheduler.recurrence.calendar.BusinessTime;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the examples of docs/recurrence.md and other pages, and the Java code of the README. */
class RecurrenceDocumentTest {
  private static final Path README = Path.of("README.md");
  private static final Pattern EXAMPLES = Pattern.compile("```examples\n(.*?)```", Pattern.DOTALL);

  private static final List<Path> PAGES =
      List.of(README, Path.of("../../docs/recurrence.md"), Path.of("../../docs/migrating.md"));

  static Stream<String> examples() throws IOException {
    StringBuilder pages = new StringBuilder();
    for (Path page : PAGES) {
      pages.append(Files.readString(page));
    }
    return EXAMPLES
        .matcher(pages)
        .results()
        .map((MatchResult block) -> block.group(1))
        .flatMap(String::lines);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void an_example_is_due_as_the_page_says(String line) {
    String[] columns = line.split("\\|");
    List<String> expected = Arrays.asList(columns[2].strip().split(" "));

    assertThat(
            Recurrence.parse(columns[0].strip())
                .dueTimes(Instant.parse(columns[1].strip()))
                .limit(expected.size())
                .map(Instant::toString))
        .isEqualTo(expected);
  }

  @Test
  void the_recurrence_of_the_page_is_due() throws IOException {
    Recurrence report =
        Recurrence.cron("0 0 6 ? * MON-FRI")
            .zone("Europe/Berlin")
            .starting(Instant.parse("2026-12-01T00:00:00Z"))
            .until(Instant.parse("2026-12-31T00:00:00Z"))
            .times(10);

    assertThat(source()).contains(java(1));
    assertThat(report.dueTimes(Instant.EPOCH)).hasSize(10);
  }

  @Test
  void the_working_time_of_the_page_is_counted() throws IOException {
    Instant order = Instant.parse("2026-11-20T16:30:00Z");

    BusinessTime office =
        new BusinessTime(
            ExclusionCalendar.parse("any(weekly:SAT,SUN; not(daily:08:00-18:00))"),
            ZoneId.of("Europe/Berlin"));
    Instant answer = office.plus(Duration.ofMinutes(90), order);
    Instant delivery = office.plusDays(3, order);

    assertThat(source()).contains(java(3));
    assertThat(answer).isEqualTo("2026-11-23T08:00:00Z");
    assertThat(delivery).isEqualTo("2026-11-25T16:30:00Z");
  }

  /** {@code CustomCalendarTest} tests it. */
  @Test
  void the_calendar_of_the_page_is_one_of_the_tests() throws IOException {
    assertThat(source("TradingDays").indent(4)).contains(java(2));
  }

  private static String java(int block) throws IOException {
    String shown = Files.readString(README).split("```java\n")[block].split("```")[0];
    return shown.indent(4).strip();
  }

  private static String source() throws IOException {
    return source("RecurrenceDocumentTest");
  }

  private static String source(String test) throws IOException {
    return Files.readString(
        Path.of("src/test/java/org/goodtiming/scheduler/recurrence/" + test + ".java"));
  }
}
