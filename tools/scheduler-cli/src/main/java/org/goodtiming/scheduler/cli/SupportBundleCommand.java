package org.goodtiming.scheduler.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.cli.doctor.NodeHome;
import org.goodtiming.scheduler.cli.support.DatabaseFacts;
import org.goodtiming.scheduler.cli.support.KnownSecrets;
import org.goodtiming.scheduler.cli.support.LastLines;
import org.goodtiming.scheduler.cli.support.SupportBundle;
import org.goodtiming.scheduler.install.IoFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(description = "Writes what finds the cause of a problem, without secrets, into one file.")
final class SupportBundleCommand extends Noun implements Runnable {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final List<String> RESOURCES =
      List.of("overview", "nodes", "leases", "in-doubt", "worker-queues", "broker");
  private static final List<String> BROKER_FILES =
      List.of("etc/broker.xml", "etc/artemis-roles.properties", "etc/artemis.profile");

  @Mixin private Examination examination = new Examination();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "A new file; goodtiming-support-TIME.zip, if not given.")
  private @Nullable Path file;

  @Option(
      names = "--log-lines",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Lines of each log; ${DEFAULT-VALUE} if not given.")
  private int logLines;

  @Override
  public void run() {
    Path target =
        file == null
            ? Path.of("goodtiming-support-%s.zip".formatted(TIME.format(Instant.now())))
            : file;
    try (SupportBundle bundle = SupportBundle.create(target, secrets().redaction())) {
      fill(bundle);
    } catch (FileAlreadyExistsException e) {
      throw new Failure(ExitStatus.USAGE, "%s exists: give another --file".formatted(target));
    } catch (IOException e) {
      throw new Failure(
          ExitStatus.FAILED, "%s cannot be written: %s".formatted(target, IoFailure.text(e)));
    }
    output().text(target.toString());
    output()
        .note("Look through it before you give it away: it names queues, users, hosts and job ids");
  }

  private KnownSecrets secrets() throws IOException {
    KnownSecrets secrets = new KnownSecrets().variables(around().variables());
    NodeHome nodeHome = examination.nodeHome();
    if (nodeHome != null) {
      secrets.environmentFile(nodeHome.environment());
    }
    for (Path brokerHome : examination.brokerHomes()) {
      secrets.users(brokerHome.resolve("etc/artemis-users.properties"));
    }
    return secrets;
  }

  private void fill(SupportBundle bundle) throws IOException {
    logIn();
    try (Progress progress = output().progress()) {
      add(bundle, "doctor.jsonl", this::findings);
      add(bundle, "database.txt", this::database);
      addNode(bundle);
      NodeHome node = examination.nodeHome();
      if (node != null) {
        addFiles(bundle, "server", node.directory(), node.configuration(), node.log());
      }
      int broker = 0;
      for (Path home : examination.brokerHomes()) {
        String prefix = ++broker == 1 ? "broker" : "broker-" + broker;
        addFiles(bundle, prefix, home, BROKER_FILES, "log/artemis.log");
      }
    }
    bundle.missing().forEach(reason -> output().note("Missing: " + Output.plain(reason)));
    String about = about(bundle.missing());
    bundle.add("about.txt", () -> about);
  }

  /** Asks for passwords before the line of the progress, which a prompt would break. */
  private void logIn() {
    attempt(() -> examination.login(around()));
    if (examination.asksNodes()) {
      attempt(this::api);
    }
  }

  private static void attempt(Runnable login) {
    try {
      login.run();
    } catch (Failure e) {
      // Each part that needs the login tells why it is missing
    }
  }

  private void add(SupportBundle bundle, String name, SupportBundle.Part part) throws IOException {
    output().progress().show(name);
    bundle.add(name, part);
  }

  private void addNode(SupportBundle bundle) throws IOException {
    if (!examination.asksNodes()) {
      return;
    }
    add(bundle, "node/health.json", () -> api().health().toString());
    add(bundle, "node/metrics.txt", () -> api().metrics());
    for (String resource : RESOURCES) {
      add(
          bundle,
          "node/%s.json".formatted(resource),
          () -> api().get(Address.of(resource)).toString());
    }
  }

  private void addFiles(
      SupportBundle bundle, String prefix, Path home, List<String> files, String log)
      throws IOException {
    for (String each : files) {
      add(bundle, prefix + "/" + each, () -> Files.readString(home.resolve(each)));
    }
    add(bundle, prefix + "/" + log, () -> LastLines.of(home.resolve(log), logLines));
  }

  private String findings() {
    return examination.findings(this).stream()
        .map(finding -> DoctorCommand.json(finding) + "\n")
        .collect(Collectors.joining());
  }

  private String database() throws SQLException {
    DatabaseLogin login = examination.login(around());
    if (login == null) {
      throw new Failure(ExitStatus.USAGE, "neither --database nor GOODTIMING_DATABASE is set");
    }
    try (Connection connection = login.address().connect(login.user(), login.password())) {
      return DatabaseFacts.text(connection);
    }
  }

  private static String about(List<String> missing) {
    return """
        %s
        made at %s with Java %s on %s %s
        missing: %s
        """
        .formatted(
            new Goodtiming.Version().getVersion()[0],
            Instant.now(),
            System.getProperty("java.version"),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            missing.isEmpty() ? "nothing" : "\n" + String.join("\n", missing));
  }
}
