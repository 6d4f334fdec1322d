package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.cli.doctor.BrokerDoctor;
import org.goodtiming.scheduler.cli.doctor.Commands;
import org.goodtiming.scheduler.cli.doctor.Cure;
import org.goodtiming.scheduler.cli.doctor.DatabaseDoctor;
import org.goodtiming.scheduler.cli.doctor.Finding;
import org.goodtiming.scheduler.cli.doctor.FindingCode;
import org.goodtiming.scheduler.cli.doctor.NodeDoctor;
import org.goodtiming.scheduler.cli.doctor.NodeHome;
import org.goodtiming.scheduler.cli.doctor.PairDoctor;
import org.goodtiming.scheduler.cli.doctor.Plan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What of an installation is examined. */
final class Examination {

  @Option(
      names = "--database",
      paramLabel = "URL",
      description = {
        "The database, or GOODTIMING_DATABASE, such as",
        "jdbc:postgresql://localhost:5432/scheduler."
      })
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
          "Directory of the broker's instance on this machine, whose configuration is to be examined; twice for a pair.")
  private List<Path> brokerHomes = List.of();

  @Option(
      names = "--node-home",
      paramLabel = "DIR",
      description =
          "Directory of a node on this machine, which is to be examined: a domain of Payara, or a base directory.")
  private @Nullable Path nodeHome;

  @Option(names = "--database-only", description = "Asks no node.")
  private boolean databaseOnly;

  private @Nullable DatabaseLogin login;

  /** All findings, the most severe first. */
  List<Finding> findings(Noun command) {
    List<Path> homes = brokerHomes();
    Commands commands =
        new Commands(command.settings().options(), homes.isEmpty() ? null : homes.get(0));
    List<Finding> findings = new ArrayList<>(ofDatabase(command.around(), commands));
    for (Path home : homes) {
      Commands ofHome = new Commands(command.settings().options(), home);
      findings.addAll(new BrokerDoctor(home, ofHome).findings());
    }
    if (homes.size() == 2) {
      findings.addAll(new PairDoctor(homes.get(0), homes.get(1)).findings());
    }
    if (nodeHome != null) {
      findings.addAll(new NodeHome(nodeHome).findings());
    }
    if (!databaseOnly) {
      findings.addAll(ofNodes(command.api(), commands));
    }
    findings.sort(Comparator.comparing(finding -> finding.code().severity()));
    return findings;
  }

  /**
   * The directories of the broker, or of those of a pair, that are on this machine.
   *
   * @throws Failure if more than two are given
   */
  List<Path> brokerHomes() {
    if (brokerHomes.size() > 2) {
      throw new Failure(
          ExitStatus.USAGE,
          "--broker-home is given %d times, and a pair has two brokers"
              .formatted(brokerHomes.size()));
    }
    return brokerHomes;
  }

  /** The directory of a node, if it is on this machine. */
  @Nullable NodeHome nodeHome() {
    return nodeHome == null ? null : new NodeHome(nodeHome);
  }

  boolean asksNodes() {
    return !databaseOnly;
  }

  /**
   * The login for the database, whose password is asked for once.
   *
   * @return null if its address is not given
   * @throws Failure if there is no password
   */
  @Nullable DatabaseLogin login(Surroundings around) {
    String url = database == null ? around.variable("GOODTIMING_DATABASE") : database;
    if (login == null && url != null) {
      login = DatabaseLogin.of(around, url, databaseUser, "GOODTIMING_DATABASE_PASSWORD");
    }
    return login;
  }

  private List<Finding> ofDatabase(Surroundings around, Commands commands) {
    DatabaseLogin login = login(around);
    if (login == null) {
      return List.of(
          new Finding(
              FindingCode.NO_DATABASE,
              "neither --database nor GOODTIMING_DATABASE is set",
              Cure.advice("give its address, such as jdbc:postgresql://localhost:5432/scheduler")));
    }
    Plan plan = new Plan(nodes, preparesTransactions);
    return new DatabaseDoctor(login.address(), plan, commands, Clock.systemUTC())
        .findings(login.user(), login.password());
  }

  private List<Finding> ofNodes(Api api, Commands commands) {
    NodeDoctor doctor = new NodeDoctor(api.server(), commands);
    List<Finding> findings = new ArrayList<>();
    try {
      findings.addAll(doctor.health(api.health()));
      JsonObject overview = api.get(Address.of("overview"));
      JsonObject inDoubt = api.get(Address.of("in-doubt"));
      findings.addAll(doctor.state(overview, inDoubt, nodes, Instant.now()));
      findings.addAll(ofRunningBroker(api, doctor, overview));
    } catch (Failure e) {
      findings.add(
          e.status == ExitStatus.FORBIDDEN ? doctor.refused(e.text()) : NodeDoctor.away(e.text()));
    }
    return findings;
  }

  private static List<Finding> ofRunningBroker(Api api, NodeDoctor doctor, JsonObject overview) {
    Set<String> workerQueues =
        overview.getJsonArray("workerQueues").getValuesAs(JsonObject.class).stream()
            .map(queue -> queue.getString("name"))
            .collect(Collectors.toSet());
    try {
      return doctor.broker(api.get(Address.of("broker")), workerQueues);
    } catch (Failure e) {
      return List.of(doctor.brokerUnseen(e.httpStatus, e.text()));
    }
  }
}
