package org.goodtiming.scheduler.recurrence.icalendar;

/** The parts about days that the start supplies, by the text of RFC 5545 section 3.3.10. */
record StartDays(boolean month, boolean dayOfMonth, boolean weekday) {

  static StartDays of(RuleParts parts, Frequency frequency) {
    return switch (frequency) {
      case SECONDLY, MINUTELY, HOURLY, DAILY -> new StartDays(false, false, false);
      case WEEKLY -> new StartDays(false, false, !parts.has(RulePart.BYDAY));
      case MONTHLY -> new StartDays(false, !namesDayOfMonth(parts), false);
      case YEARLY -> ofYear(parts);
    };
  }

  private static StartDays ofYear(RuleParts parts) {
    boolean namesDay =
        namesDayOfMonth(parts) || parts.has(RulePart.BYYEARDAY) || parts.has(RulePart.BYWEEKNO);
    return new StartDays(!namesDay && !parts.has(RulePart.BYMONTH), !namesDay, false);
  }

  private static boolean namesDayOfMonth(RuleParts parts) {
    return parts.has(RulePart.BYMONTHDAY) || parts.has(RulePart.BYDAY);
  }
}
