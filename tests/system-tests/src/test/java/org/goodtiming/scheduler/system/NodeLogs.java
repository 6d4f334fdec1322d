package org.goodtiming.scheduler.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.ServerNode;

/** What both nodes have logged since their start. */
record NodeLogs(SystemStack stack) {

  /** How many lines contain this. */
  long lines(String text) {
    return Stream.of(1, 2).map(stack::node).mapToLong(node -> lines(node, text)).sum();
  }

  private static long lines(ServerNode node, String text) {
    try (Stream<String> lines = Files.lines(node.log())) {
      return lines.filter(line -> line.contains(text)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
