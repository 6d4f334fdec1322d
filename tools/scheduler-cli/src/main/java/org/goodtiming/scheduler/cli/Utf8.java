package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.goodtiming.scheduler.install.IoFailure;

/** Reads and writes UTF-8; refuses malformed text and never changes it. */
final class Utf8 {
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final String REPLACEMENT = "\uFFFD";

  private Utf8() {}

  /** Whether decoding lost characters, for which Java substitutes this character. */
  static boolean isLost(String text) {
    return text.contains(REPLACEMENT);
  }

  /**
   * @throws Failure if the file cannot be read
   */
  static String read(Path file) {
    try {
      return decode(Files.readAllBytes(file), file);
    } catch (IOException e) {
      throw Failure.unreadable(file, e);
    }
  }

  /**
   * @param source where the bytes are from, for the text of a failure
   */
  static String decode(byte[] bytes, Object source) {
    try {
      return withoutMark(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(), source);
    } catch (CharacterCodingException e) {
      throw new Failure(
          ExitStatus.USAGE, "%s cannot be read: %s".formatted(source, IoFailure.reason(e)));
    }
  }

  /** Returns the text; refuses the invisible byte order mark that editors of Windows write. */
  static String withoutMark(String text, Object source) {
    if (text.startsWith(BYTE_ORDER_MARK)) {
      throw new Failure(
          ExitStatus.USAGE,
          "%s begins with a byte order mark: save it as UTF-8 without it".formatted(source));
    }
    return text;
  }

  /**
   * @throws Failure if the text has half of a pair of surrogates, as JSON may write it
   */
  static byte[] encode(String text) {
    try {
      ByteBuffer bytes = UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] all = new byte[bytes.remaining()];
      bytes.get(all);
      return all;
    } catch (CharacterCodingException e) {
      throw new Failure(
          ExitStatus.USAGE,
          "The JSON has half of a pair of surrogates, such as \\ud83d without \\ude00, which is no character");
    }
  }
}
