package org.goodtiming.scheduler.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.goodtiming.scheduler.dev.ServerNode;

/** What a node writes to its log from now on. */
record NodeLog(String node, Path file, long start) {

  private static final String FRAME = "\tat ";

  static NodeLog from(ServerNode node) {
    try {
      return new NodeLog(node.name(), node.log(), Files.size(node.log()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> lines() {
    try (FileChannel channel = FileChannel.open(file).position(start)) {
      byte[] written = Channels.newInputStream(channel).readAllBytes();
      return new String(written, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long count(String text) {
    return lines().stream().filter(line -> line.contains(text)).count();
  }

  /** Those that are no frames of stack traces. */
  List<String> linesOutsideTraces() {
    return lines().stream().filter(line -> !line.startsWith(FRAME)).toList();
  }

  /** How many stack traces there are, each with its causes counted once. */
  long traces() {
    List<String> lines = lines();
    long traces = 0;
    boolean within = false;
    for (String line : lines) {
      boolean frame = line.startsWith(FRAME);
      traces += frame && !within ? 1 : 0;
      within = frame || within && !line.startsWith("[20");
    }
    return traces;
  }
}
