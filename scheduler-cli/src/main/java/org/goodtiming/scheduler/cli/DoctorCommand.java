package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.cli.doctor.BrokerDoctor;
import org.goodtiming.scheduler.cli.doctor.DatabaseDoctor;
import org.goodtiming.scheduler.cli.doctor.Finding;
import org.goodtiming.scheduler.cli.doctor.FindingCode;
import org.goodtiming.scheduler.cli.doctor.NodeDoctor;
import org.goodtiming.scheduler.cli.doctor.Plan;
import org.goodtiming.scheduler.cli.doctor.Severity;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = "Examines an installation, and says for each finding how to cure it.")
final class DoctorCommand extends Noun implements Callable<Integer> {

  @Option(
      names = "--database",
      paramLabel = "URL",
      description =
          "The database, such as jdbc:postgresql://localhost:5432/scheduler. Or GOODTIMING_DATABASE.")
  private @Nullable String database;

  @Option(
      names = "--database-user",
      paramLabel = "NAME",
      defaultValue = "scheduler_read",
      description =
          "${DEFAULT-VALUE} if not given. The password comes from GOODTIMING_DATABASE_PASSWORD, the file GOODTIMING_DATABASE_PASSWORD_FILE, or a prompt.")
  private String databaseUser = "";

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many nodes should run; the database must be sufficient for them.")
  private int nodes;

  @Option(
      names = "--xa",
      description = "The setting scheduler.transactions of the nodes is xa, not last-resource.")
  private boolean preparesTransactions;

  @Option(
      names = "--broker-home",
      paramLabel = "DIR",
      description =
          "Directory of the broker's instance on this machine, whose configuration is to be examined.")
  private @Nullable Path brokerHome;

  @Option(names = "--database-only", description = "Asks no node.")
  private boolean databaseOnly;

  @Override
  public Integer call() {
    List<Finding> findings = new ArrayList<>(database());
    if (brokerHome != null) {
      findings.addAll(new BrokerDoctor(brokerHome).findings());
    }
    if (!databaseOnly) {
      findings.addAll(nodes());
    }
    findings.sort(Comparator.comparing(finding -> finding.code().severity()));
    print(findings);
    return findings.stream().anyMatch(finding -> finding.code().severity() == Severity.error)
        ? ExitStatus.UNHEALTHY.number
        : ExitStatus.DONE.number;
  }

  private List<Finding> database() {
    String url = database == null ? around().variable("GOODTIMING_DATABASE") : database;
    if (url == null) {
      return List.of(
          new Finding(
              FindingCode.NO_DATABASE,
              "neither --database nor GOODTIMING_DATABASE is set",
              "goodtiming doctor --database jdbc:postgresql://HOST:5432/DATABASE"));
    }
    DatabaseLogin login =
        DatabaseLogin.of(around(), url, databaseUser, "GOODTIMING_DATABASE_PASSWORD");
    Plan plan = new Plan(nodes, preparesTransactions);
    return new DatabaseDoctor(login.address(), plan, Clock.systemUTC())
        .findings(login.user(), login.password());
  }

  private List<Finding> nodes() {
    String url = api().server();
    List<Finding> findings = new ArrayList<>();
    try {
      findings.addAll(NodeDoctor.health(url, api().health()));
      findings.addAll(
          NodeDoctor.state(
              api().get(Address.of("overview")),
              api().get(Address.of("in-doubt")),
              nodes,
              Instant.now()));
    } catch (Failure e) {
      findings.add(
          e.status == ExitStatus.FORBIDDEN
              ? NodeDoctor.refused(url, e.text())
              : NodeDoctor.away(url, e.text()));
    }
    return findings;
  }

  private void print(List<Finding> findings) {
    if (!output().isText()) {
      output().rows(findings.stream().map(DoctorCommand::json).toList(), List.of());
      return;
    }
    for (Finding finding : findings) {
      output()
          .text(
              "%s %s: %s"
                  .formatted(
                      finding.code().number(),
                      finding.code().severity(),
                      Output.plain(finding.seen())));
      output().text("  " + Output.plain(finding.cure()));
    }
    if (findings.isEmpty()) {
      output().text("Nothing is wrong");
    }
  }

  private static JsonObject json(Finding finding) {
    return new Members()
        .with("code", finding.code().number())
        .with("severity", finding.code().severity().name())
        .with("seen", finding.seen())
        .with("cure", finding.cure())
        .build();
  }
}
