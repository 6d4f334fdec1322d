package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  @TempDir private Path directory;

  @Test
  void last_ten_lines_are_shown() throws IOException {
    var log =
        log(IntStream.range(0, 9_000).mapToObj(i -> "line " + i).collect(Collectors.joining("\n")));
    var lines = new LogTail(log).toString().lines().toList();
    assertThat(lines).hasSize(11).first().isEqualTo("; the end of its log " + log + ":");
    assertThat(lines.get(1)).isEqualTo("  | line 8990");
    assertThat(lines.get(10)).isEqualTo("  | line 8999");
  }

  @Test
  void short_log_is_shown_whole_without_its_empty_lines() throws IOException {
    assertThat(new LogTail(log("one\n\n\ntwo\n")).toString()).endsWith(":\n  | one\n  | two");
  }

  @Test
  void frames_of_a_stack_trace_do_not_displace_the_messages() throws IOException {
    var trace = "Caused by: no disk\n" + "\tat java.io.File.open(File.java:1)\n".repeat(50);
    assertThat(new LogTail(log("one\n" + trace + "\t... 82 more\n")).toString())
        .endsWith(":\n  | one\n  | Caused by: no disk");
  }

  @Test
  void errors_before_the_last_lines_are_shown_too() throws IOException {
    var error = "[2026-11-23T12:00:00] [SEVERE] Address already in use\nCaused by: no port\n";
    var log = log(error + "INFO shutting down\n".repeat(1_000));
    assertThat(new LogTail(log).toString())
        .startsWith(
            "; errors in its log:\n  | [2026-11-23T12:00:00] [SEVERE] Address already in use\n  | Caused by: no port"
                + "; the end of its log ");
  }

  @Test
  void long_line_is_shortened() throws IOException {
    assertThat(new LogTail(log("x".repeat(20_000))).toString())
        .endsWith("x ...")
        .hasSizeLessThan(500);
  }

  @Test
  void empty_log_is_reported_as_empty() throws IOException {
    assertThat(new LogTail(log("")).toString()).startsWith("; its log is empty: ");
  }

  @Test
  void missing_log_is_reported_as_missing() {
    assertThat(new LogTail(directory.resolve("none")).toString())
        .contains("cannot be read")
        .contains("No such file");
  }

  private Path log(String text) throws IOException {
    return Files.writeString(directory.resolve("log"), text);
  }
}
