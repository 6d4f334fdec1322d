package org.goodtiming.scheduler.recurrence;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.recurrence.cron.RandomCron;
import org.goodtiming.scheduler.recurrence.cron.RandomUnixCron;
import org.goodtiming.scheduler.recurrence.icalendar.RandomRule;

/** Writes recurrences and calendars: readable ones, changed ones, and mere words. */
final class RandomText {
  private static final List<String> WORDS =
      Stream.of(
              "cron: unix: every: delay: days: months: daily: rrule: iso: once: 0 1 2 7 31 59 99 - / , * ? L W #",
              "PT1H PT20M P1M P0D R5 R FREQ= DAILY YEARLY SECONDLY HOURLY ; BYDAY= BYMONTH= BYMONTHDAY=",
              "COUNT= INTERVAL= UNTIL= BYSETPOS= DTSTART: RRULE: \n BYHOUR= MO FR -1FR MON SUN JAN 2026-12-01T10:00Z 20261201",
              "09:00 17:00 Europe/Berlin gap=skip gap=shift roll=back overlap=both any( all( not( ) weekly: dates: annual:",
              "holidays:DE holidays:DE-BE holidays: calendar:company calendar: \u00e4 \u0000 @daily")
          .flatMap(line -> Stream.of(line.split(" ")))
          .toList();
  private static final List<String> SPACED =
      List.of(
          " ",
          " ",
          " ",
          " zone=",
          " start=",
          " until=",
          " times=",
          " except=",
          " rdate=",
          " exdate=",
          "; ");

  private final Random random;

  RandomText(Random random) {
    this.random = random;
  }

  String words() {
    return Stream.generate(this::word).limit(1 + random.nextInt(15)).collect(Collectors.joining());
  }

  private String word() {
    return random.nextInt(6) == 0 ? any(SPACED) : any(WORDS);
  }

  String changed(String text) {
    int at = random.nextInt(text.length());
    return text.substring(0, at)
        + word()
        + text.substring(Math.min(text.length(), at + random.nextInt(3)));
  }

  String recurrence() {
    return rule()
        + (random.nextBoolean() ? " zone=Australia/Lord_Howe" : "")
        + (random.nextInt(8) == 0 ? any(List.of(" gap=skip overlap=both", " gap=shift")) : "")
        + (random.nextInt(8) == 0 ? " rdate=20261130T%02d3000".formatted(random.nextInt(24)) : "")
        + (random.nextInt(8) == 0 ? " exdate=20261123,20261127T000000Z" : "")
        + (random.nextInt(4) == 0 ? any(List.of(" roll=back", " roll=forward")) : "")
        + (random.nextInt(3) == 0 ? " except=" + calendar(3) : "");
  }

  private String rule() {
    return switch (random.nextInt(9)) {
      case 0 -> "every:PT" + upTo(999) + "M";
      case 1 -> "months:" + upTo(99) + "/skip start=2024-02-29T23:59:59Z";
      case 2 ->
          "daily:PT" + upTo(99) + "M/" + any(List.of("09:00-17:30", "22:00-06:00")) + "/FRI-MON";
      case 3 -> "rrule:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=" + upTo(29);
      case 4 -> "rrule:FREQ=HOURLY;COUNT=" + upTo(9999) + " start=2026-11-01T00:00Z";
      case 5 ->
          "rrule:FREQ=%s;BYDAY=MO,TU,WE;BYSETPOS=%d"
              .formatted(any(List.of("WEEKLY", "MONTHLY", "YEARLY")), upTo(3));
      case 6 -> "unix:" + RandomUnixCron.next(random).text();
      default -> "cron:" + cron();
    };
  }

  /** Any parts of a rule together; some are never due. */
  String anyRule() {
    int count = random.nextInt(4) == 0 ? upTo(9999) : 0;
    return "rrule:"
        + RandomRule.next(random)
        + (count > 0 ? ";COUNT=" + count : "")
        + " zone=Europe/Berlin start=%d-02-28T23:59:59Z".formatted(2000 + upTo(25));
  }

  String calendar(int depth) {
    return switch (random.nextInt(depth == 0 ? 7 : 10)) {
      case 0 -> "weekly:" + any(List.of("SUN", "SAT,SUN", "MON-FRI", "MON-SUN"));
      case 1 -> "dates:2026-12-24,2027-01-%02d".formatted(upTo(31));
      case 2 -> "annual:02-29,12-%02d".formatted(upTo(31));
      case 3 -> "daily:%02d:00-%02d:30".formatted(random.nextInt(24), random.nextInt(24));
      case 4 -> any(List.of("holidays:DE", "holidays:DE-BE", "holidays:US"));
      case 5 -> "calendar:company";
      case 6 -> "cron:" + cron();
      case 7 -> "not(" + calendar(depth - 1) + ")";
      case 8 -> "any(" + calendars(depth - 1) + ")";
      default -> "all(" + calendars(depth - 1) + ")";
    };
  }

  private String calendars(int depth) {
    return IntStream.range(0, upTo(4))
        .mapToObj(i -> calendar(depth))
        .collect(Collectors.joining("; "));
  }

  private String cron() {
    Supplier<String> rare =
        () -> any(List.of("0 0 0 29 2 ?", "0 0 0 ? 2 SUN#5", "* * * * * ?", "30 30 0 31W * ?"));
    return random.nextInt(4) == 0 ? rare.get() : new RandomCron(random).readable();
  }

  private int upTo(int most) {
    return 1 + random.nextInt(most);
  }

  private String any(List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }
}
