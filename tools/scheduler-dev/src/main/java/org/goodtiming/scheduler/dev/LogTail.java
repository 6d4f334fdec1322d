package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The last lines of a log, and the last errors before them, for the message that its server has
 * ended or is not ready. A server that fails to start may log much after its errors.
 */
record LogTail(Path log) {
  private static final int LINES = 10;
  private static final int ERRORS = 10;
  private static final int BYTES = 1 << 20;
  private static final int WIDTH = 300;
  private static final Pattern ERROR =
      Pattern.compile("\\b(SEVERE|ERROR|FATAL|SCHED-\\d{4})\\b|^Caused by: |Exception: ");

  /** The text after the message that the server has ended. */
  @Override
  public String toString() {
    var all = end().lines().filter(line -> !line.isBlank() && !isStackFrame(line)).toList();
    if (all.isEmpty()) {
      return "; its log is empty: " + log;
    }
    var before = all.subList(0, Math.max(0, all.size() - LINES));
    var errors = last(ERRORS, before.stream().filter(ERROR.asPredicate()).toList());
    return (errors.isEmpty() ? "" : told("; errors in its log:", errors))
        + told("; the end of its log " + log + ":", last(LINES, all));
  }

  private static String told(String title, List<String> lines) {
    return lines.stream()
        .map(LogTail::shortened)
        .collect(Collectors.joining("\n  | ", title + "\n  | ", ""));
  }

  private static List<String> last(int count, List<String> lines) {
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }

  // They would displace the messages.
  private static boolean isStackFrame(String line) {
    return line.matches("\\s+(at .*|\\.\\.\\. \\d+ more)");
  }

  private String end() {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - BYTES));
      var bytes = new byte[(int) Math.min(BYTES, file.length() - file.getFilePointer())];
      file.readFully(bytes);
      return new String(bytes, UTF_8);
    } catch (IOException e) {
      return "cannot be read: " + e;
    }
  }

  private static String shortened(String line) {
    return line.length() <= WIDTH ? line : line.substring(0, WIDTH) + " ...";
  }
}
