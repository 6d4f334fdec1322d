package org.goodtiming.scheduler.recurrence.icalendar;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** The parts of one RFC 5545 rule, each with its place for refusals. */
final class RuleParts {
  private final Map<RulePart, Written> parts = new EnumMap<>(RulePart.class);

  private record Written(int position, String value) {}

  private final Map<RulePart, List<Integer>> numbers = new EnumMap<>(RulePart.class);
  private final String text;

  private RuleParts(String text) {
    this.text = text;
  }

  static RuleParts of(String text) {
    RuleParts parts = new RuleParts(text);
    String[] written = text.split(";", -1);
    for (int i = 0; i < written.length; i++) {
      parts.add(i + 1, written[i]);
    }
    if (!parts.has(RulePart.FREQ)) {
      throw new RecurrenceSyntaxException(
          "rrule '%s': FREQ is missing, write FREQ=DAILY;...".formatted(text));
    }
    return parts;
  }

  private void add(int position, String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    RulePart part =
        Arrays.stream(RulePart.values())
            .filter(each -> equals >= 0 && each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(position, text));
    if (parts.putIfAbsent(part, new Written(position, text.substring(equals + 1))) != null) {
      throw refused(position, part, text.substring(equals + 1), "write each part once");
    }
    for (String item : part.items(value(part))) {
      if (!part.allows(item)) {
        throw refused(position, part, item, part.allowed());
      }
    }
    if (part.isListOfNumbers()) {
      numbers.put(part, items(part).stream().map(Integer::valueOf).distinct().toList());
    }
  }

  private static RecurrenceSyntaxException unknown(int position, String text) {
    return new RecurrenceSyntaxException(
        "rrule part %s '%s': write NAME=VALUE with one of the names %s"
            .formatted(position, text, RulePart.names()));
  }

  String text() {
    return text;
  }

  boolean has(RulePart part) {
    return parts.containsKey(part);
  }

  /** The value; empty when the rule does not have the part. */
  String value(RulePart part) {
    Written written = parts.get(part);
    return written == null ? "" : written.value();
  }

  /** The items of the value; none when the rule does not have the part. */
  List<String> items(RulePart part) {
    return has(part) ? part.items(value(part)) : List.of();
  }

  /** The numbers of the value, each once; none when the rule does not have the part. */
  List<Integer> numbers(RulePart part) {
    return numbers.getOrDefault(part, List.of());
  }

  private int position(RulePart part) {
    Written written = parts.get(part);
    return written == null ? 0 : written.position();
  }

  RecurrenceSyntaxException refused(RulePart part, String cure) {
    return refused(position(part), part, value(part), cure);
  }

  private static RecurrenceSyntaxException refused(
      int position, RulePart part, String value, String cure) {
    return new RecurrenceSyntaxException(
        "rrule part %s (%s) '%s': %s".formatted(position, part, value, cure));
  }
}
