package org.goodtiming.scheduler.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.goodtiming.scheduler.contract.Refusal.TEXT_UNSTORABLE;
import static org.goodtiming.scheduler.contract.Refusal.USER_PROPERTIES_TOO_LARGE;
import static org.goodtiming.scheduler.contract.Refusal.USER_PROPERTY_NAME;
import static org.goodtiming.scheduler.contract.Refusal.USER_PROPERTY_REDACTED;
import static org.goodtiming.scheduler.contract.Refusal.WRONG_TYPE;

import java.util.HashMap;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.message.StorableText;

/**
 * The user's own properties: those with {@code x_}, without properties that brokers and protocols
 * add.
 */
final class UserProperties {

  private UserProperties() {}

  /** Returns the readable properties; {@code found} receives the mistakes of the others. */
  static Map<String, Object> of(
      Map<String, Object> all, RegistrationConfig limits, Mistakes found) {
    Map<String, Object> own = new HashMap<>();
    all.forEach(
        (name, value) -> {
          if (name.startsWith(WireContract.USER_PREFIX)) {
            found.check(() -> own.put(identifier(name), value(name, value, limits.redaction())));
          }
        });
    found.check(() -> checkSize(own, limits.maxPropertyBytes()));
    return own;
  }

  private static void checkSize(Map<String, Object> own, int maxBytes) {
    long bytes = own.entrySet().stream().mapToLong(UserProperties::size).sum();
    if (bytes > maxBytes) {
      throw USER_PROPERTIES_TOO_LARGE.because(bytes, maxBytes);
    }
  }

  private static Object value(String name, Object value, Redaction redaction) {
    Object carried = carried(name, value, redaction);
    checkIsReal(name, value, redaction);
    return carried;
  }

  /** Whoever sends back what the API has shown would replace the value by asterisks. */
  private static void checkIsReal(String name, Object value, Redaction redaction) {
    if (redaction.isShown(name, value)) {
      throw USER_PROPERTY_REDACTED.because(name, value);
    }
  }

  private static String identifier(String name) {
    if (!StorableText.isStorable(name) || !name.chars().allMatch(Character::isJavaIdentifierPart)) {
      throw USER_PROPERTY_NAME.because(name);
    }
    return name;
  }

  private static Object carried(String name, Object value, Redaction redaction) {
    if (value instanceof String text) {
      return storable(name, text, redaction);
    }
    if (value instanceof Boolean) {
      return value;
    }
    if (ContractProperties.isWhole(value)) {
      return ((Number) value).longValue();
    }
    // Converted by its digits: the double of the float 0.1 would be passed on as
    // 0.10000000149011612
    if (value instanceof Float || value instanceof Double) {
      double number = Double.parseDouble(value.toString());
      if (Double.isFinite(number)) {
        return number;
      }
    }
    throw WRONG_TYPE.because(
        name,
        ContractProperties.typeOf(value),
        redaction.shown(name, value),
        "a string, a whole or a finite floating-point number, or a boolean");
  }

  private static String storable(String name, String text, Redaction redaction) {
    if (!StorableText.isStorable(text)) {
      throw TEXT_UNSTORABLE.because(name, redaction.shown(name, text));
    }
    return text;
  }

  private static long size(Map.Entry<String, Object> property) {
    return property.getKey().length()
        + (property.getValue() instanceof String text ? text.getBytes(UTF_8).length : 8L);
  }
}
