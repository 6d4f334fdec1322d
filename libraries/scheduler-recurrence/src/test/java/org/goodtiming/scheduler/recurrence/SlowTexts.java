package org.goodtiming.scheduler.recurrence;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Texts that have been slow, or aim at the longest way through a search. */
final class SlowTexts {
  private static final List<String> FIFTH_OF_FEBRUARY =
      List.of("cron:0 0 0 ? 2 SUN#5", "cron:0 0 0 ? 2 MON#5", "cron:0 0 0 ? 2 TUE#5");

  private SlowTexts() {}

  static Stream<String> recurrences() {
    return Stream.of(
        // Each excluded time used to count again from the start
        "rrule:FREQ=HOURLY;COUNT=9999 start=2026-12-01T00:00Z except=not(cron:30 30 0 ? * *)",
        "rrule:FREQ=HOURLY;COUNT=9999 start=2020-12-01T00:00Z",
        "rrule:FREQ=DAILY;COUNT=9999 zone=Europe/Berlin start=2026-12-01T00:00Z except=weekly:MON-SUN",
        "rrule:FREQ=YEARLY;COUNT=9999 start=0002-12-01T00:00Z",
        "rrule:FREQ=SECONDLY;BYMINUTE=3;BYSECOND=9;COUNT=9999 start=2026-11-22T00:00Z",
        // Long pauses between excluded times
        "rrule:FREQ=SECONDLY;BYMINUTE=3;BYSECOND=9 except=not(cron:30 30 0 ? * *)",
        "rrule:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29 except=not(annual:03-01)",
        "rrule:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13 except=weekly:FRI",
        "rrule:FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29 start=2027-01-01T00:00Z",
        "rrule:FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=3 zone=Australia/Lord_Howe except=all(not(any(cron:0 25,40,36 22-1/6 L JAN,FEB ?)))",
        "rrule:FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1;BYDAY=MO",
        "rrule:FREQ=DAILY;INTERVAL=7;BYDAY=MO start=2026-11-24T00:00Z",
        "rrule:FREQ=DAILY;INTERVAL=9973;BYDAY=SU;BYMONTH=2;BYMONTHDAY=29 start=2026-11-24T00:00Z",
        "rrule:FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29 start=2027-11-24T00:00Z",
        "rrule:FREQ=SECONDLY;INTERVAL=86399;BYHOUR=0;BYMINUTE=0;BYSECOND=0 start=2026-11-24T00:00Z",
        "rrule:FREQ=SECONDLY;INTERVAL=86399;BYHOUR=0;BYMINUTE=0;BYSECOND=0;COUNT=99 start=2026-11-24T00:00Z",
        "rrule:FREQ=YEARLY;INTERVAL=999999999 start=2026-11-24T00:00Z",
        "rrule:FREQ=MONTHLY;INTERVAL=999999999;BYDAY=MO;BYSETPOS=1 start=2026-11-24T00:00Z",
        "rrule:FREQ=HOURLY;INTERVAL=999999999;BYDAY=MO start=2026-11-24T00:00Z",
        "rrule:FREQ=SECONDLY;INTERVAL=2;BYSECOND=1;BYHOUR=3 start=2026-11-24T00:00Z",
        "rrule:FREQ=SECONDLY;COUNT=9999 zone=Europe/Berlin start=2026-10-25T00:00Z except=weekly:SUN",
        "rrule:FREQ=YEARLY;COUNT=9999 zone=Europe/Berlin start=2026-10-25T00:00Z",
        "rrule:FREQ=DAILY;COUNT=9999 zone=Europe/Berlin start=2001-10-25T00:00Z",
        "rrule:FREQ=WEEKLY;BYDAY=MO,TU;BYHOUR=1,2,3;BYSETPOS=-1;COUNT=9999 zone=Europe/Berlin start=1971-10-25T00:00Z",
        // Many times in a period
        "rrule:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=8,9;BYSETPOS=-1 except=weekly:MON-SAT",
        "rrule:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9",
        "rrule:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA;BYSETPOS=366",
        "rrule:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9;BYSETPOS=-1 except=weekly:MON-SUN",
        // Clock changes of years that no zone has computed yet
        "cron:0 30 2 ? 3 1L zone=Europe/Berlin gap=skip",
        "cron:0 0 0 29 2 ? zone=Europe/Berlin except=not(annual:03-01)",
        // Excluded times that are hard to leave
        "cron:0 0 6 25 1 ? except=not(holidays:DE-BE)",
        "every:PT1H except=not(cron:0-58 30 * ? * *)",
        "cron:* * * ? * * except=" + combined("any", 20, "dates:2026-12-%02d", 28),
        "cron:0 0 0 "
            + String.join(",", IntStream.range(0, 240).mapToObj(i -> i % 31 + 1 + "W").toList())
            + " * ?",
        "every:" + "1".repeat(3_990));
  }

  static Stream<String> calendars() {
    return Stream.of(
        "any(cron:0/2 * * ? * *; cron:1/2 * * ? * *)",
        "not(cron:0 0 0 ? 2 "
            + String.join(",", IntStream.range(0, 150).mapToObj(i -> "SUN#5").toList())
            + ")",
        combined("any", 280, "weekly:MON-SUN", 1),
        combined("all", 280, "weekly:MON-SUN", 1),
        combined("any", 280, "holidays:DE", 1),
        crons("any", "%s"),
        crons("all", "%s"),
        crons("any", "not(%s)"),
        crons("all", "not(%s)"),
        "any(".repeat(7) + FIFTH_OF_FEBRUARY.get(0) + ")".repeat(7));
  }

  private static String combined(String mode, int parts, String part, int values) {
    return mode
        + "("
        + String.join(
            ";", IntStream.range(0, parts).mapToObj(i -> part.formatted(i % values + 1)).toList())
        + ")";
  }

  private static String crons(String mode, String part) {
    return mode
        + "("
        + String.join(
            ";",
            IntStream.range(0, 140)
                .mapToObj(i -> part.formatted(FIFTH_OF_FEBRUARY.get(i % 3)))
                .toList())
        + ")";
  }
}
