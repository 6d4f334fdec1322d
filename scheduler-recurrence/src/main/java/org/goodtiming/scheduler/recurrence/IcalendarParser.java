package org.goodtiming.scheduler.recurrence;

import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYDAY;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYHOUR;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYMINUTE;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYMONTH;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYMONTHDAY;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYSECOND;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYSETPOS;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYWEEKNO;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYYEARDAY;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.COUNT;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.FREQ;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.UNTIL;

import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRule.RfcMode;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** Reads RFC 5545 rules, and refuses rules whose search would take too long. */
final class IcalendarParser {
  private static final int MAX_LENGTH = 500;
  private static final int MAX_TIMES_A_DAY = 100;
  private static final int MAX_TIMES_A_PERIOD = 1000;

  /** The library passes over 1,000 sets without the position: sets of this size are cheap. */
  private static final int SMALL_SET = 100;

  private static final LocalDateTime ANY_START = LocalDateTime.of(2000, 1, 1, 0, 0);

  private final String text;
  private final IcalendarParts parts;

  private IcalendarParser(String text, IcalendarParts parts) {
    this.text = text;
    this.parts = parts;
  }

  static IcalendarRule parse(String text) {
    String clean = text.strip().toUpperCase(Locale.ROOT);
    if (clean.length() > MAX_LENGTH) {
      throw new RecurrenceSyntaxException(
          "rrule of %d characters: at most %d allowed".formatted(clean.length(), MAX_LENGTH));
    }
    return new IcalendarParser(clean, IcalendarParts.of(clean)).rule();
  }

  private IcalendarRule rule() {
    checkCombinations();
    checkPauses();
    RecurrenceRule rule = read();
    checkSize(rule, IcalendarPeriods.of(rule));
    checkHasTimes();
    return new IcalendarRule(text, rule);
  }

  private RecurrenceRule read() {
    try {
      return new RecurrenceRule(text, RfcMode.RFC5545_STRICT);
    } catch (InvalidRecurrenceRuleException e) {
      throw ValueReader.refused(
          "rrule", text, e.getMessage() + "; RFC 5545 section 3.3.10 lists what is allowed");
    }
  }

  /** What RFC 5545 does not allow together. */
  private void checkCombinations() {
    if (parts.has(COUNT) && parts.has(UNTIL)) {
      throw parts.refused(COUNT, "write either COUNT or UNTIL");
    }
    if (parts.has(BYWEEKNO) && !isFreq("YEARLY")) {
      throw parts.refused(BYWEEKNO, "needs FREQ=YEARLY");
    }
    if (parts.has(BYYEARDAY) && isFreq("DAILY", "WEEKLY", "MONTHLY")) {
      throw parts.refused(BYYEARDAY, "needs FREQ=YEARLY");
    }
    if (parts.has(BYMONTHDAY) && isFreq("WEEKLY")) {
      throw parts.refused(BYMONTHDAY, "needs FREQ=MONTHLY, YEARLY or DAILY");
    }
    boolean numbered = parts.value(BYDAY).matches(".*[0-9].*");
    if (numbered && (!isFreq("MONTHLY", "YEARLY") || parts.has(BYWEEKNO))) {
      throw parts.refused(
          BYDAY, "a number before the weekday needs FREQ=MONTHLY or YEARLY, without BYWEEKNO");
    }
    if (parts.has(BYSETPOS) && !text.matches(".*;?BY(?!SETPOS).*")) {
      throw parts.refused(BYSETPOS, "needs another part whose times it counts, such as BYDAY");
    }
  }

  private boolean isFreq(String... names) {
    return Arrays.asList(names).contains(parts.value(FREQ));
  }

  private void checkPauses() {
    for (IcalendarPart part : tooSparse()) {
      if (parts.has(part)) {
        String freq = parts.value(FREQ);
        throw parts.refused(
            part,
            "needs a longer FREQ than %s here, such as %s"
                .formatted(freq, freq.equals("DAILY") ? "YEARLY" : "DAILY"));
      }
    }
  }

  /** Parts that can omit more periods in a row than the library searches. */
  private List<IcalendarPart> tooSparse() {
    return switch (parts.value(FREQ)) {
      case "SECONDLY" -> List.of(BYMONTH, BYYEARDAY, BYMONTHDAY, BYDAY, BYHOUR);
      case "MINUTELY" -> List.of(BYMONTH, BYYEARDAY, BYMONTHDAY, BYDAY);
      case "HOURLY" -> List.of(BYMONTH, BYYEARDAY, BYMONTHDAY);
      // 29 February on a Sunday comes every 28 or 40 years
      case "DAILY" ->
          parts.has(BYMONTH) && parts.has(BYMONTHDAY) ? List.of(BYDAY) : List.<IcalendarPart>of();
      default -> List.of();
    };
  }

  private void checkSize(RecurrenceRule rule, IcalendarPeriods periods) {
    int timesOfDay = IcalendarPeriods.timesOfDay(rule);
    if (timesOfDay > MAX_TIMES_A_DAY) {
      throw parts.refused(
          lastOf(BYHOUR, BYMINUTE, BYSECOND),
          "BYHOUR, BYMINUTE and BYSECOND name %d times of a day, at most %d allowed"
              .formatted(timesOfDay, MAX_TIMES_A_DAY));
    }
    if (periods.times() > MAX_TIMES_A_PERIOD) {
      throw parts.refused(
          FREQ,
          "up to %d times in a period, at most %d allowed: use a shorter FREQ"
              .formatted(periods.times(), MAX_TIMES_A_PERIOD));
    }
    if (parts.has(BYSETPOS)
        && periods.times() > SMALL_SET
        && firstPosition() > periods.times() / 2) {
      throw parts.refused(
          BYSETPOS,
          "with %d times in a period, positions from 1 to %d and from -1 to -%2$d allowed"
              .formatted(periods.times(), periods.times() / 2));
    }
  }

  private IcalendarPart lastOf(IcalendarPart... candidates) {
    return Stream.of(candidates).filter(parts::has).reduce(BYHOUR, (a, b) -> b);
  }

  private int firstPosition() {
    return Stream.of(parts.value(BYSETPOS).split(","))
        .mapToInt(position -> Math.abs(Integer.parseInt(position)))
        .min()
        .orElse(0);
  }

  /** With INTERVAL=1 a rule has a time unless no date has all its parts. */
  private void checkHasTimes() {
    RecurrenceRule often = read();
    often.setInterval(1);
    often.setUntil(null);
    IcalendarTimes times =
        IcalendarTimes.of(often, IcalendarPeriods.of(often), ANY_START, ANY_START);
    if (times.next() == null) {
      throw new RecurrenceSyntaxException(
          "rrule '%s' is never due: no date has all its parts, change or omit one of them"
              .formatted(text));
    }
  }
}
