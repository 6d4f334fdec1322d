package org.goodtiming.scheduler.cli.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** The end of a log. */
public final class LastLines {

  private LastLines() {}

  /**
   * Reads the last lines of a file; bytes that are not UTF-8 are replaced.
   *
   * @param limit number of lines
   */
  public static String of(Path file, int limit) throws IOException {
    Deque<String> lines = new ArrayDeque<>();
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.addLast(line);
        if (lines.size() > limit) {
          lines.removeFirst();
        }
      }
    }
    return String.join("\n", lines) + "\n";
  }
}
