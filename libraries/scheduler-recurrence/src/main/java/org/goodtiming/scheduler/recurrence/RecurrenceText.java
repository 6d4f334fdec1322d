package org.goodtiming.scheduler.recurrence;

import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.recurrence.DaylightSaving.Gap;
import org.goodtiming.scheduler.recurrence.DaylightSaving.Overlap;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.jspecify.annotations.Nullable;

/** The text form: the rule, then attributes; {@code except} comes last, its value has spaces. */
final class RecurrenceText {
  private static final int MAX_LENGTH = 4000;
  private static final Pattern ATTRIBUTE = Pattern.compile("\\s([a-z]+)=");
  private static final String KINDS =
      "cron unix every delay days weeks months years daily rrule once iso allowed, for example every:PT20M";

  private RecurrenceText() {}

  static Recurrence parse(String text, NamedCalendars calendars) {
    if (text.length() > MAX_LENGTH) {
      throw new RecurrenceSyntaxException(
          "recurrence of %s characters: at most %s allowed".formatted(text.length(), MAX_LENGTH));
    }
    return IcalendarLines.areIn(text)
        ? parseForm(IcalendarLines.textForm(text), calendars)
        : parseForm(text, calendars);
  }

  private static Recurrence parseForm(String text, NamedCalendars calendars) {
    Matcher attribute = ATTRIBUTE.matcher(text);
    int end = attribute.find() ? attribute.start() : text.length();
    Recurrence recurrence =
        attributes(
            Recurrence.of(rule(text.substring(0, end).strip())), text.substring(end), calendars);
    checkStart(recurrence);
    return recurrence;
  }

  private static void checkStart(Recurrence recurrence) {
    if (recurrence.rule() instanceof IcalendarRule rule) {
      if (rule.count() > 0 && recurrence.bounds().start() == null) {
        throw ValueReader.refused(
            "recurrence",
            recurrence.toString(),
            "COUNT needs a start, write start=... or times=...");
      }
      // A start may still follow from elsewhere
      if (recurrence.bounds().start() != null) {
        rule.check(new Anchor(recurrence.bounds().start(), recurrence.zone()));
      }
    }
  }

  private static Rule rule(String text) {
    if (text.startsWith("@")) {
      return CronRule.parse(text);
    }
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    String value = text.substring(colon + 1);
    return switch (colon < 0 ? "" : kind) {
      case "cron" -> CronRule.parse(value);
      case "unix" -> CronRule.parseUnix(value);
      case "every" -> FixedRate.parse(value);
      case "delay" -> FixedDelay.parse(value);
      case "days" -> CalendarInterval.parse(ChronoUnit.DAYS, value);
      case "weeks" -> CalendarInterval.parse(ChronoUnit.WEEKS, value);
      case "months" -> CalendarInterval.parse(ChronoUnit.MONTHS, value);
      case "years" -> CalendarInterval.parse(ChronoUnit.YEARS, value);
      case "daily" -> DailyInterval.parse(value);
      // As it stands in a calendar file
      case "rrule", "RRULE" -> IcalendarRule.parse(value);
      case "once" -> Once.parse(value);
      case "iso" -> RepeatingIntervals.parse(value);
      default -> throw withoutKind(text, kind);
    };
  }

  private static RecurrenceSyntaxException withoutKind(String text, String kind) {
    return MissingKind.guess(text)
        .map(
            guess -> ValueReader.refused("recurrence", text, "begin with the kind, write " + guess))
        .orElseGet(() -> ValueReader.refused("recurrence", kind, KINDS));
  }

  private static Recurrence attributes(Recurrence rule, String text, NamedCalendars calendars) {
    Recurrence recurrence = rule;
    Set<String> seen = new HashSet<>();
    Matcher attribute = ATTRIBUTE.matcher(text);
    int position = 0;
    while (attribute.find(position)) {
      boolean isLast = attribute.group(1).equals("except");
      int end = isLast ? text.length() : endOfWord(text, attribute.end());
      if (!seen.add(attribute.group(1)) || !text.substring(position, attribute.start()).isBlank()) {
        throw ValueReader.refused(
            "recurrence", text.strip(), "write each attribute once, as name=value");
      }
      String value = text.substring(attribute.end(), end);
      recurrence =
          isLast
              ? recurrence.except(ExclusionCalendar.parse(value, calendars))
              : with(recurrence, attribute.group(1), value);
      position = end;
    }
    if (!text.substring(position).isBlank()) {
      throw ValueReader.refused(
          "recurrence", text.strip(), "write each attribute once, as name=value");
    }
    return recurrence;
  }

  private static int endOfWord(String text, int from) {
    int end = from;
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static Recurrence with(Recurrence recurrence, String name, String value) {
    return switch (name) {
      case "zone" -> recurrence.zone(value);
      case "start" -> recurrence.starting(ValueReader.instant(name, value));
      case "until" -> recurrence.until(ValueReader.instant(name, value));
      case "times" -> recurrence.times(ValueReader.number(name, value));
      case "roll" -> recurrence.roll(constant(Roll.values(), name, value));
      case "rdate" -> recurrence.rdate(value);
      case "exdate" -> recurrence.exdate(value);
      case "gap" -> recurrence.inGap(constant(Gap.values(), name, value));
      case "overlap" -> recurrence.inOverlap(constant(Overlap.values(), name, value));
      default ->
          throw ValueReader.refused(
              "attribute",
              name,
              "zone start until times gap overlap rdate exdate roll except allowed");
    };
  }

  private static <E extends Enum<E>> E constant(E[] constants, String name, String value) {
    return Arrays.stream(constants)
        .filter(constant -> Phrases.lower(constant).equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                ValueReader.refused(
                    name,
                    value,
                    String.join(" ", Arrays.stream(constants).map(Phrases::lower).toList())
                        + " allowed"));
  }

  static String format(Recurrence recurrence) {
    Bounds bounds = recurrence.bounds();
    DaylightSaving policy = recurrence.daylightSaving();
    return recurrence.rule()
        + attribute("zone", recurrence.zone(), ZoneOffset.UTC)
        + attribute("start", bounds.start(), null)
        + attribute("until", bounds.until(), null)
        + attribute("times", bounds.times(), 0)
        + attribute("gap", Phrases.lower(policy.gap()), "end")
        + attribute("overlap", Phrases.lower(policy.overlap()), "first")
        + attribute("rdate", recurrence.deviations().rdate().toString(), "")
        + attribute("exdate", recurrence.deviations().exdate().toString(), "")
        + attribute("roll", Phrases.lower(recurrence.deviations().roll()), "none")
        + attribute("except", recurrence.calendar(), null);
  }

  private static String attribute(String name, @Nullable Object value, @Nullable Object omitted) {
    return value == null || value.equals(omitted) ? "" : " " + name + "=" + value;
  }
}
