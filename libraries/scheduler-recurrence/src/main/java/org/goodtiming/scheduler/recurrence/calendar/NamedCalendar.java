package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDateTime;
import java.util.List;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/**
 * {@code calendar:company}: excludes the times of the named calendar, as it was when the text was
 * read.
 */
public record NamedCalendar(String name, ExclusionCalendar excludes) implements ExclusionCalendar {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  public NamedCalendar {
    if (!isName(name)) {
      throw new RecurrenceSyntaxException(
          "calendar 'calendar:%s': a name has up to 100 letters, digits, dots, hyphens and underscores, and begins with a letter or digit"
              .formatted(name));
    }
  }

  static NamedCalendar find(String name, NamedCalendars calendars) {
    return new NamedCalendar(
        name,
        calendars
            .find(name)
            .orElseThrow(
                () ->
                    new RecurrenceSyntaxException(
                        "calendar 'calendar:%s': no calendar of this name is known here"
                            .formatted(name))));
  }

  /** Whether a calendar can have that name. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  @Override
  public boolean excludes(LocalDateTime time) {
    return excludes.excludes(time);
  }

  @Override
  public LocalDateTime unchangedUntil(LocalDateTime time) {
    return excludes.unchangedUntil(time);
  }

  @Override
  public int parts() {
    return 1 + excludes.parts();
  }

  @Override
  public List<NamedCalendar> namedCalendars() {
    return List.of(this);
  }

  @Override
  public String describe() {
    return "times of calendar " + name;
  }

  @Override
  public String toString() {
    return "calendar:" + name;
  }
}
