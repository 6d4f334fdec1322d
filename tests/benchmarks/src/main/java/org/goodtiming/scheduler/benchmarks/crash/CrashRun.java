package org.goodtiming.scheduler.benchmarks.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.goodtiming.scheduler.benchmarks.booking.BookedArrivals;
import org.goodtiming.scheduler.benchmarks.booking.BookingHandler;
import org.goodtiming.scheduler.benchmarks.report.MachineInfo;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.StackOptions;

/**
 * All rounds, on a stack of their own.
 *
 * @param nodes of how many the leader, or the only one, is killed; one after the other
 * @param command for the report
 */
record CrashRun(
    StackOptions options,
    List<CrashSubject> subjects,
    List<Integer> nodes,
    int rounds,
    int jobs,
    Random random,
    String command,
    Path results) {

  private static final String SCHEDULER = "scheduler-ear.ear";

  CrashReport run() throws Exception {
    var arrivals = new BookedArrivals(options.state().resolve("bench-bookings"));
    try (var stack = DevStack.start(stack(arrivals.file()));
        var workers = new BookingWorkers(stack)) {
      var report = new CrashReport(command, MachineInfo.servers(stack), new ArrayList<>());
      for (var subject : subjects) {
        for (var count : nodes) {
          for (int round = 1; round <= rounds; round++) {
            var sample = round(stack, workers, arrivals, subject, count);
            report.samples().add(sample);
            progress().accept(CrashReport.line(sample));
            write(report);
          }
        }
      }
      return report;
    }
  }

  private CrashSample round(
      DevStack stack,
      BookingWorkers workers,
      BookedArrivals arrivals,
      CrashSubject subject,
      int count)
      throws Exception {
    var round = new CrashRound(subject, count, jobs, enough(), Patience.withNodes(count), arrivals);
    try (var victim = victim(stack, workers, arrivals, subject, count)) {
      return round.run(victim);
    }
  }

  private CrashTarget victim(
      DevStack stack,
      BookingWorkers workers,
      BookedArrivals arrivals,
      CrashSubject subject,
      int count)
      throws Exception {
    if (!subject.isOurs()) {
      return new PeerCrashTarget(stack, subject, count, arrivals);
    }
    var running = new RunningNodes(stack);
    running.reduceTo(count);
    if (subject == CrashSubject.GOOD_TIMING_MDB) {
      running.all().forEach(workers::deployOn);
    }
    running.awaitLeader();
    return new GoodTimingCrashTarget(stack, subject, arrivals);
  }

  /** About a third. */
  private int enough() {
    return jobs * 3 / 10 + random.nextInt(jobs / 15 + 1);
  }

  private StackOptions stack(Path bookings) {
    if (subjects.stream().noneMatch(CrashSubject::isOurs)) {
      return options.withArchives(List.of());
    }
    return options
        .withNodes(nodes.stream().max(Integer::compare).orElse(1))
        .withArchives(
            options.archives().stream().filter(archive -> archive.endsWith(SCHEDULER)).toList())
        .withEnvironment(BookingHandler.FILE, bookings.toString());
  }

  private Consumer<String> progress() {
    return options.progress();
  }

  private void write(CrashReport report) throws IOException {
    var directory = results.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    Files.writeString(results, report.markdown());
  }
}
