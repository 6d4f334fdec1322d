package org.goodtiming.scheduler.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.goodtiming.scheduler.benchmarks.peers.Competition;
import org.goodtiming.scheduler.benchmarks.peers.Sizes;
import org.goodtiming.scheduler.benchmarks.report.Conditions;
import org.goodtiming.scheduler.benchmarks.report.Report;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.StackOptions;
import org.jspecify.annotations.Nullable;

/**
 * Ours beside its peers, on a stack of its own, with a report at the end.
 *
 * @param contenders names; all if there is none
 * @param results where the report goes, or null for the place in the checkout
 */
record PeerRun(
    StackOptions options, List<String> contenders, boolean quick, @Nullable Path results) {

  void measure(String command) throws Exception {
    var sizes = quick ? Sizes.QUICK : Sizes.FULL;
    try (var stack = DevStack.start(stack());
        var competition = new Competition(stack, contenders, sizes, options.progress())) {
      var conditions =
          new Conditions(
              OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES).toString(),
              command,
              sizes.text(),
              machine(),
              servers(stack),
              competition.entrants());
      competition.run(samples -> new Report(conditions, samples).write(directory()));
      options.progress().accept("The report is in " + directory());
    }
  }

  void reportAnew() throws IOException {
    Report.read(directory()).write(directory());
    options.progress().accept("The report is in " + directory());
  }

  // An idle node without applications takes nothing away from those who are measured.
  private StackOptions stack() {
    return Competition.needsNode(contenders) ? options : options.withArchives(List.of());
  }

  private Path directory() {
    var kept = options.project().resolve("benchmarks/results").resolve(quick ? "quick" : "full");
    return results == null ? kept : results;
  }

  private static String machine() {
    var system =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    return "%d cores, %d GiB, %s %s, JDK %s"
        .formatted(
            system.getAvailableProcessors(),
            Math.round(system.getTotalMemorySize() / Math.pow(2, 30)),
            system.getName(),
            system.getArch(),
            Runtime.version());
  }

  private static String servers(DevStack stack) throws SQLException {
    try (var connection = stack.database().connect(DatabaseUser.SUPERUSER);
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit')")) {
      row.next();
      return "PostgreSQL %s, fsync %s, synchronous_commit %s; Artemis with its NIO journal, journal-datasync on; all on this machine"
          .formatted(row.getString(1), row.getString(2), row.getString(3));
    }
  }
}
