package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.NAME_BLANK;
import static org.goodtiming.scheduler.contract.Refusal.NAME_TOO_LONG;
import static org.goodtiming.scheduler.contract.Refusal.TEXT_UNSTORABLE;
import static org.goodtiming.scheduler.contract.Refusal.WRONG_TYPE;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.message.ReceivedMessage.Inexact;
import org.goodtiming.scheduler.message.StorableText;
import org.jspecify.annotations.Nullable;

/** The properties of a message, by type; a number where text is wanted is its decimal digits. */
public record ContractProperties(Map<String, Object> all) {

  public @Nullable Object value(String name) {
    return all.get(name);
  }

  public boolean has(String name) {
    return value(name) != null;
  }

  /** The value of a present property, as messages show it. */
  public Object shown(String name) {
    return Objects.requireNonNull(value(name));
  }

  /** Null if absent. */
  public @Nullable Instant moment(String name) {
    Object value = value(name);
    return value == null ? null : DueTimes.moment(name, value);
  }

  /** Null if absent. */
  public @Nullable String text(String name) {
    Object value = all.get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof String text) {
      return text;
    }
    if (isWhole(value)) {
      return value.toString();
    }
    throw WRONG_TYPE.because(name, typeOf(value), value, "a string");
  }

  /** Reads a name, which must be storable, not blank and not too long; null if absent. */
  @Nullable String name(String name) {
    String text = text(name);
    return text == null ? null : checkedName(name, text);
  }

  /** The text, if it is a name. */
  static String checkedName(String name, String text) {
    if (text.isBlank()) {
      throw NAME_BLANK.because(name);
    }
    if (text.length() > WireContract.MAX_TEXT_LENGTH) {
      throw NAME_TOO_LONG.because(name, text, text.length(), WireContract.MAX_TEXT_LENGTH);
    }
    return storable(name, text);
  }

  /** A boolean, or its word; null if absent. */
  public @Nullable Boolean flag(String name) {
    Object value = all.get(name);
    if (value == null || value instanceof Boolean) {
      return (Boolean) value;
    }
    if (value.equals("true") || value.equals("false")) {
      return Boolean.valueOf(value.toString());
    }
    throw WRONG_TYPE.because(name, typeOf(value), value, "true or false");
  }

  static String storable(String name, String text) {
    if (!StorableText.isStorable(text)) {
      throw TEXT_UNSTORABLE.because(name, text);
    }
    return text;
  }

  static String typeOf(Object value) {
    return value instanceof Inexact inexact ? inexact.type() : value.getClass().getSimpleName();
  }

  static boolean isWhole(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte;
  }
}
