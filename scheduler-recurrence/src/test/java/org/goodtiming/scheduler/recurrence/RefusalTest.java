package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cron:0 0 6 32 * ?  | cron field 4 (day of month) '32': 1-31, ? * L W allowed",
        "hourly             | recurrence 'hourly': cron every delay days weeks months years daily rrule once iso allowed, for example every:PT20M",
        "every:20m          | every '20m': write an ISO-8601 duration such as PT20M",
        "every:PT0S         | every 'PT0S': from PT1S to 100 years allowed",
        "months:0           | months '0': a whole number from 1 to 9999 allowed",
        "weeks:1/skip       | weeks 'skip': months and years allow /clamp, /last-day or /skip",
        "daily:PT1H/17:00-09:00 | window '17:00-09:00': write two times of a day such as 09:00-17:00, the earlier first",
        "daily:PT1H/09:00-17:00/MO | weekdays 'MO': 'MO' is not one of MON TUE WED THU FRI SAT SUN",
        "iso:5/2026-12-01T10:00Z/PT1H | iso '5': begin with R5/ for five times, or R/ without end",
        "iso:R/2026-12-01T10:00Z/P1M1D | iso 'P1M1D': write months or days, not both",
        "once:tomorrow      | once 'tomorrow': write a time with offset such as 2026-12-01T10:00Z",
        "rrule:FREQ=MONTHLY;BYMONTHDAY=32 | rrule 'FREQ=MONTHLY;BYMONTHDAY=32': int value out of range: 32; RFC 5545 section 3.3.10 lists what is allowed",
        "rrule:FREQ=SECONDLY;BYHOUR=3 | rrule 'FREQ=SECONDLY;BYHOUR=3': BYHOUR needs a longer FREQ than SECONDLY here",
        "rrule:FREQ=HOURLY;BYMONTH=2 | rrule 'FREQ=HOURLY;BYMONTH=2': BYMONTH needs a longer FREQ than HOURLY here",
        "rrule:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU | rrule 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU': BYDAY needs a longer FREQ than DAILY here",
        "rrule:FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,1,2,3,4,5;BYSECOND=0,1,2,3,4,5 | rrule 'FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,1,2,3,4,5;BYSECOND=0,1,2,3,4,5': BYHOUR, BYMINUTE and BYSECOND may name at most 100 times of a day",
        "rrule:FREQ=DAILY;COUNT=10000 | rrule 'FREQ=DAILY;COUNT=10000': COUNT up to 9999 allowed",
        "rrule:FREQ=DAILY;COUNT=3 | recurrence 'rrule:FREQ=DAILY;COUNT=3': COUNT needs a start, write start=... or times=...",
        "every:PT1H zone=Mars | zone 'Mars': write a time zone such as Europe/Berlin",
        "every:PT1H gap=late | gap 'late': end skip allowed",
        "every:PT1H colour=red | attribute 'colour': zone start until times gap overlap except allowed",
        "every:PT1H times=1 times=2 | recurrence 'times=1 times=2': write each attribute once, as name=value",
        "every:PT1H times=1 or so | recurrence 'times=1 or so': write each attribute once, as name=value",
        "every:PT1H start=2026-12-02T00:00Z until=2026-12-01T00:00Z | until '2026-12-01T00:00:00Z': must not be before start '2026-12-02T00:00:00Z'",
        "every:PT1H except=any(weekly:SAT | calendar 'any(weekly:SAT' at position 15: ; or ) needed",
        "every:PT1H except=lunar:1 | calendar 'lunar:1': weekly dates annual daily cron holidays calendar any(...) all(...) not(...) allowed, for example weekly:SAT,SUN",
        "every:PT1H except=calendar:company | calendar 'calendar:company': no calendar of this name is known here",
        "every:PT1H except=annual:02-30 | calendar day '02-30': write 12-24",
      })
  void an_unreadable_text_is_refused_with_place_and_cure(String text, String message) {
    assertThatThrownBy(() -> Recurrence.parse(text))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage(message);
  }
}
