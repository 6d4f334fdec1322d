package org.goodtiming.scheduler.benchmarks.recurrence;

/** Whose rules an expression follows. */
enum Dialect {
  QUARTZ("cron of Quartz"),
  SPRING("cron of Spring"),
  UNIX("crontab"),
  RRULE("RFC 5545 rule");

  private final String title;

  Dialect(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
