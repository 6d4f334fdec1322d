package org.goodtiming.scheduler.recurrence;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRule.Part;
import org.dmfs.rfc5545.recur.RecurrenceRule.RfcMode;

/** Reads RFC 5545 rules, and refuses rules whose search would take too long. */
final class IcalendarParser {
  private static final int MAX_LENGTH = 500;
  private static final int MAX_COUNT = 9999;
  private static final int MAX_TIMES_A_DAY = 100;

  private IcalendarParser() {}

  static IcalendarRule parse(String text) {
    String clean = text.strip().toUpperCase(Locale.ROOT);
    if (clean.length() > MAX_LENGTH || clean.contains("RSCALE") || clean.contains("SKIP")) {
      throw ValueReader.refused(
          "rrule", text, "RSCALE, SKIP and over 500 characters are not allowed");
    }
    try {
      RecurrenceRule rule = new RecurrenceRule(clean, RfcMode.RFC5545_STRICT);
      check(rule, clean);
      return new IcalendarRule(clean, rule);
    } catch (InvalidRecurrenceRuleException e) {
      throw ValueReader.refused(
          "rrule", text, e.getMessage() + "; RFC 5545 section 3.3.10 lists what is allowed");
    }
  }

  private static void check(RecurrenceRule rule, String text) {
    Integer count = rule.getCount();
    if (count != null && count > MAX_COUNT) {
      throw ValueReader.refused("rrule", text, "COUNT up to " + MAX_COUNT + " allowed");
    }
    if (timesOfDay(rule) > MAX_TIMES_A_DAY) {
      throw ValueReader.refused(
          "rrule", text, "BYHOUR, BYMINUTE and BYSECOND may name at most 100 times of a day");
    }
    for (Part part : tooSparse(rule)) {
      if (rule.hasPart(part)) {
        throw ValueReader.refused(
            "rrule", text, "%s needs a longer FREQ than %s here".formatted(part, rule.getFreq()));
      }
    }
  }

  private static int timesOfDay(RecurrenceRule rule) {
    return size(rule, Part.BYHOUR) * size(rule, Part.BYMINUTE) * size(rule, Part.BYSECOND);
  }

  private static int size(RecurrenceRule rule, Part part) {
    return rule.hasPart(part) ? rule.getByPart(part).size() : 1;
  }

  /** Parts that can omit more periods in a row than the library searches. */
  private static Set<Part> tooSparse(RecurrenceRule rule) {
    return switch (rule.getFreq()) {
      case SECONDLY ->
          EnumSet.of(Part.BYMONTH, Part.BYYEARDAY, Part.BYMONTHDAY, Part.BYDAY, Part.BYHOUR);
      case MINUTELY -> EnumSet.of(Part.BYMONTH, Part.BYYEARDAY, Part.BYMONTHDAY, Part.BYDAY);
      case HOURLY -> EnumSet.of(Part.BYMONTH, Part.BYYEARDAY, Part.BYMONTHDAY);
      case DAILY -> isWeekdayOfYear(rule) ? EnumSet.of(Part.BYDAY) : EnumSet.noneOf(Part.class);
      case WEEKLY, MONTHLY, YEARLY -> EnumSet.noneOf(Part.class);
    };
  }

  /** 29 February on a Sunday comes every 28 or 40 years. */
  private static boolean isWeekdayOfYear(RecurrenceRule rule) {
    return rule.hasPart(Part.BYMONTH) && rule.hasPart(Part.BYMONTHDAY);
  }
}
