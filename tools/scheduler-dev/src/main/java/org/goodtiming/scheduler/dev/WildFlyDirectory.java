package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.goodtiming.scheduler.install.WildFlyInstallation;

/** A node's base directory of WildFly; the server itself is shared and stays as it was unpacked. */
final class WildFlyDirectory extends NodeDirectory {
  private static final String RESOURCE_ADAPTER = "artemis-ra.rar";

  // Those of bin/common.sh, which starts the server in a shell whose process would be ours
  private static final List<String> JAVA_OPTIONS =
      List.of(
          "--add-exports=java.desktop/sun.awt=ALL-UNNAMED",
          "--add-exports=java.naming/com.sun.jndi.ldap=ALL-UNNAMED",
          "--add-exports=jdk.naming.dns/com.sun.jndi.dns=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.security=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.management/javax.management=ALL-UNNAMED",
          "--add-opens=java.naming/javax.naming=ALL-UNNAMED",
          "-Djava.net.preferIPv4Stack=true",
          "-Djava.awt.headless=true",
          "-Djboss.modules.system.pkgs=org.jboss.byteman",
          "-XX:MetaspaceSize=96m");

  private final Map<String, String> environment;
  private final Path home;

  WildFlyDirectory(NodeFiles files, NodePorts ports, Map<String, String> environment) {
    super(files, ports);
    this.environment = environment;
    this.home = distribution.wildFly();
  }

  @Override
  void lay() {
    delete();
    try {
      OwnerOnly.directory(deployments());
      OwnerOnly.directory(configuration());
      var shipped = home.resolve("standalone/configuration");
      try (var files = Files.list(shipped)) {
        for (var file : (Iterable<Path>) files.filter(WildFlyInstallation::isUsed)::iterator) {
          FileTree.copy(file, configuration().resolve(file.getFileName()));
        }
      }
      var module = root().resolve("modules/org/goodtiming/datasource/main");
      OwnerOnly.directory(module);
      FileTree.copy(template("module.xml"), module.resolve("module.xml"));
      FileTree.copy(distribution.jdbcDriver(), module.resolve("postgresql.jar"));
      FileTree.copy(distribution.dataSource(), module.resolve("scheduler-datasource.jar"));
      configure();
      new DeploymentMarkers(deployments(), RESOURCE_ADAPTER)
          .request(distribution.resourceAdapter());
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, root(), e);
    }
  }

  /** WildFly's own command line changes the configuration of a server that does not run. */
  private void configure() throws IOException {
    var command = new ArrayList<>(Launch.OWNER_ONLY);
    command.addAll(
        List.of(
            Launch.java(),
            "-XX:TieredStopAtLevel=1",
            "-Djboss.home.dir=" + home,
            "-Djboss.server.base.dir=" + root(),
            "-Djboss.cli.config=" + home.resolve("bin/jboss-cli.xml"),
            "-jar",
            home.resolve("jboss-modules.jar").toString(),
            "-mp",
            home.resolve("modules").toString(),
            "org.jboss.as.cli",
            "--file=" + template("scheduler.cli")));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment); // It resolves some of the expressions
    builder.environment().put("JBOSS_HOME", home.toString());
    var process = builder.start();
    try {
      var text = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw Problem.NOT_CONFIGURED.with(name(), text.strip(), template("scheduler.cli"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.NOT_STARTED.because(e, name(), "interrupted");
    } finally {
      process.destroy();
    }
  }

  @Override
  List<String> launchCommand() {
    var command = new ArrayList<>(List.of(Launch.java()));
    command.addAll(JAVA_OPTIONS);
    command.addAll(
        List.of(
            "-Xmx" + HEAP_MEGABYTES + "m",
            "-Dorg.jboss.boot.log.file=" + log(),
            "-Dlogging.configuration=" + configuration().resolve("logging.properties").toUri(),
            "-jar",
            home.resolve("jboss-modules.jar").toString(),
            "-mp",
            home.resolve("modules") + ":" + root().resolve("modules"),
            "org.jboss.as.standalone",
            "-Djboss.home.dir=" + home,
            "-Djboss.server.base.dir=" + root(),
            "-Djboss.http.port=" + ports.http(),
            "-Djboss.management.http.port=" + ports.admin(),
            "-Dscheduler.health.port=" + ports.health(),
            "--server-config=" + WildFlyInstallation.CONFIGURATION));
    return command;
  }

  /**
   * Sets the format of the server's log; before each start, because the setting may have changed.
   *
   * @param format the value of scheduler.log.format; the gate refuses others than these two
   */
  void logAs(String format) {
    var file = configuration().resolve(WildFlyInstallation.CONFIGURATION);
    var formatter = format.equals("json") ? "JSON" : "PATTERN";
    try {
      var text = Files.readString(file);
      Files.writeString(
          file,
          text.replaceAll(
              "<named-formatter name=\"(JSON|PATTERN)\"/>",
              "<named-formatter name=\"%s\"/>".formatted(formatter)));
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, file, e);
    }
  }

  @Override
  Path log() {
    return root().resolve("log/server.log");
  }

  /** The version, from the name of the server's directory. */
  String version() {
    return home.getFileName().toString();
  }

  /** The file that contains a word once the server and its deployments are up. */
  Path startupMarker() {
    return root().resolve("tmp/startup-marker");
  }

  Path deployments() {
    return root().resolve("deployments");
  }

  private Path configuration() {
    return root().resolve("configuration");
  }

  @Override
  String fingerprint() {
    return Checksum.of(
        Stream.of(
                template("scheduler.cli"),
                template("module.xml"),
                distribution.resourceAdapter(),
                distribution.jdbcDriver(),
                distribution.dataSource())
            .toList(),
        "%s %s %d".formatted(home, ports, HEAP_MEGABYTES));
  }

  private Path template(String file) {
    return distribution.template("wildfly", file);
  }

  private String name() {
    return root().getFileName().toString();
  }
}
