package org.goodtiming.scheduler.recurrence.icalendar;

import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYDAY;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYMONTH;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYMONTHDAY;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYSETPOS;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYWEEKNO;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYYEARDAY;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.COUNT;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.FREQ;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.UNTIL;

import java.util.Arrays;
import java.util.Locale;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** Reads RFC 5545 rules, and refuses rules that are never due or that programs read in two ways. */
final class RuleParser {
  private static final int MAX_LENGTH = 500;

  private final String text;
  private final RuleParts parts;

  private RuleParser(String text, RuleParts parts) {
    this.text = text;
    this.parts = parts;
  }

  static RecurrenceRule parse(String text) {
    String clean = text.strip().toUpperCase(Locale.ROOT);
    if (clean.length() > MAX_LENGTH) {
      throw new RecurrenceSyntaxException(
          "rrule of %s characters: at most %s allowed".formatted(clean.length(), MAX_LENGTH));
    }
    return new RuleParser(clean, RuleParts.of(clean)).rule();
  }

  private RecurrenceRule rule() {
    checkCombinations();
    checkMeaning();
    RecurrenceRule rule = new RecurrenceRule(text, parts);
    if (!rule.hasTimes()) {
      throw new RecurrenceSyntaxException(
          "rrule '%s' is never due: no date has all its parts, change or omit one of them"
              .formatted(text));
    }
    return rule;
  }

  /** Refuses combinations that RFC 5545 forbids. */
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

  /** RFC 5545 does not say whether the start adds to these parts; libraries differ (ADR 0055). */
  private void checkMeaning() {
    if (!isFreq("YEARLY") || parts.has(BYYEARDAY)) {
      return;
    }
    if (parts.has(BYMONTHDAY) && !parts.has(BYMONTH) && !parts.has(BYWEEKNO)) {
      throw parts.refused(
          BYMONTHDAY,
          "means the month of the start in some programs and every month in others: add the month, such as BYMONTH=1, or BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12 for every month");
    }
    if (parts.has(BYWEEKNO) && !parts.has(BYDAY) && !parts.has(BYMONTHDAY)) {
      throw parts.refused(
          BYWEEKNO,
          "means the weekday of the start in some programs and the whole week in others: add the weekday, such as BYDAY=MO, or BYDAY=MO,TU,WE,TH,FR,SA,SU for the whole week");
    }
  }

  private boolean isFreq(String... names) {
    return Arrays.asList(names).contains(parts.value(FREQ));
  }
}
