package org.goodtiming.scheduler.recurrence.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;
import org.junit.jupiter.api.Test;

/**
 * Compares rules with lib-recur 0.17.1, except for rules with BYWEEKNO, BYSETPOS or periods shorter
 * than a day, in which it has errors or gives up.
 */
class LibRecurOracleTest {
  private static final long SEED = Long.getLong("recurrence.seed", 20261125);
  private static final int RULES = 2_000;
  private static final int TIMES = 20;
  private final Random random = new Random(SEED);

  @Test
  void a_rule_is_due_when_lib_recur_says() throws InvalidRecurrenceRuleException {
    int compared = 0;
    for (int i = 0; i < RULES; i++) {
      String rule = RandomRule.next(random);
      LocalDateTime start = RandomRule.time(random);
      if (!rule.matches(".*(BYWEEKNO|BYSETPOS|SECONDLY|MINUTELY|HOURLY).*")) {
        List<LocalDateTime> theirs = libRecur(rule, start);
        assertThat(ours(rule, start, theirs.size()))
            .as("recurrence.seed=%d %s start=%s", SEED, rule, start)
            .isEqualTo(theirs);
        compared += theirs.size();
      }
    }
    assertThat(compared).isGreaterThan(RULES);
  }

  private static List<LocalDateTime> ours(String rule, LocalDateTime start, int size) {
    List<LocalDateTime> times = new ArrayList<>();
    if (size == 0) {
      return times;
    }
    RuleTimes all = RecurrenceRule.parse(rule).times(start);
    long next = all.nextOrSame(start.toEpochSecond(ZoneOffset.UTC));
    while (next != RuleTimes.NONE && times.size() < size) {
      times.add(LocalDateTime.ofEpochSecond(next, 0, ZoneOffset.UTC));
      next = all.nextOrSame(next + 1);
    }
    return times;
  }

  /** None when the library gives up. */
  private static List<LocalDateTime> libRecur(String rule, LocalDateTime start)
      throws InvalidRecurrenceRuleException {
    List<LocalDateTime> times = new ArrayList<>();
    try {
      RecurrenceRuleIterator iterator =
          new org.dmfs.rfc5545.recur.RecurrenceRule(rule).iterator(dateTime(start));
      while (iterator.hasNext() && times.size() < TIMES) {
        times.add(local(iterator.nextDateTime()));
      }
    } catch (IllegalArgumentException e) {
      return List.of();
    }
    return times;
  }

  /** Months count from 0 in the library. */
  private static DateTime dateTime(LocalDateTime time) {
    return new DateTime(
        time.getYear(),
        time.getMonthValue() - 1,
        time.getDayOfMonth(),
        time.getHour(),
        time.getMinute(),
        time.getSecond());
  }

  private static LocalDateTime local(DateTime time) {
    return LocalDateTime.of(
        time.getYear(),
        time.getMonth() + 1,
        time.getDayOfMonth(),
        time.getHours(),
        time.getMinutes(),
        time.getSeconds());
  }
}
