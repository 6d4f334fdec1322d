package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.goodtiming.scheduler.recurrence.cron.CronWalk;
import org.goodtiming.scheduler.recurrence.icalendar.RuleWalk;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;

/**
 * The corpus with which {@code ./scheduler bench recurrence} compares libraries. A walk over days
 * and seconds judges its times, not a library.
 */
class CorpusTest {
  private static final Path CORPUS =
      Path.of(
          "../../tests/benchmarks/src/main/resources/org/goodtiming/scheduler/benchmarks/recurrence/corpus.tsv");
  private static final int TIMES = 3;
  private static final String END = "end";
  private static final String REFUSED = "refused";
  private static final String POLICY = "policy:";

  /** A line of the corpus; the expected times are up to three, and the end if there are fewer. */
  record Line(
      String dialect, String text, ZoneId zone, LocalDateTime after, String expected, String note) {

    static Line parse(String line) {
      String[] columns = line.split("\t", -1);
      return new Line(
          columns[0],
          columns[1],
          ZoneId.of(columns[2]),
          LocalDateTime.parse(columns[3]),
          columns[4],
          columns[7]);
    }

    Instant instant() {
      return after.atZone(zone).toInstant();
    }
  }

  /** The lines of the corpus, except those to which libraries document several meanings. */
  private static List<Line> lines() throws IOException {
    return Files.readAllLines(CORPUS).stream()
        .filter(line -> !line.startsWith("#"))
        .map(Line::parse)
        .filter(line -> !line.note().startsWith(POLICY))
        .toList();
  }

  @Test
  void the_times_are_those_of_a_walk() throws IOException {
    assertThat(lines())
        .filteredOn(line -> !line.expected().equals(REFUSED))
        .hasSizeGreaterThan(400)
        .allSatisfy(line -> assertThat(expected(walk(line))).isEqualTo(line.expected()));
  }

  @Test
  void this_library_never_computes_another_time() throws IOException {
    assertThat(lines()).allSatisfy(line -> assertThat(ours(line)).isIn(line.expected(), REFUSED));
  }

  private static List<Instant> walk(Line line) {
    List<LocalDateTime> times =
        line.dialect().equals("rrule")
            ? rule(line)
            : new CronWalk(
                    line.text(), CronWalk.Dialect.valueOf(line.dialect().toUpperCase(Locale.ROOT)))
                .after(line.after(), TIMES);
    return times.stream().map(time -> time.atZone(line.zone()).toInstant()).toList();
  }

  private static List<LocalDateTime> rule(Line line) {
    RuleWalk walk = new RuleWalk(line.text(), line.after());
    int count = Integer.parseInt(part(line.text(), "COUNT", "9999"));
    List<LocalDateTime> times = List.of();
    for (int days = 1; times.size() < Math.min(TIMES, count) && days < 200_000; days *= 10) {
      times = walk.from(line.after(), line.after().plusDays(days)).times();
    }
    Instant until = until(line);
    return times.stream()
        .filter(time -> !time.atZone(line.zone()).toInstant().isAfter(until))
        .limit(Math.min(TIMES, count))
        .toList();
  }

  private static Instant until(Line line) {
    String until = part(line.text(), "UNTIL", "99991231T000000Z");
    if (until.length() == 8) {
      LocalDate day = LocalDate.parse(until, DateTimeFormatter.BASIC_ISO_DATE);
      return day.atTime(LocalTime.MAX).atZone(line.zone()).toInstant();
    }
    LocalDateTime time =
        LocalDateTime.parse(
            until.substring(0, 15), DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss"));
    return time.atZone(until.endsWith("Z") ? ZoneId.of("UTC") : line.zone()).toInstant();
  }

  private static String part(String rule, String name, String otherwise) {
    return Stream.of(rule.split(";"))
        .filter(part -> part.startsWith(name + "="))
        .map(part -> part.substring(name.length() + 1))
        .findFirst()
        .orElse(otherwise);
  }

  private static String ours(Line line) {
    try {
      Recurrence recurrence = Recurrence.parse(kind(line) + " zone=" + line.zone());
      return expected(recurrence.dueTimes(from(line)).limit(TIMES).toList());
    } catch (RecurrenceSyntaxException e) {
      return line.expected().equals(END) ? END : REFUSED;
    }
  }

  private static String kind(Line line) {
    return switch (line.dialect()) {
      case "rrule" -> "rrule:" + line.text() + " start=" + line.instant();
      case "unix" -> "unix:" + line.text();
      default -> "cron:" + line.text();
    };
  }

  private static Instant from(Line line) {
    return line.dialect().equals("rrule") ? line.instant().minusSeconds(1) : line.instant();
  }

  private static String expected(List<Instant> times) {
    List<String> words = new ArrayList<>(times.stream().map(Instant::toString).toList());
    if (words.size() < TIMES) {
      words.add(END);
    }
    return String.join(" ", words);
  }
}
