package org.goodtiming.scheduler.dev;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.install.LibertyInstallation;

/**
 * A node's user directory of Open Liberty; the server itself is shared and stays as it was
 * unpacked.
 */
final class LibertyDirectory extends NodeDirectory {
  private final Path home;

  LibertyDirectory(NodeFiles files, NodePorts ports) {
    super(files, ports);
    this.home = distribution.liberty();
  }

  @Override
  void lay() {
    delete();
    try {
      OwnerOnly.directory(dropins());
      OwnerOnly.directory(server().resolve("lib"));
      for (var file : LibertyInstallation.TEMPLATES) {
        FileTree.copy(template(file), server().resolve(file));
      }
      var overrides = server().resolve("configDropins/overrides");
      OwnerOnly.directory(overrides);
      FileTree.copy(distribution.samplesOfLiberty(), overrides.resolve("samples.xml"));
      FileTree.copy(distribution.resourceAdapter(), server().resolve("artemis-ra.rar"));
      FileTree.copy(distribution.jdbcDriver(), server().resolve("lib/postgresql.jar"));
      FileTree.copy(distribution.dataSource(), server().resolve("lib/scheduler-datasource.jar"));
      Files.writeString(server().resolve("jvm.options"), "-Xmx%dm%n".formatted(HEAP_MEGABYTES));
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, root(), e);
    }
  }

  // Its last act is to become the server's process
  @Override
  List<String> launchCommand() {
    return List.of(
        "/usr/bin/env",
        "JAVA_HOME=" + System.getProperty("java.home"),
        "WLP_USER_DIR=" + root(),
        home.resolve("bin/server").toString(),
        "run",
        name());
  }

  /**
   * Writes what is the server's own in its environment; before each start, because the format of
   * the log may have changed.
   *
   * @param format the value of scheduler.log.format; the gate refuses others than these two
   */
  void writeEnvironment(String format) {
    try {
      Files.writeString(
          server().resolve("server.env"),
          """
          SCHEDULER_HTTP_PORT=%d
          SCHEDULER_HEALTH_PORT=%d
          WLP_LOGGING_MESSAGE_FORMAT=%s
          """
              .formatted(ports.http(), ports.health(), format.equals("json") ? "json" : "simple"));
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, root(), e);
    }
  }

  @Override
  Path log() {
    return server().resolve("logs/messages.log");
  }

  /** The version, from the name of the directory that contains the unpacked server. */
  String version() {
    return requireNonNull(home.getParent()).getFileName().toString();
  }

  /** Where the server looks for the archive: server.xml names that of the scheduler. */
  Path archive(Path deployed) {
    var file = deployed.getFileName().toString();
    return file.equals(LibertyNode.SCHEDULER) ? server().resolve(file) : dropins().resolve(file);
  }

  /** All other applications. */
  Path dropins() {
    return server().resolve("dropins");
  }

  private Path server() {
    return root().resolve("servers").resolve(name());
  }

  @Override
  String fingerprint() {
    return Checksum.of(
        Stream.concat(
                LibertyInstallation.TEMPLATES.stream().map(this::template),
                Stream.of(
                    distribution.samplesOfLiberty(),
                    distribution.resourceAdapter(),
                    distribution.jdbcDriver(),
                    distribution.dataSource()))
            .toList(),
        "%s %s %d".formatted(home, ports, HEAP_MEGABYTES));
  }

  private Path template(String file) {
    return distribution.template("liberty", file);
  }

  private String name() {
    return root().getFileName().toString();
  }
}
