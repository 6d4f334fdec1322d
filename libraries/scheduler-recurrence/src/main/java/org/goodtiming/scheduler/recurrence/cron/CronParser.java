package org.goodtiming.scheduler.recurrence.cron;

import java.time.LocalDate;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** Reads an expression of six or seven fields, or a macro. */
final class CronParser {
  /** Longer texts are refused without parsing; seven full lists are shorter. */
  private static final int MAX_LENGTH = 1000;

  /** Quartz reads /5 as every fifth from the smallest value on. */
  private static final Pattern STEP_OF_ALL = Pattern.compile("(^|,)/");

  /** Not a step, and not the week in FRI#2. */
  private static final Pattern NUMBER_OF_WEEKDAY = Pattern.compile("(^|[,-])[0-9]");

  private static final Map<String, String> MACROS =
      Map.of(
          "@YEARLY", "0 0 0 1 1 ?",
          "@ANNUALLY", "0 0 0 1 1 ?",
          "@MONTHLY", "0 0 0 1 * ?",
          "@WEEKLY", "0 0 0 ? * SUN",
          "@DAILY", "0 0 0 * * ?",
          "@MIDNIGHT", "0 0 0 * * ?",
          "@HOURLY", "0 0 * * * ?");

  private CronParser() {}

  static CronExpression parseUnix(String text) {
    String clean = clean(text);
    return clean.startsWith("@") ? parse(text) : due(UnixCron.parse(clean, clean.split(" ")));
  }

  static CronExpression parse(String text) {
    String clean = clean(text);
    String[] fields = (clean.startsWith("@") ? macro(clean) : clean).split(" ");
    if (fields.length < 6 || fields.length > 7) {
      throw new RecurrenceSyntaxException(numberOfFields(clean, fields));
    }
    for (int i = 0; i < fields.length; i++) {
      fields[i] = STEP_OF_ALL.matcher(fields[i]).replaceAll("$1*/");
    }
    CronDays days = days(fields);
    String dayPhrase = CronPhrase.days(fields[3], fields[5]);
    return due(new CronExpression("cron", clean, dayPhrase, days, times(fields)));
  }

  private static String clean(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new RecurrenceSyntaxException(
          "cron of %s characters: at most %s allowed".formatted(text.length(), MAX_LENGTH));
    }
    return text.strip().toUpperCase(Locale.ROOT).replaceAll("\\s+", " ");
  }

  private static CronExpression due(CronExpression cron) {
    if (cron.days().nextOrSame(LocalDate.of(CronField.YEAR.min, 1, 1)) == null) {
      throw new RecurrenceSyntaxException(
          "%s '%s' is never due: no month has such a day".formatted(cron.kind(), cron));
    }
    return cron;
  }

  private static String macro(String text) {
    String fields = MACROS.get(text);
    if (fields == null) {
      throw new RecurrenceSyntaxException(
          "cron '%s': macros are @yearly @annually @monthly @weekly @daily @midnight @hourly"
              .formatted(text.toLowerCase(Locale.ROOT)));
    }
    return fields;
  }

  private static String numberOfFields(String text, String[] fields) {
    return "cron '%s' has %s fields: second minute hour day month weekday [year] needed%s"
        .formatted(text, fields.length, fields.length == 5 ? asUnix(text, fields) : "");
  }

  private static String asUnix(String text, String[] fields) {
    UnixCron unix = UnixCron.of(fields);
    return unix.restrictsBothDays()
        ? "; a crontab means one or the other day, write unix:" + text
        : ", for example '%s'; or write unix:%s"
            .formatted(unix.withSeconds(), text.replace('?', '*'));
  }

  private static CronTimes times(String[] fields) {
    return new CronTimes(
        Values.parse(CronField.SECOND, fields[0]),
        Values.parse(CronField.MINUTE, fields[1]),
        Values.parse(CronField.HOUR, fields[2]));
  }

  private static CronDays days(String[] fields) {
    return new CronDays(
        pattern(fields[3], fields[5]),
        Values.parse(CronField.MONTH, fields[4]),
        Values.parse(CronField.YEAR, fields.length == 7 ? fields[6] : "*"));
  }

  private static DayPattern pattern(String dayOfMonth, String dayOfWeek) {
    if (isAny(dayOfMonth) && isAny(dayOfWeek)) {
      return any(dayOfMonth, dayOfWeek);
    }
    if (!isAny(dayOfMonth) && !isAny(dayOfWeek)) {
      throw CronField.DAY_OF_WEEK.refused(
          dayOfWeek, "write ? here or in field 4 (day of month), both together are ambiguous");
    }
    if (dayOfMonth.equals("*") && NUMBER_OF_WEEKDAY.matcher(dayOfWeek).find()) {
      throw CronField.DAY_OF_WEEK.refused(
          dayOfWeek,
          "write names such as MON-FRI, or ? in field 4 (day of month): with * there, Spring counts from MON as 1, and here SUN is 1");
    }
    return isAny(dayOfWeek) ? DayOfMonthParser.parse(dayOfMonth) : DayOfWeekParser.parse(dayOfWeek);
  }

  private static DayPattern any(String dayOfMonth, String dayOfWeek) {
    if (dayOfMonth.equals("?") && dayOfWeek.equals("?")) {
      throw CronField.DAY_OF_WEEK.refused("?", "write * here or in field 4 (day of month)");
    }
    return DayPattern.ANY;
  }

  private static boolean isAny(String field) {
    return field.equals("?") || field.equals("*");
  }
}
