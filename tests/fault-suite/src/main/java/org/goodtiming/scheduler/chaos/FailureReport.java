package org.goodtiming.scheduler.chaos;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.dev.ServerNode;

/** The evidence of a broken promise, collected before the next round destroys it. */
record FailureReport(FaultContext context) {

  private static final String ROWS =
      "SELECT row_to_json(each)::text FROM (SELECT * FROM scheduler.%s) each";

  private static final List<String> TABLES =
      List.of(
          "in_doubt",
          "in_doubt_resolution",
          "job",
          "quarantine",
          "ledger",
          "worker_queue",
          "lease_history");

  private static final String LONG_RUNS =
      "execution WHERE queue = '%s' ORDER BY submitted_at DESC LIMIT 30"
          .formatted(LongRunWorker.QUEUE);

  private static final String HISTORY_OF_LONG_RUNS =
      """
      execution_transition
       WHERE fire_id IN (SELECT fire_id FROM scheduler.%s)
       ORDER BY fire_id, id
      """
          .formatted(LONG_RUNS);

  /** Writes it down beside the logs, of which it keeps a copy. */
  void keep(String name, List<String> what) {
    var ledger = context.ledger();
    var lines = new ArrayList<>(what);
    add(lines, "missing", () -> ledger.registrations(ledger.missing()));
    add(lines, "came twice", () -> ledger.receipts(ledger.twice()));
    add(lines, "came early", () -> ledger.receipts(ledger.early()));
    add(lines, "prepared on the broker", context.console()::preparedTransactions);
    add(lines, "prepared in PostgreSQL", rows("prepared_transaction"));
    add(lines, "tracked runs that have not ended", rows("execution WHERE ended_at IS NULL"));
    add(lines, "long runs", rows(LONG_RUNS));
    add(lines, "their history", rows(HISTORY_OF_LONG_RUNS));
    for (var node : context.nodes()) {
      add(lines, "health of " + node.name(), () -> List.of(node.health()));
    }
    for (var table : TABLES) {
      add(lines, table, rows(table));
    }
    write(context.state().resolve(name + ".txt"), lines);
    Path logs = context.state().resolve(name + "-logs");
    keepLogs(logs);
    context.nodes().stream()
        .filter(ServerNode::running)
        .forEach(node -> keepThreads(node, logs.resolve(node.name() + "-threads.txt")));
  }

  /** A node that is not ready may have a thread that waits. */
  private static void keepThreads(ServerNode node, Path file) {
    var jstack = Path.of(System.getProperty("java.home"), "bin", "jstack").toString();
    try {
      new ProcessBuilder(jstack, Long.toString(node.pid()))
          .redirectErrorStream(true)
          .redirectOutput(file.toFile())
          .start()
          .waitFor(10, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // A later round may replace a node with all its files.
  private void keepLogs(Path directory) {
    try (var nodes = Files.list(context.state().resolve("nodes"))) {
      Files.createDirectories(directory);
      for (var node : nodes.toList()) {
        var log = node.resolve("logs/server.log");
        if (Files.exists(log)) {
          Files.copy(log, directory.resolve(node.getFileName() + ".log"), REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Callable<List<?>> rows(String table) {
    return () -> context.sql().values(ROWS.formatted(table));
  }

  private static void add(List<String> lines, String title, Callable<? extends List<?>> question) {
    lines.add("# " + title);
    try {
      question.call().forEach(answer -> lines.add(answer.toString()));
    } catch (Exception e) {
      lines.add(e.toString());
    }
  }

  private static void write(Path file, List<String> lines) {
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
