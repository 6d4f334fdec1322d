package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.dev.ServerNode;

/** What lives in the heap of a node. */
final class NodeHeap {

  private static final Pattern USED = Pattern.compile("garbage-first heap.* used (\\d+)K");

  private NodeHeap() {}

  /** In MiB, after a full collection, so that only what is reachable counts. */
  static long live(ServerNode node) {
    jcmd(node, "GC.run");
    Matcher used = USED.matcher(jcmd(node, "GC.heap_info"));
    if (!used.find()) {
      throw new IllegalStateException("no G1 heap in " + node.name());
    }
    return Long.parseLong(used.group(1)) / 1024;
  }

  /** How many instances of a class are reachable. */
  static long instances(ServerNode node, String className) {
    return jcmd(node, "GC.class_histogram")
        .lines()
        .map(line -> line.trim().split("\\s+"))
        .filter(columns -> columns.length >= 4 && columns[3].equals(className))
        .mapToLong(columns -> Long.parseLong(columns[1]))
        .sum();
  }

  private static String jcmd(ServerNode node, String command) {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      Process process = new ProcessBuilder(jcmd, Long.toString(node.pid()), command).start();
      return new String(process.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
