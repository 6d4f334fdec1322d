package org.goodtiming.scheduler.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import org.goodtiming.scheduler.api.WireContract;

/** Text that UTF-8 and a PostgreSQL column can hold: without NUL and half surrogate pairs. */
public final class StorableText {

  private static final char REPLACEMENT = '\ufffd';

  private StorableText() {}

  public static boolean isEncodable(String text) {
    // An encoder would cost more than all other parsing of a line
    return !hasSurrogates(text) || UTF_8.newEncoder().canEncode(text);
  }

  public static boolean isStorable(String text) {
    return text.indexOf('\0') < 0 && isEncodable(text);
  }

  /** Whether it can be an id or a name: not blank, and not too long. */
  public static boolean isName(String text) {
    return !text.isBlank() && text.length() <= WireContract.MAX_TEXT_LENGTH && isStorable(text);
  }

  /** The text with U+FFFD for each character that cannot be stored. */
  public static String mended(String text) {
    if (isStorable(text)) {
      return text;
    }
    StringBuilder mended = new StringBuilder(text.length());
    text.codePoints()
        .map(point -> point == 0 || isHalfPair(point) ? REPLACEMENT : point)
        .forEach(mended::appendCodePoint);
    return mended.toString();
  }

  /** The corrected text, truncated. */
  public static String shown(String text, int maxLength) {
    return text.length() <= maxLength ? mended(text) : mended(text.substring(0, maxLength)) + "...";
  }

  /** Encodes as UTF-16BE and keeps half pairs, which Java's encoder would replace. */
  static byte[] utf16(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
    bytes.asCharBuffer().put(text);
    return bytes.array();
  }

  static String ofUtf16(byte[] bytes) {
    return ByteBuffer.wrap(bytes).asCharBuffer().toString();
  }

  private static boolean hasSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHalfPair(int codePoint) {
    return Character.getType(codePoint) == Character.SURROGATE;
  }
}
