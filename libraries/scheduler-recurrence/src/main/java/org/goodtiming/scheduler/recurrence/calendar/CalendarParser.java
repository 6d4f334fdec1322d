package org.goodtiming.scheduler.recurrence.calendar;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.MonthDay;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.goodtiming.scheduler.recurrence.calendar.CombinedCalendar.Mode;
import org.goodtiming.scheduler.recurrence.cron.CronExpression;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.goodtiming.scheduler.recurrence.syntax.TimeWindow;
import org.goodtiming.scheduler.recurrence.syntax.Weekdays;

/** Reads calendars, also nested ones, from left to right. */
final class CalendarParser {
  private static final int MAX_LENGTH = 4000;
  private static final int MAX_DEPTH = 8;
  private static final String KINDS =
      "weekly dates annual daily cron holidays custom calendar any(...) all(...) not(...) allowed, for example weekly:SAT,SUN";

  private final String text;
  private final NamedCalendars calendars;
  private int position;

  private CalendarParser(String text, NamedCalendars calendars) {
    this.text = text;
    this.calendars = calendars;
  }

  static ExclusionCalendar parse(String text, NamedCalendars calendars) {
    if (text.length() > MAX_LENGTH) {
      throw new RecurrenceSyntaxException(
          "calendar of %s characters: at most %s allowed".formatted(text.length(), MAX_LENGTH));
    }
    CalendarParser parser = new CalendarParser(text, calendars);
    ExclusionCalendar calendar = parser.calendar(1);
    if (parser.position < text.length()) {
      throw parser.refused("nothing may follow here");
    }
    return calendar;
  }

  private ExclusionCalendar calendar(int depth) {
    if (depth > MAX_DEPTH) {
      throw refused("at most %s calendars may be nested".formatted(MAX_DEPTH));
    }
    int begin = position;
    while (position < text.length() && "(;)".indexOf(text.charAt(position)) < 0) {
      position++;
    }
    String word = text.substring(begin, position).strip();
    return position < text.length() && text.charAt(position) == '('
        ? combination(word, list(depth))
        : plain(word);
  }

  private List<ExclusionCalendar> list(int depth) {
    List<ExclusionCalendar> calendars = new ArrayList<>();
    do {
      position++;
      calendars.add(calendar(depth + 1));
    } while (position < text.length() && text.charAt(position) == ';');
    if (position == text.length() || text.charAt(position) != ')') {
      throw refused("; or ) needed");
    }
    position++;
    skipSpaces();
    return calendars;
  }

  private void skipSpaces() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }

  private ExclusionCalendar combination(String word, List<ExclusionCalendar> calendars) {
    if (word.equals("not") && calendars.size() == 1) {
      return new NotCalendar(calendars.get(0));
    }
    return switch (word) {
      case "any" -> new CombinedCalendar(Mode.ANY, calendars);
      case "all" -> new CombinedCalendar(Mode.ALL, calendars);
      default -> throw refused("'" + word + "(': any(...), all(...) or not(one) needed before");
    };
  }

  private ExclusionCalendar plain(String word) {
    int colon = word.indexOf(':');
    String value = word.substring(colon + 1);
    return switch (colon < 0 ? "" : word.substring(0, colon)) {
      case "weekly" -> new WeeklyCalendar(Weekdays.parse(value));
      case "dates" -> new DateCalendar(days(value, LocalDate::parse, "write 2026-12-24"));
      case "annual" ->
          new AnnualCalendar(days(value, day -> MonthDay.parse("--" + day), "write 12-24"));
      case "daily" -> new WindowCalendar(TimeWindow.parse(value));
      case "holidays" -> new HolidayCalendar(value);
      case "custom" -> CustomCalendar.named(value);
      case "cron" -> new CronCalendar(CronExpression.parse(value));
      case "calendar" -> NamedCalendar.find(value, calendars);
      default -> throw new RecurrenceSyntaxException("calendar '%s': %s".formatted(word, KINDS));
    };
  }

  private static <T> TreeSet<T> days(String value, Function<String, T> parse, String cure) {
    TreeSet<T> days = new TreeSet<>();
    for (String item : value.split(",", -1)) {
      try {
        days.add(parse.apply(item));
      } catch (DateTimeException e) {
        throw new RecurrenceSyntaxException("calendar day '%s': %s".formatted(item, cure));
      }
    }
    return days;
  }

  private RecurrenceSyntaxException refused(String cure) {
    return new RecurrenceSyntaxException(
        "calendar '%s' at position %s: %s".formatted(text, position + 1, cure));
  }
}
