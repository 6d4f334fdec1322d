package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A node's copy of the shipped domain; made anew when anything it was set up from has changed. */
final class PayaraDomain {
  private static final String DEPLOYED = "deployed.";
  private static final String REFUSED = "Boot Command ";
  private static final String REFUSED_WORD = " failed ";

  private final Distribution distribution;
  private final Path directory;
  private final NodePorts ports;
  private final int heapMegabytes;

  PayaraDomain(Distribution distribution, Path directory, NodePorts ports, int heapMegabytes) {
    this.distribution = distribution;
    this.directory = directory;
    this.ports = ports;
    this.heapMegabytes = heapMegabytes;
  }

  boolean isSetUp() {
    return kept().get("set-up").filter(fingerprint()::equals).isPresent();
  }

  void markSetUp() {
    kept().put("set-up", fingerprint());
  }

  /** Copies the shipped domain: create-domain takes 14 s for the same. */
  void lay() {
    FileTree.delete(directory);
    FileTree.copy(distribution.payara().resolve("glassfish/domains/domain1"), directory);
    DomainXml.read(directory.resolve("config/domain.xml"))
        .listen(ports)
        .heap(heapMegabytes)
        .withoutRemoteShell()
        .write();
    try {
      Files.copy(distribution.jdbcDriver(), directory.resolve("lib/postgresql.jar"));
      rollLogsLessOften();
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, directory, e);
    }
  }

  /** The command line of the server itself, so that its process id is ours to know. */
  List<String> launchCommand() {
    var dryRun = new ArrayList<String>();
    dryRun.addAll(List.of(Launch.java(), "-jar"));
    dryRun.add(distribution.payara().resolve("glassfish/lib/client/appserver-cli.jar").toString());
    dryRun.addAll(List.of("start-domain", "--dry-run"));
    dryRun.addAll(List.of("--domaindir", requireNonNull(directory.getParent()).toString()));
    if (!isSetUp()) {
      dryRun.addAll(
          List.of(
              "--prebootcommandfile", distribution.bootCommands("pre-boot.asadmin").toString()));
      dryRun.addAll(
          List.of(
              "--postbootcommandfile", distribution.bootCommands("post-boot.asadmin").toString()));
    }
    dryRun.add(directory.getFileName().toString());
    return commandIn(output(dryRun));
  }

  Path log() {
    return directory.resolve("logs/server.log");
  }

  /** The first command of the set-up that Payara refused, as it stands in the console's output. */
  static Optional<String> refusedCommand(Path console) {
    try (var lines = Files.lines(console)) {
      return lines
          .filter(line -> line.contains(REFUSED) && line.contains(REFUSED_WORD))
          .map(line -> line.substring(line.indexOf(REFUSED)))
          .findFirst();
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, console, e);
    }
  }

  boolean isDeployed(Path archive) {
    return kept().get(key(archive)).filter(Checksum.of(archive)::equals).isPresent();
  }

  void markDeployed(Path archive) {
    kept().put(key(archive), Checksum.of(archive));
  }

  /** So that the next start deploys every archive that it is given. */
  void forgetDeployments() {
    var kept = kept();
    kept.all().keySet().stream().filter(key -> key.startsWith(DEPLOYED)).forEach(kept::remove);
  }

  private static String key(Path archive) {
    return DEPLOYED + archive.getFileName();
  }

  // In the domain, so that it vanishes with it.
  private PropertyFile kept() {
    return new PropertyFile(directory.resolve("scheduler-dev.properties"));
  }

  private String fingerprint() {
    return Checksum.of(
        List.of(
            distribution.bootCommands("pre-boot.asadmin"),
            distribution.bootCommands("post-boot.asadmin"),
            distribution.resourceAdapter(),
            distribution.jdbcDriver()),
        distribution.payara() + " " + ports + " " + heapMegabytes);
  }

  private void rollLogsLessOften() throws IOException {
    var file = directory.resolve("config/logging.properties");
    var handler = "com.sun.enterprise.server.logging.GFFileHandler.";
    var text =
        Files.readString(file)
            .replace(handler + "maxHistoryFiles=0", handler + "maxHistoryFiles=5")
            .replace(
                handler + "rotationLimitInBytes=2000000",
                handler + "rotationLimitInBytes=100000000");
    Files.writeString(file, text);
  }

  static List<String> commandIn(List<String> dryRun) {
    var start = dryRun.stream().takeWhile(line -> !line.startsWith("/")).count();
    return dryRun.stream()
        .skip(start)
        .filter(line -> !line.startsWith("Command start-domain"))
        .filter(line -> !line.isBlank())
        .toList();
  }

  private List<String> output(List<String> command) {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      var text = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw Problem.NOT_STARTED.with(directory.getFileName(), text.strip());
      }
      return text.lines().toList();
    } catch (IOException e) {
      throw Problem.NOT_STARTED.because(e, directory.getFileName(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.NOT_STARTED.because(e, directory.getFileName(), "interrupted");
    }
  }
}
