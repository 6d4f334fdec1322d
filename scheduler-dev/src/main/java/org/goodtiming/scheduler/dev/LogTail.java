package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The last lines of a log, for the message that its server has ended. */
record LogTail(Path log) {
  private static final int LINES = 10;
  private static final int BYTES = 16_384;
  private static final int WIDTH = 300;

  /** The text after the message that the server has ended. */
  @Override
  public String toString() {
    var lines = lines();
    return lines.isEmpty()
        ? "; its log is empty: " + log
        : lines.stream()
            .map(LogTail::shortened)
            .collect(Collectors.joining("\n  | ", "; the end of its log " + log + ":\n  | ", ""));
  }

  private List<String> lines() {
    var all = end().lines().filter(line -> !line.isBlank() && !isStackFrame(line)).toList();
    return all.subList(Math.max(0, all.size() - LINES), all.size());
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
