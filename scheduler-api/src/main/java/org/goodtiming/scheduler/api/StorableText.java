package org.goodtiming.scheduler.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Objects;

/** Text that UTF-8 and a PostgreSQL text column can hold unchanged. */
final class StorableText {

  private StorableText() {}

  /** Checks a name: not blank, storable, at most {@link WireContract#MAX_TEXT_LENGTH} long. */
  static String name(String what, String value) {
    Objects.requireNonNull(value, what);
    if (value.isBlank()) {
      throw new IllegalArgumentException(what + " must not be blank");
    }
    if (value.length() > WireContract.MAX_TEXT_LENGTH) {
      throw new IllegalArgumentException(
          "%s has %d characters, but at most %d are allowed: '%.40s...'"
              .formatted(what, value.length(), WireContract.MAX_TEXT_LENGTH, value));
    }
    return withoutNul(what, value);
  }

  static String withoutNul(String what, String value) {
    if (value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          what + " contains the character NUL, which the database cannot store");
    }
    return encodable(what, value);
  }

  static String encodable(String what, String value) {
    if (!UTF_8.newEncoder().canEncode(Objects.requireNonNull(value, what))) {
      throw new IllegalArgumentException(
          what
              + " contains half of a surrogate pair, which UTF-8 cannot express: send it as bytes");
    }
    return value;
  }
}
