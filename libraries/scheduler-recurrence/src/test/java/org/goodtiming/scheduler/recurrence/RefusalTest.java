package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cron:0 0 6 32 * ?  | cron field 4 (day of month) '32': 1-31, ? * L W allowed",
        "hourly             | recurrence 'hourly': cron unix every delay days weeks months years daily rrule once iso allowed, for example every:PT20M",
        "0 0 6 ? * MON-FRI zone=Europe/Berlin | recurrence '0 0 6 ? * MON-FRI': begin with the kind, write cron:0 0 6 ? * MON-FRI",
        "0 6 * * 1-5        | recurrence '0 6 * * 1-5': begin with the kind, write unix:0 6 * * 1-5",
        "unix:0 0 6 * * ?   | unix '0 0 6 * * ?' has 6 fields: minute hour day month weekday needed",
        "unix:60 6 * * *    | unix field 1 (minute) '60': 0-59, * allowed",
        "unix:5/15 6 * * *  | unix field 1 (minute) '5/15': a step needs * or a range, such as 5-59",
        "unix:0 6 * * 8     | unix field 5 (day of week) '8': 0-7 (0 and 7 are SUN), SUN-SAT, * allowed",
        "unix:0 6 * * FRI-SUN | unix field 5 (day of week) 'FRI-SUN': the range ends before it begins",
        "unix:0 6 L * *     | unix field 3 (day of month) 'L': 1-31, * allowed",
        "unix:0 6 30 2 *    | unix '0 6 30 2 *' is never due: no month has such a day",
        "FREQ=DAILY         | recurrence 'FREQ=DAILY': begin with the kind, write rrule:FREQ=DAILY",
        "PT20M              | recurrence 'PT20M': begin with the kind, write every:PT20M",
        "R5/2026-12-01T10:00Z/PT1H | recurrence 'R5/2026-12-01T10:00Z/PT1H': begin with the kind, write iso:R5/2026-12-01T10:00Z/PT1H",
        "@reboot            | cron '@reboot': macros are @yearly @annually @monthly @weekly @daily @midnight @hourly",
        "every:P0W          | every 'P0W': write an ISO-8601 duration such as PT20M",
        "every:20m          | every '20m': write an ISO-8601 duration such as PT20M",
        "every:PT0S         | every 'PT0S': from PT1S to 100 years allowed",
        "months:0           | months '0': a whole number from 1 to 9999 allowed",
        "weeks:1/skip       | weeks 'skip': months and years allow /clamp, /last-day or /skip",
        "daily:PT1H/17:00-17:00 | window '17:00-17:00': write two different times of a day such as 09:00-17:00",
        "daily:PT1H/09:00-17:00/MO | weekdays 'MO': 'MO' is not one of MON TUE WED THU FRI SAT SUN",
        "iso:5/2026-12-01T10:00Z/PT1H | iso '5': begin with R5/ for five times, or R/ without end",
        "iso:R/2026-12-01T10:00Z/P1M1D | iso 'P1M1D': write months or days, not both",
        "iso:R5/PT1H        | iso 'R5/PT1H': write R5/2026-12-01T10:00Z/PT1H, or with an end R5/PT1H/2026-12-01T15:00Z",
        "iso:R/PT1H/2026-12-01T10:00Z | iso 'PT1H': an end needs a number of times, such as R5/",
        "iso:R5/P1M/2026-12-31T10:00Z | iso '2026-12-31T10:00Z': with an end after day 28, write the start",
        "iso:R5/2026-12-01T10:00Z/2026-12-01T09:00Z | iso 'PT-1H': from PT1S to 100 years allowed",
        "once:tomorrow      | once 'tomorrow': write a time with offset such as 2026-12-01T10:00Z",
        "rrule:FREQ=MONTHLY;BYMONTHDAY=1,32 | rrule part 2 (BYMONTHDAY) '32': 1-31, and -1 to -31 from the end, allowed",
        "rrule:FREQ=OFTEN | rrule part 1 (FREQ) 'OFTEN': SECONDLY MINUTELY HOURLY DAILY WEEKLY MONTHLY YEARLY allowed",
        "rrule:INTERVAL=2 | rrule 'INTERVAL=2': FREQ is missing, write FREQ=DAILY;...",
        "rrule:FREQ=DAILY;COLOUR=RED | rrule part 2 'COLOUR=RED': write NAME=VALUE with one of the names FREQ INTERVAL COUNT UNTIL BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS WKST",
        "rrule:FREQ=DAILY;INTERVAL=2;INTERVAL=3 | rrule part 3 (INTERVAL) '3': write each part once",
        "rrule:FREQ=DAILY;INTERVAL=0 | rrule part 2 (INTERVAL) '0': a whole number from 1 to 999999999 allowed",
        "rrule:FREQ=DAILY;INTERVAL=2,3 | rrule part 2 (INTERVAL) '2,3': a whole number from 1 to 999999999 allowed",
        "rrule:FREQ=DAILY;BYHOUR=9;BYSECOND=60 | rrule part 3 (BYSECOND) '60': 0-59 allowed",
        "rrule:FREQ=WEEKLY;BYDAY=MO,TUE | rrule part 2 (BYDAY) 'TUE': MO TU WE TH FR SA SU allowed, with MONTHLY and YEARLY also 1MO to 53MO and -1MO to -53MO",
        "rrule:FREQ=DAILY;UNTIL=20261301 | rrule part 2 (UNTIL) '20261301': write a date, a local time or a UTC time, such as 20261231, 20261231T235959 or 20261231T235959Z",
        "rrule:FREQ=DAILY;COUNT=10000 | rrule part 2 (COUNT) '10000': a whole number from 1 to 9999 allowed",
        "rrule:FREQ=DAILY;COUNT=3;UNTIL=20261231 | rrule part 2 (COUNT) '3': write either COUNT or UNTIL",
        "rrule:FREQ=WEEKLY;BYDAY=1MO | rrule part 2 (BYDAY) '1MO': a number before the weekday needs FREQ=MONTHLY or YEARLY, without BYWEEKNO",
        "rrule:FREQ=MONTHLY;BYWEEKNO=3 | rrule part 2 (BYWEEKNO) '3': needs FREQ=YEARLY",
        "rrule:FREQ=MONTHLY;BYYEARDAY=3 | rrule part 2 (BYYEARDAY) '3': needs FREQ=YEARLY",
        "rrule:FREQ=WEEKLY;BYMONTHDAY=3 | rrule part 2 (BYMONTHDAY) '3': needs FREQ=MONTHLY, YEARLY or DAILY",
        "rrule:FREQ=YEARLY;BYMONTHDAY=1,3 | rrule part 2 (BYMONTHDAY) '1,3': means the month of the start in some programs and every month in others: add the month, such as BYMONTH=1, or BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12 for every month",
        "rrule:FREQ=YEARLY;BYMONTHDAY=15;BYDAY=MO | rrule part 2 (BYMONTHDAY) '15': means the month of the start in some programs and every month in others: add the month, such as BYMONTH=1, or BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12 for every month",
        "rrule:FREQ=YEARLY;BYWEEKNO=20 | rrule part 2 (BYWEEKNO) '20': means the weekday of the start in some programs and the whole week in others: add the weekday, such as BYDAY=MO, or BYDAY=MO,TU,WE,TH,FR,SA,SU for the whole week",
        "rrule:FREQ=YEARLY;BYMONTH=1,2;BYWEEKNO=1,7 | rrule part 3 (BYWEEKNO) '1,7': means the weekday of the start in some programs and the whole week in others: add the weekday, such as BYDAY=MO, or BYDAY=MO,TU,WE,TH,FR,SA,SU for the whole week",
        "rrule:FREQ=MONTHLY;BYSETPOS=1 | rrule part 2 (BYSETPOS) '1': needs another part whose times it counts, such as BYDAY",
        "rrule:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA;BYSETPOS=366 | rrule 'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA;BYSETPOS=366' is never due: no date has all its parts, change or omit one of them",
        "rrule:FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1 start=2026-03-01T00:00Z | rrule 'FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1' is never due from 2026-03-01T00:00 on: write another start, INTERVAL or UNTIL",
        "rrule:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30 | rrule 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' is never due: no date has all its parts, change or omit one of them",
        "rrule:FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=11 | rrule 'FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=11' is never due: no date has all its parts, change or omit one of them",
        "rrule:FREQ=MONTHLY;INTERVAL=12;BYMONTH=2 start=2026-03-01T00:00Z | rrule 'FREQ=MONTHLY;INTERVAL=12;BYMONTH=2' is never due from 2026-03-01T00:00 on: write another start, INTERVAL or UNTIL",
        "rrule:FREQ=DAILY;UNTIL=20251231 start=2026-03-01T00:00Z | rrule 'FREQ=DAILY;UNTIL=20251231' is never due from 2026-03-01T00:00 on: write another start, INTERVAL or UNTIL",
        "rrule:FREQ=SECONDLY;INTERVAL=86399;BYHOUR=0;BYMINUTE=0;BYSECOND=0;COUNT=99 start=2026-03-01T00:00Z | rrule 'FREQ=SECONDLY;INTERVAL=86399;BYHOUR=0;BYMINUTE=0;BYSECOND=0;COUNT=99' passes too many periods until COUNT=99: write a lower COUNT, or a longer FREQ with the same meaning",
        "rrule:FREQ=DAILY;COUNT=3 | recurrence 'rrule:FREQ=DAILY;COUNT=3': COUNT needs a start, write start=... or times=...",
        "every:PT1H zone=Mars | zone 'Mars': write a time zone such as Europe/Berlin",
        "every:PT1H gap=late | gap 'late': end skip shift allowed",
        "every:PT1H colour=red | attribute 'colour': zone start until times gap overlap rdate exdate roll except allowed",
        "every:PT1H times=1 times=2 | recurrence 'times=1 times=2': write each attribute once, as name=value",
        "every:PT1H times=1 or so | recurrence 'times=1 or so': write each attribute once, as name=value",
        "every:PT1H start=2026-12-02T00:00Z until=2026-12-01T00:00Z | until '2026-12-01T00:00:00Z': must not be before start '2026-12-02T00:00:00Z'",
        "every:PT1H except=any(weekly:SAT | calendar 'any(weekly:SAT' at position 15: ; or ) needed",
        "every:PT1H except=lunar:1 | calendar 'lunar:1': weekly dates annual daily cron holidays custom calendar any(...) all(...) not(...) allowed, for example weekly:SAT,SUN",
        "every:PT1H except=calendar:company | calendar 'calendar:company': no calendar of this name is known here",
        "every:PT1H except=annual:02-30 | calendar day '02-30': write 12-24",
      })
  void an_unreadable_text_is_refused_with_place_and_cure(String text, String message) {
    assertThatThrownBy(() -> Recurrence.parse(text))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage(message);
  }

  @Test
  void a_time_out_of_range_is_refused() {
    assertThatThrownBy(() -> Recurrence.days(1).starting(Instant.MIN))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage("start '-1000000000-01-01T00:00:00Z': a time of the years 1 to 9998 allowed");
    assertThatThrownBy(() -> Recurrence.days(1).until(Instant.MAX))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessageStartingWith("until '+1000000000-12-31T23:59:59.999999999Z': a time");
    assertThatThrownBy(() -> Recurrence.once(Instant.MIN))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessageStartingWith("once '-1000000000-01-01T00:00:00Z': a time");
  }
}
