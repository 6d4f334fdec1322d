package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The servers and files that the build has laid out for a stack. */
record Distribution(Path project) {

  Path payara() {
    return built("payara6");
  }

  Path payara7() {
    return unpacked("payara7-").resolve("payara7");
  }

  /** What asadmin runs. */
  Path adminClient() {
    return payara().resolve("glassfish/lib/client/appserver-cli.jar");
  }

  Path wildFly() {
    return unpacked("wildfly-");
  }

  Path liberty() {
    return unpacked("liberty-").resolve("wlp");
  }

  Path artemis() {
    return unpacked("apache-artemis-");
  }

  private Path unpacked(String name) {
    try (var entries = Files.newDirectoryStream(stack(), name + "*")) {
      for (var entry : entries) {
        return entry;
      }
    } catch (IOException e) {
      throw Problem.NOT_BUILT.because(e, stack(), server(name));
    }
    throw Problem.NOT_BUILT.with(stack().resolve(name), server(name));
  }

  /** For {@code -Dserver} of the build. */
  private static String server(String name) {
    return Stream.of(ServerType.values())
        .map(type -> type.name().toLowerCase(Locale.ROOT))
        .filter(server -> name.startsWith(server + "-"))
        .findFirst()
        .orElse("payara");
  }

  Path resourceAdapter() {
    return built("apps/artemis-ra.rar");
  }

  /** The start gate. */
  Path gate() {
    return built("gate/scheduler-gate.jar");
  }

  Path jdbcDriver() {
    return built("lib/postgresql.jar");
  }

  /** The data source of the scheduler's transactions. */
  Path dataSource() {
    return built("lib/scheduler-datasource.jar");
  }

  /** A file that sets up a server. */
  Path template(String server, String file) {
    return project.resolve("servers").resolve(server).resolve(file);
  }

  /** What the samples need of an Open Liberty. */
  Path samplesOfLiberty() {
    return project.resolve("tools/scheduler-dev/liberty/samples.xml");
  }

  Path brokerConfiguration() {
    return project.resolve("tools/scheduler-dev/artemis");
  }

  /** PostgreSQL is unpacked here once, for all state directories. */
  Path postgres() {
    return stack().resolve("postgres");
  }

  Path sql() {
    return project.resolve("sql");
  }

  /** The scheduler and the samples, in the order in which they are deployed. */
  static List<Path> applications(Path project) {
    var apps = project.resolve("tools/scheduler-dev/target/stack/apps");
    return List.of(
        apps.resolve("scheduler-ear.ear"),
        apps.resolve("worker-sample-mdb.war"),
        apps.resolve("web-shop-sample.war"));
  }

  private Path built(String name) {
    var path = stack().resolve(name);
    if (!Files.exists(path)) {
      throw Problem.NOT_BUILT.with(path, server(name));
    }
    return path;
  }

  private Path stack() {
    return project.resolve("tools/scheduler-dev/target/stack");
  }
}
