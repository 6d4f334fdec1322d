package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.ServerNode;

/**
 * The resources that the servers hold at the end of a storm. A leak would show here.
 *
 * @param rows of the table, a server each
 * @param heuristic transactions on the broker's lists of heuristic outcomes, or why they are
 *     unknown
 */
record Leftovers(List<String> rows, String heuristic) {

  static Leftovers of(FaultContext context) {
    var rows = new ArrayList<String>();
    for (var node : context.nodes()) {
      rows.add(
          node.running()
              ? row(node.name(), node.pid(), severe(node))
              : dead(node.name(), severe(node)));
    }
    var broker = context.broker();
    rows.add(broker.running() ? row(broker.name(), broker.pid(), 0) : dead(broker.name(), 0));
    return new Leftovers(rows, heuristic(context.console()));
  }

  String markdown() {
    return """
        | server | open descriptors | resident MiB | SEVERE log entries |
        |---|---|---|---|
        %s

        Transactions on the broker's lists of heuristic outcomes: %s
        """
        .formatted(String.join("\n", rows), heuristic);
  }

  /** A server may also end while it is looked at; the verdict of a storm does not depend on it. */
  static String row(String server, long pid, long severe) {
    var process = Path.of("/proc", Long.toString(pid));
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      return "| %s | %d | %d | %d |"
          .formatted(server, descriptors.count(), residentMiB(process), severe);
    } catch (IOException | UncheckedIOException ended) {
      return dead(server, severe);
    }
  }

  private static String dead(String server, long severe) {
    return "| %s | dead | dead | %d |".formatted(server, severe);
  }

  private static long residentMiB(Path process) throws IOException {
    try (Stream<String> lines = Files.lines(process.resolve("status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .sum();
    }
  }

  private static long severe(ServerNode node) {
    try (Stream<String> lines = Files.lines(node.log())) {
      return lines.filter(line -> line.contains("] [SEVERE] [")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // The verdict of a storm does not depend on it.
  private static String heuristic(BrokerConsole console) {
    try {
      return Integer.toString(console.heuristicOutcomes().size());
    } catch (Exception e) {
      return "unknown, " + e;
    }
  }
}
