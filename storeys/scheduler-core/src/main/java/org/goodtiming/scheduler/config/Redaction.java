package org.goodtiming.scheduler.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The user's properties that people do not see in full.
 *
 * @param tails by name of the property: how many of its last characters are shown
 */
public record Redaction(Map<String, Integer> tails) {

  /** Redacts nothing. */
  public static final Redaction NONE = new Redaction(Map.of());

  private static final String MASK = "****";

  private static final String SETTING = "scheduler.redaction.properties";

  private static final Pattern RULE = Pattern.compile("(x_\\w{1,200})(:([0-9]|1[0-6]))?");

  public Redaction {
    tails = Map.copyOf(tails);
  }

  static Redaction from(Settings settings) {
    Map<String, Integer> tails = new LinkedHashMap<>();
    settings.list(SETTING).forEach(each -> add(each, tails, settings));
    return new Redaction(tails);
  }

  private static void add(String text, Map<String, Integer> tails, Settings settings) {
    Matcher rule = RULE.matcher(text);
    boolean valid = rule.matches();
    settings.require(
        valid,
        "SCHED-0044 scheduler.redaction.properties contains '%s' but must be a list of property names such as x_password, or x_iban:4 to show the last 4 characters (0 to 16), separated by commas",
        text);
    if (valid) {
      String tail = rule.group(3);
      tails.put(rule.group(1), tail == null ? 0 : Integer.parseInt(tail));
    }
  }

  /**
   * The form in which people see a property: {@code ****} and its last characters, of which there
   * are never more than half.
   */
  public Object shown(String name, Object value) {
    Integer tail = tails.get(name);
    if (tail == null) {
      return value;
    }
    String text = value.toString();
    int shown = Math.min(tail, text.length() / 2);
    return MASK + text.substring(text.length() - shown);
  }

  /** Whether the value may be what people see of the property, instead of its value. */
  public boolean isShown(String name, @Nullable Object value) {
    Integer tail = tails.get(name);
    return tail != null
        && value instanceof String text
        && text.startsWith(MASK)
        && text.length() <= MASK.length() + tail;
  }
}
