package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.stream.Stream;

/** A file of the jar, beside its classes. */
final class TextFile {

  private TextFile() {}

  static Stream<String> lines(String name) {
    return text(name).lines();
  }

  static String text(String name) {
    try (InputStream file = TextFile.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
