package org.goodtiming.scheduler.recurrence.icalendar;

/** What the start adds to the parts about days, as RFC 5545 section 3.3.10 says in words. */
record StartDays(boolean month, boolean dayOfMonth, boolean weekday) {

  static StartDays of(RuleParts parts, Frequency frequency) {
    return switch (frequency) {
      case SECONDLY, MINUTELY, HOURLY, DAILY -> new StartDays(false, false, false);
      case WEEKLY -> new StartDays(false, false, !parts.has(RulePart.BYDAY));
      case MONTHLY -> new StartDays(false, !namesDayOfMonth(parts), false);
      case YEARLY -> ofYear(parts);
    };
  }

  /** A day of the month needs a month, and a week needs a weekday. */
  private static StartDays ofYear(RuleParts parts) {
    boolean namesWeek = parts.has(RulePart.BYWEEKNO);
    boolean namesDay = namesDayOfMonth(parts) || parts.has(RulePart.BYYEARDAY);
    boolean needsMonth = !namesDay || parts.has(RulePart.BYMONTHDAY);
    return new StartDays(
        needsMonth && !namesWeek && !parts.has(RulePart.BYYEARDAY) && !parts.has(RulePart.BYMONTH),
        !namesDay && !namesWeek,
        !namesDay && namesWeek);
  }

  /** Some start has any month and weekday. */
  StartDays ofAnyStart() {
    return new StartDays(false, dayOfMonth, false);
  }

  private static boolean namesDayOfMonth(RuleParts parts) {
    return parts.has(RulePart.BYMONTHDAY) || parts.has(RulePart.BYDAY);
  }
}
