package org.goodtiming.scheduler.operations.job;

import jakarta.json.spi.JsonProvider;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A property of a job and its value, which may be a text, a number or a truth value.
 *
 * @param ofDefinitions whether jobs count that may have it from a definition
 */
public record PropertyValue(String name, String value, boolean ofDefinitions) {

  public PropertyValue(String name, String value) {
    this(name, value, true);
  }

  private static final Pattern TEXT = Pattern.compile("(x_\\w{1,200}):(.*)", Pattern.DOTALL);
  private static final String PLAIN = "-?[0-9][0-9.eE+-]*|true|false";

  /** Reads {@code x_customer:4711}; empty if the text is something else. */
  public static Optional<PropertyValue> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    return matcher.matches()
        ? Optional.of(new PropertyValue(matcher.group(1), matcher.group(2)))
        : Optional.empty();
  }

  /** As {@link #parse} reads it. */
  public String text() {
    return name + ":" + value;
  }

  /** The value in jobs without a definition, whose properties only some may read. */
  PropertyValue ofNoDefinition() {
    return new PropertyValue(name, value, false);
  }

  /**
   * A regular expression of PostgreSQL for the properties of a job. They are an object without
   * objects, so a name and a colon are found nowhere else.
   */
  String pattern() {
    String text = escape(JsonProvider.provider().createValue(value).toString());
    String values = value.matches(PLAIN) ? "(" + text + "|" + escape(value) + ")" : text;
    return "\"" + name + "\"\\s*:\\s*" + values + "\\s*[,}]";
  }

  private static String escape(String text) {
    return text.replaceAll("([^\\p{L}\\p{N}])", "\\\\$1");
  }
}
