package org.goodtiming.scheduler.recurrence;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.recurrence.icalendar.ListedTime;
import org.goodtiming.scheduler.recurrence.icalendar.ListedTime.Form;
import org.jspecify.annotations.Nullable;

/** Lines of a calendar file: DTSTART, RRULE, RDATE and EXDATE, in any order. */
final class IcalendarLines {
  private static final Pattern FIRST = Pattern.compile("(DTSTART|RRULE|RDATE|EXDATE)[;:]");
  private static final Pattern LINE =
      Pattern.compile("(DTSTART|RRULE|RDATE|EXDATE)(?:;VALUE=[A-Z-]+|;TZID=([^;:]+))*:(.+)");

  private String rule = "";
  private String lists = "";
  private @Nullable ListedTime start;
  private @Nullable String zone;

  private IcalendarLines() {}

  /** More than an RRULE alone, which may have attributes of the text form. */
  static boolean areIn(String text) {
    String clean = text.strip();
    return FIRST.matcher(clean).lookingAt() && (clean.contains("\n") || !clean.startsWith("RRULE"));
  }

  /** The same as a text form. */
  static String textForm(String text) {
    IcalendarLines lines = new IcalendarLines();
    text.strip().replaceAll("\r?\n[ \t]", "").lines().map(String::strip).forEach(lines::read);
    return lines.textForm();
  }

  private void read(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw ValueReader.refused(
          "line", line, "DTSTART RRULE RDATE EXDATE allowed, with TZID or VALUE");
    }
    readZone(line, matcher.group(2));
    String value = matcher.group(3);
    switch (matcher.group(1)) {
      case "DTSTART" -> start = ListedTime.parse("DTSTART", value);
      case "RRULE" -> rule += "rrule:" + value;
      case "RDATE" -> lists += " rdate=" + value;
      default -> lists += " exdate=" + value;
    }
  }

  private void readZone(String line, @Nullable String id) {
    if (id != null && zone != null && !zone.equals(id)) {
      throw ValueReader.refused("line", line, "write times in UTC or with TZID=" + zone);
    }
    zone = id == null ? zone : id;
  }

  private String textForm() {
    return rule + (zone == null ? "" : " zone=" + zone) + start() + lists;
  }

  private String start() {
    if (start == null) {
      return "";
    }
    ZoneId of = zone == null || start.form() == Form.UTC ? ZoneOffset.UTC : zoneId(zone);
    return " start=" + start.instant(of);
  }

  private static ZoneId zoneId(String id) {
    return Recurrence.of(FixedRate.parse("PT1S")).zone(id).zone();
  }
}
