package org.goodtiming.scheduler.quartz;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.dev.Problem;
import org.goodtiming.scheduler.dev.RestArguments;
import org.jspecify.annotations.Nullable;
import org.quartz.TriggerKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code ./scheduler import quartz}: the triggers of a Quartz database become jobs and schedules.
 */
@Command(
    name = "quartz",
    mixinStandardHelpOptions = true,
    header = "Registers the triggers of a Quartz database as jobs and schedules.",
    description = {
      "Reads the tables of Quartz in PostgreSQL without changing them. Each trigger becomes a",
      "schedule, or a job if it has only one run left. Compares the next 400 times of both, and",
      "prints the differences. A second import replaces the first one. A dry run has the scheduler",
      "check each job by all rules of registration.",
      "The exit status is 0 only if all triggers were imported."
    },
    footer = {
      "",
      "Example:  ./scheduler import quartz --dry-run --from jdbc:postgresql://db/shop --user quartz \\",
      "            --queue com.example.ReportJob=report --queue com.example.CheckJob=order-check"
    })
final class QuartzCommand implements Callable<Integer> {
  @Mixin private RestArguments scheduler = new RestArguments();

  @Option(
      names = "--from",
      required = true,
      paramLabel = "URL",
      description = "JDBC URL of the database of Quartz")
  private String url = "";

  @Option(
      names = "--user",
      required = true,
      paramLabel = "USER",
      description = "user of that database")
  private String user = "";

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "file whose first line is the password of that user (none)")
  private @Nullable Path passwordFile;

  @Option(
      names = "--table-prefix",
      paramLabel = "PREFIX",
      defaultValue = "qrtz_",
      description = "prefix of the table names, optionally with a schema (${DEFAULT-VALUE})")
  private String prefix = "";

  @Option(
      names = "--scheduler",
      paramLabel = "NAME",
      description = "instance name of the Quartz scheduler (the only one in the tables)")
  private @Nullable String schedulerName;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "time zone of the JVM in which Quartz runs (that of this JVM)")
  private @Nullable ZoneId zone;

  @Option(
      names = "--queue",
      paramLabel = "CLASS=QUEUE",
      description = "worker queue for the triggers of this job class; repeat it for each class")
  private Map<String, String> queues = new LinkedHashMap<>();

  @Option(
      names = "--dry-run",
      description = "register nothing, only print what would be registered and refused")
  private boolean dryRun;

  @Spec private CommandSpec spec = CommandSpec.create();

  private static final Pattern TABLE_PREFIX = Pattern.compile("[A-Za-z0-9_.]*");

  private int imported;
  private int left;

  /**
   * Imports all triggers.
   *
   * @throws org.goodtiming.scheduler.dev.DevStackException if one of the two databases or the
   *     scheduler cannot be reached
   */
  @Override
  public Integer call() throws InterruptedException {
    if (zone != null) {
      TimeZone.setDefault(TimeZone.getTimeZone(zone));
    }
    if (!TABLE_PREFIX.matcher(prefix).matches()) {
      throw new ParameterException(
          spec.commandLine(),
          "--table-prefix is '%s' but must be letters, digits, _ and .".formatted(prefix));
    }
    SchedulerApi api = new SchedulerApi(scheduler.access());
    try (Connection connection =
        DriverManager.getConnection(url, user, RestArguments.firstLine(passwordFile))) {
      var quartz = QuartzDatabase.read(connection, prefix, schedulerName);
      ImportPlan plan = plan(quartz);
      for (TriggerKey key : plan.triggers()) {
        take(key, plan, api);
      }
    } catch (SQLException | ImportException e) {
      throw Problem.NO_QUARTZ.because(e, url, e.getMessage());
    }
    say(
        "%d imported, %d not%s"
            .formatted(imported, left, dryRun ? " (dry run: nothing was registered)" : ""));
    return left == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** Plans the import; leaves out triggers that cannot be converted. */
  private ImportPlan plan(QuartzDatabase quartz) throws SQLException {
    ImportPlan plan = new ImportPlan();
    for (TriggerKey key : quartz.triggers()) {
      try {
        plan.add(key, new Conversion(queues).of(quartz.trigger(key), Instant.now()));
      } catch (ImportException e) {
        leave(key, e);
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        // Quartz throws any of them for a row that it cannot read
        leave(key, ImportException.unreadable(e));
      }
    }
    return plan;
  }

  private void take(TriggerKey key, ImportPlan plan, SchedulerApi api) throws InterruptedException {
    try {
      Registration registration = plan.registration(key);
      String status = dryRun ? api.check(registration) : api.register(registration);
      say("%s: %s as %s".formatted(StoredTrigger.name(key), status, registration));
      registration.remarks().forEach(remark -> say("  " + remark));
      imported++;
    } catch (ImportException e) {
      leave(key, e);
    }
  }

  private void leave(TriggerKey key, ImportException reason) {
    say("%s: not imported, %s".formatted(StoredTrigger.name(key), reason.getMessage()));
    left++;
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
  }
}
