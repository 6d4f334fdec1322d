package org.goodtiming.scheduler.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A payload in one of three forms. */
final class Payload {
  @Option(names = "--body", paramLabel = "TEXT", description = "The payload.")
  private @Nullable String text;

  @Option(names = "--json", paramLabel = "JSON", description = "The payload as JSON.")
  private @Nullable String json;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "A file with the payload; - is standard input.")
  private @Nullable String file;

  /**
   * Adds it to a request.
   *
   * @throws Failure if it cannot be read
   */
  void addTo(Members request) {
    request
        .with("body", text)
        .with("body", json == null ? null : Members.parse(json))
        .with("bodyBase64", file == null ? null : base64(file));
  }

  private static String base64(String file) {
    return Base64.getEncoder().encodeToString(bytes(file));
  }

  /**
   * The content of a file, or of standard input.
   *
   * @throws Failure if it cannot be read
   */
  static String text(String file) {
    return Utf8.decode(bytes(file), file);
  }

  private static byte[] bytes(String file) {
    try {
      return "-".equals(file) ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
    } catch (IOException e) {
      throw Failure.unreadable(file, e);
    }
  }
}
