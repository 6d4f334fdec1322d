package org.goodtiming.scheduler.recurrence.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;

/** Compares random rules, from random starts and asking points, with a walk by RFC 5545. */
class RuleOracleTest {
  private static final long SEED = Long.getLong("recurrence.seed", 20261125);
  private static final int RULES = Integer.getInteger("recurrence.rules", 1_000);
  private final Random random = new Random(SEED);
  private int refused;
  private int times;

  @Test
  void a_rule_is_due_when_a_walk_by_the_RFC_says() {
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < RULES && differences.size() < 10; i++) {
      Question question = Question.any(random);
      try {
        compare(question, differences);
      } catch (RecurrenceSyntaxException e) {
        compareRefusal(question, e, differences);
      }
    }
    System.out.printf(
        "recurrence.seed=%d: %d rules, %d refused, %d times%n", SEED, RULES, refused, times);
    assertThat(differences).as("recurrence.seed=" + SEED).isEmpty();
    assertThat(refused).isLessThan(RULES / 4);
    assertThat(times).isGreaterThan(RULES * 10);
  }

  private void compare(Question question, List<String> differences) {
    Recurrence recurrence = Recurrence.parse(question.text(""));
    compare(question, recurrence, question.asked(), differences);
    LocalDateTime first =
        recurrence
            .next(question.asked().toInstant(ZoneOffset.UTC))
            .map(due -> LocalDateTime.ofInstant(due, ZoneOffset.UTC))
            .orElse(question.start());
    compare(question, recurrence, first, differences);
    compareEnds(question, differences);
  }

  private void compare(
      Question question, Recurrence recurrence, LocalDateTime from, List<String> differences) {
    RuleWalk.Walked walked = question.walk().from(from, question.windowEnd(from));
    List<LocalDateTime> ours = times(recurrence, from, walked.end());
    report(question.text(""), from, walked.times(), ours, differences);
  }

  /** The same with COUNT and with each form of UNTIL. */
  private void compareEnds(Question question, List<String> differences) {
    LocalDateTime start = question.start();
    RuleWalk.Walked walked = question.walk().from(start, question.windowEnd(start));
    if (walked.times().isEmpty()) {
      return;
    }
    int count = 1 + random.nextInt(walked.times().size());
    LocalDateTime last = walked.times().get(count - 1);
    LocalDateTime asked = walked.times().get(random.nextInt(walked.times().size()));
    End end = End.any(random, count, last);
    List<LocalDateTime> expected =
        walked.times().stream()
            .filter(time -> !time.isBefore(asked) && time.isBefore(end.before()))
            .toList();
    List<LocalDateTime> ours =
        times(Recurrence.parse(question.text(end.part())), asked, walked.end());
    report(question.text(end.part()), asked, expected, ours, differences);
  }

  private void compareRefusal(
      Question question, RecurrenceSyntaxException e, List<String> differences) {
    refused++;
    RuleWalk.Walked walked =
        question.walk().from(question.start(), question.windowEnd(question.start()));
    if (!e.getMessage().contains("is never due") || !walked.times().isEmpty()) {
      differences.add("%s: %s, walk %s".formatted(question.text(""), e.getMessage(), walked));
    }
  }

  private void report(
      String text,
      LocalDateTime from,
      List<LocalDateTime> walked,
      List<LocalDateTime> ours,
      List<String> differences) {
    times += walked.size();
    if (!ours.equals(walked)) {
      differences.add("%s from %s: ours %s, walk %s".formatted(text, from, ours, walked));
    }
  }

  private static List<LocalDateTime> times(
      Recurrence recurrence, LocalDateTime from, LocalDateTime end) {
    return recurrence
        .dueTimes(from.toInstant(ZoneOffset.UTC).minusNanos(1))
        .map(due -> LocalDateTime.ofInstant(due, ZoneOffset.UTC))
        .takeWhile(due -> due.isBefore(end))
        .toList();
  }

  /** A rule in UTC, and a time to ask from, mostly after its start. */
  private record Question(String rule, LocalDateTime start, LocalDateTime asked) {

    static Question any(Random random) {
      LocalDateTime start = RandomRule.time(random);
      long later = random.nextInt(4) == 0 ? random.nextInt(9_000) : random.nextInt(60);
      return new Question(
          RandomRule.next(random),
          start,
          start.plusDays(later - 2).plusSeconds(random.nextInt(86_400)));
    }

    String text(String end) {
      return "rrule:%s%s start=%sZ".formatted(rule, end, start);
    }

    RuleWalk walk() {
      return new RuleWalk(rule, start);
    }

    LocalDateTime windowEnd(LocalDateTime from) {
      String freq = rule.substring("FREQ=".length()).split(";")[0];
      return switch (freq) {
        case "SECONDLY" -> from.plusHours(30);
        case "MINUTELY" -> from.plusDays(9);
        case "HOURLY" -> from.plusDays(90);
        case "DAILY" -> from.plus(400, ChronoUnit.DAYS);
        case "WEEKLY" -> from.plusYears(2);
        case "MONTHLY" -> from.plusYears(4);
        default -> from.plusYears(12);
      };
    }
  }

  /** A part that ends a rule, and a time that is after the last one. */
  private record End(String part, LocalDateTime before) {

    static End any(Random random, int count, LocalDateTime last) {
      LocalDateTime after = last.plusSeconds(1);
      return switch (random.nextInt(4)) {
        case 0 -> new End(";COUNT=" + count, after);
        case 1 -> new End(until("uuuuMMdd'T'HHmmss", last), after);
        case 2 -> new End(until("uuuuMMdd'T'HHmmss'Z'", last), after);
        default -> new End(until("uuuuMMdd", last), last.toLocalDate().plusDays(1).atStartOfDay());
      };
    }

    private static String until(String pattern, LocalDateTime last) {
      return ";UNTIL=" + DateTimeFormatter.ofPattern(pattern).format(last);
    }
  }
}
