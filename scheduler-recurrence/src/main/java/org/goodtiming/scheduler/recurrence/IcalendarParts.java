package org.goodtiming.scheduler.recurrence;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** The parts of one RFC 5545 rule, each with its place for refusals. */
final class IcalendarParts {
  private final Map<IcalendarPart, Written> parts = new EnumMap<>(IcalendarPart.class);

  private record Written(int position, String value) {}

  private IcalendarParts() {}

  static IcalendarParts of(String text) {
    IcalendarParts parts = new IcalendarParts();
    String[] written = text.split(";", -1);
    for (int i = 0; i < written.length; i++) {
      parts.add(i + 1, written[i]);
    }
    if (!parts.has(IcalendarPart.FREQ)) {
      throw ValueReader.refused("rrule", text, "FREQ is missing, write FREQ=DAILY;...");
    }
    return parts;
  }

  private void add(int position, String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    IcalendarPart part =
        Arrays.stream(IcalendarPart.values())
            .filter(each -> equals >= 0 && each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(position, text));
    if (parts.putIfAbsent(part, new Written(position, text.substring(equals + 1))) != null) {
      throw refused(position, part, text.substring(equals + 1), "write each part once");
    }
    check(part);
  }

  private static RecurrenceSyntaxException unknown(int position, String text) {
    return new RecurrenceSyntaxException(
        "rrule part %d '%s': write NAME=VALUE with one of the names %s"
            .formatted(position, text, IcalendarPart.names()));
  }

  private void check(IcalendarPart part) {
    for (String item : value(part).split(",", -1)) {
      if (!part.allows(item)) {
        throw refused(position(part), part, item, part.allowed());
      }
    }
  }

  boolean has(IcalendarPart part) {
    return parts.containsKey(part);
  }

  /** The value; empty when the rule does not have the part. */
  String value(IcalendarPart part) {
    Written written = parts.get(part);
    return written == null ? "" : written.value();
  }

  private int position(IcalendarPart part) {
    Written written = parts.get(part);
    return written == null ? 0 : written.position();
  }

  RecurrenceSyntaxException refused(IcalendarPart part, String cure) {
    return refused(position(part), part, value(part), cure);
  }

  private static RecurrenceSyntaxException refused(
      int position, IcalendarPart part, String value, String cure) {
    return new RecurrenceSyntaxException(
        "rrule part %d (%s) '%s': %s".formatted(position, part, value, cure));
  }
}
