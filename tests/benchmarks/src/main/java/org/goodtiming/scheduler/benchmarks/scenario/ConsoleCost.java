package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.format;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.benchmarks.CpuClock;

/** Processor time of all servers, with and without a browser that shows the overview. */
final class ConsoleCost {

  private static final Duration REFRESH = Duration.ofSeconds(2);

  /** Of overview, statistics and forecast, as the page asks for them. */
  private static final List<Duration> INTERVALS =
      List.of(REFRESH, Duration.ofSeconds(10), Duration.ofMinutes(1));

  private final HttpLoad http;
  private final CpuClock cpu;
  private final Map<String, String> tags = new HashMap<>();

  ConsoleCost(StackAccess site, HttpLoad http) {
    this.http = http;
    this.cpu = CpuClock.ofNode(site.stack());
  }

  /** Measures alternately without and with the page. */
  TextTable measure(StackAccess site, int rounds, int seconds) throws Exception {
    double[] closed = new double[rounds];
    double[] open = new double[rounds];
    round(true, seconds);
    for (int round = 0; round < rounds; round++) {
      closed[round] = round(false, seconds);
      open[round] = round(true, seconds);
      site.tell("overview: %.2f %% closed, %.2f %% open", closed[round], open[round]);
    }
    double[] more = IntStream.range(0, rounds).mapToDouble(i -> open[i] - closed[i]).toArray();
    return new TextTable(
            "Processor time of node, broker and database with and without an open overview; %d rounds of %d s."
                .formatted(rounds, seconds),
            "overview",
            "% of a core (median)",
            "smallest",
            "largest")
        .row(row("closed", closed))
        .row(row("open", open))
        .row(row("difference", more));
  }

  private static String[] row(String name, double[] values) {
    double[] sorted =
        IntStream.range(0, values.length).mapToDouble(i -> values[i]).sorted().toArray();
    return new String[] {
      name,
      format("%.2f", sorted[sorted.length / 2]),
      format("%.2f", sorted[0]),
      format("%.2f", sorted[sorted.length - 1])
    };
  }

  /** Percent of a core. */
  private double round(boolean open, int seconds) throws Exception {
    var before = cpu.read();
    long from = System.nanoTime();
    long[] due = {from, from, from};
    for (long next = from; next - from < seconds * 1_000_000_000L; next += REFRESH.toNanos()) {
      LockSupport.parkNanos(next - System.nanoTime());
      if (open) {
        refresh(due, next);
      }
    }
    LockSupport.parkNanos(from + seconds * 1_000_000_000L - System.nanoTime());
    double taken = (System.nanoTime() - from) / 1e3;
    return cpu.read().perJobSince(before, 1).total() / taken * 100;
  }

  private void refresh(long[] due, long now) throws Exception {
    var requests = ConsolePages.overview(Instant.now());
    for (int i = 0; i < due.length; i++) {
      if (now >= due[i]) {
        due[i] = now + INTERVALS.get(i).toNanos();
        send(requests.get(i).path());
      }
    }
  }

  private void send(String path) throws Exception {
    var request = http.api(path);
    if (tags.containsKey(path)) {
      request.header("If-None-Match", tags.get(path));
    }
    var answer = http.send(request.build());
    answer.headers().firstValue("ETag").ifPresent(tag -> tags.put(path, tag));
  }
}
