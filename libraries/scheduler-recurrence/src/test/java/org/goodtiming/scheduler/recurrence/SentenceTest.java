package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Optional;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentenceTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "once:2026-12-01T10:00Z | Once at 2026-12-01T10:00:00Z.",
        "every:PT20M | Every 20 minutes.",
        "every:PT1H | Every hour.",
        "every:P7D | Every 7 days.",
        "every:PT24H | Every day.",
        "every:PT36H | Every 36 hours.",
        "cron:0 0 6 1,1,15 * ? | At 06:00 on day 1, day 15, UTC time.",
        "cron:5 0 6 ? * FRI,FRI | At 06:00:05 on Friday, UTC time.",
        "every:PT1H30M | Every PT1H30M.",
        "delay:PT30M | 30 minutes after each dispatch.",
        "delay:PT1H/end | 1 hour after each reported end.",
        "days:1 | Every day, UTC time.",
        "weeks:2 zone=Europe/Berlin | Every 2 weeks, Europe/Berlin time.",
        "months:3 | Every 3 months, UTC time.",
        "months:1/last-day | Every month, on the last day of the month if the start is one, UTC time.",
        "years:1/skip | Every year, without months that lack the day, UTC time.",
        "daily:PT20M/09:00-17:00/MON-FRI | Every 20 minutes from 09:00 to 17:00 on Monday to Friday, UTC time.",
        "daily:PT1H/22:00-06:00/FRI | Every hour from 22:00 to 06:00 of the next day on Friday, UTC time.",
        "daily:PT1H/09:00-17:00 | Every hour from 09:00 to 17:00 on every day of the week, UTC time.",
        "cron:0 0 6 ? * MON-FRI | At 06:00 on Monday to Friday, UTC time.",
        "unix:0 6 * * 1-5 | At 06:00 on Monday to Friday, UTC time.",
        "unix:0 6 * * * | At 06:00 every day, UTC time.",
        "unix:30 9 13 6 FRI | At 09:30 on day 13 or on Friday in June, UTC time.",
        "unix:30 9 */2 * FRI | At 09:30 on day 1 in steps of 2 if on Friday, UTC time.",
        "cron:0 0/20 9-17 L * ? | Minute 0, 20, 40 of hour 9, 10, 11, 12, 13, 14, 15, 16, 17 on the last day of the month, UTC time.",
        "iso:R5/2026-12-01T10:00Z/PT1H | Every hour from 2026-12-01T10:00Z, 5 times.",
        "iso:R/2026-12-01T10:00Z/P1M | Every month from 2026-12-01T10:00Z, UTC time.",
        "iso:R5/P1D/2026-12-06T10:00Z | Every day before 2026-12-06T10:00Z, 5 times, UTC time.",
        "days:1 rdate=20261204T100000 exdate=20261203 | Every day, UTC time, also at 20261204T100000, not at 20261203.",
        "days:1 gap=shift zone=Europe/Berlin | Every day, Europe/Berlin time, later by the length of the gap when clocks skip the time.",
        "days:1 roll=back except=weekly:SUN | Every day, UTC time, except on Sunday, on the working day before instead.",
        "days:1 roll=forward except=weekly:SUN | Every day, UTC time, except on Sunday, on the next working day instead.",
        "rrule:FREQ=DAILY | Every day, UTC time.",
        "rrule:FREQ=WEEKLY;BYDAY=MO,WE,FR;BYHOUR=9,10;BYMINUTE=30 | Every week on Monday, Wednesday and Friday at 09:30 and 10:30, UTC time.",
        "rrule:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU | Every 2 weeks on Tuesday, weeks begin on Sunday, UTC time.",
        "rrule:FREQ=MONTHLY;BYDAY=-1FR | Every month on the last Friday of the month, UTC time.",
        "rrule:FREQ=MONTHLY;BYDAY=1MO,-2SU | Every month on the first Monday and the second to last Sunday of the month, UTC time.",
        "rrule:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 | Every month on the last day of the month that is Monday to Friday, UTC time.",
        "rrule:FREQ=MONTHLY;BYMONTHDAY=1,-1;BYHOUR=6 | Every month on day 1 and the last day of the month at hour 6, UTC time.",
        "rrule:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13 | Every month on Friday, if it is day 13 of the month, UTC time.",
        "rrule:FREQ=YEARLY;BYMONTH=1,7;BYDAY=1SU;UNTIL=20301231T100000Z | Every year on the first Sunday of the month in January and July, until 2030-12-31T10:00:00Z, UTC time.",
        "rrule:FREQ=YEARLY;BYDAY=20MO | Every year on the 20th Monday of the year, UTC time.",
        "rrule:FREQ=HOURLY;INTERVAL=3;BYMINUTE=5;COUNT=4 start=2026-12-01T00:00Z | Every 3 hours at minute 5, 4 times, UTC time, from 2026-12-01T00:00:00Z.",
        "rrule:FREQ=DAILY;BYHOUR=8,9,10,11;BYMINUTE=0,30 | Every day at minute 0 and 30 of hour 8, 9, 10 and 11, UTC time.",
        "rrule:FREQ=MONTHLY;BYMONTHDAY=1,1;BYHOUR=6,6 | Every month on day 1 of the month at hour 6, UTC time.",
        "rrule:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO | Every year by the RFC 5545 rule FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO, UTC time.",
      })
  void each_kind_is_said_in_English(String text, String sentence) {
    assertThat(Recurrence.parse(text).describe()).isEqualTo(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start=2026-12-01T10:00Z | , from 2026-12-01T10:00:00Z.",
        "until=2026-12-01T10:00Z | , until 2026-12-01T10:00:00Z.",
        "times=1 | , at most 1 run.",
        "gap=skip | , not at times that clocks skip when they go forward.",
        "overlap=second | , the second time when clocks go back and a time comes twice.",
        "overlap=both | , both times when clocks go back and a time comes twice.",
        "gap=end overlap=first | .",
        "except=weekly:SAT,SUN | , except on Saturday and Sunday.",
        "except=dates:2026-12-24,2026-12-31 | , except on 2026-12-24, 2026-12-31.",
        "except=annual:12-24 | , except on 12-24 of each year.",
        "except=daily:12:00-13:00 | , except from 12:00 to 13:00.",
        "except=cron:* * 0-7 ? * * | , except every second of every minute of hour 0, 1, 2, 3, 4, 5, 6, 7 every day.",
        "except=holidays:DE-BE | , except on public holidays of DE-BE.",
        "except=calendar:company | , except times of calendar company.",
        "except=any(weekly:SUN; daily:12:00-13:00) | , except (on Sunday or from 12:00 to 13:00).",
        "except=all(weekly:FRI; daily:12:00-13:00) | , except (on Friday and from 12:00 to 13:00).",
        "except=not(daily:09:00-17:00) | , except any time but from 09:00 to 17:00.",
      })
  void each_attribute_is_said_in_English(String attribute, String end) {
    Recurrence recurrence =
        Recurrence.parse(
            "days:1 zone=Europe/Berlin " + attribute,
            name -> Optional.of(ExclusionCalendar.parse("weekly:SUN")));

    assertThat(recurrence.describe()).isEqualTo("Every day, Europe/Berlin time" + end);
  }

  @ParameterizedTest
  @CsvSource({
    "cron:0 0/20 * ? * * overlap=second, 'Minute 0, 20, 40 of every hour every day, UTC time.'",
    "every:PT1H gap=skip, Every hour."
  })
  void a_policy_that_does_not_apply_is_not_said(String text, String sentence) {
    assertThat(Recurrence.parse(text).describe()).isEqualTo(sentence);
  }

  @Test
  void sentences_have_the_digits_0_to_9_in_every_locale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(Recurrence.parse("cron:0 30 6 15 * ?").describe())
          .isEqualTo("At 06:30 on day 15, UTC time.");
      assertThat(Recurrence.parse("rrule:FREQ=DAILY;INTERVAL=3;BYHOUR=9;BYMINUTE=5").describe())
          .isEqualTo("Every 3 days at 09:05, UTC time.");
      assertThatThrownBy(() -> Recurrence.parse("rrule:FREQ=DAILY;BYHOUR=24"))
          .hasMessage("rrule part 2 (BYHOUR) '24': 0-23 allowed");
    } finally {
      Locale.setDefault(before);
    }
  }
}
