package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.PayaraNode;

/**
 * What the servers hold at the end of a storm. A leak would show here.
 *
 * @param heuristic transactions on the broker's lists of heuristic outcomes
 */
record Leftovers(List<Held> servers, int heuristic) {

  /**
   * @param descriptors open files and sockets
   * @param residentMiB memory of the process
   * @param severe entries of level SEVERE in the node's log file
   */
  private record Held(String server, long descriptors, long residentMiB, long severe) {}

  static Leftovers of(FaultContext context) {
    var servers = new ArrayList<Held>();
    for (var node : context.nodes()) {
      servers.add(held(node.name(), node.pid(), severe(node)));
    }
    servers.add(held(context.broker().name(), context.broker().pid(), 0));
    return new Leftovers(servers, heuristic(context.console()));
  }

  String markdown() {
    return """
        | server | open descriptors | resident MiB | SEVERE log entries |
        |---|---|---|---|
        %s

        %d transactions on the broker's lists of heuristic outcomes
        """
        .formatted(
            servers.stream().map(Leftovers::row).collect(Collectors.joining("\n")), heuristic);
  }

  private static String row(Held held) {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %d |",
        held.server(),
        held.descriptors(),
        held.residentMiB(),
        held.severe());
  }

  private static Held held(String server, long pid, long severe) {
    var process = Path.of("/proc", Long.toString(pid));
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      return new Held(server, descriptors.count(), residentMiB(process), severe);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long residentMiB(Path process) throws IOException {
    try (Stream<String> lines = Files.lines(process.resolve("status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .sum();
    }
  }

  private static long severe(PayaraNode node) {
    try (Stream<String> lines = Files.lines(node.log())) {
      return lines.filter(line -> line.contains("] [SEVERE] [")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int heuristic(BrokerConsole console) {
    try {
      return console.heuristicOutcomes().size();
    } catch (Exception e) {
      throw new IllegalStateException("the broker did not list heuristic outcomes", e);
    }
  }
}
