package org.goodtiming.scheduler.benchmarks.report;

import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;
import picocli.CommandLine.Model.CommandSpec;

/** Describes time and machine of a measurement, for a report. */
public final class MachineInfo {
  private MachineInfo() {}

  /** Day and minute. */
  public static String now() {
    return OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES).toString();
  }

  /** How the run was started. */
  public static String command(CommandSpec spec) {
    var given = spec.root().commandLine().getParseResult().originalArgs();
    return "./scheduler bench " + String.join(" ", given);
  }

  /** Cores, memory, operating system, JDK. */
  public static String machine() {
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

  /** The servers, and their relevant settings. */
  public static String servers(DevStack stack) throws SQLException {
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
