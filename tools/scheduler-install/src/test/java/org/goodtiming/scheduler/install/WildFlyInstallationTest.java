package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written into a base directory; that it becomes a node, OwnWildFlyIT tests. */
class WildFlyInstallationTest {

  @TempDir private Path directory;
  private Path wildFly;
  private Path base;
  private PasswordFile passwords;
  private WildFlyInstallation installation;

  @BeforeEach
  void a_server_and_a_release() throws IOException {
    wildFly = directory.resolve("wildfly");
    base = directory.resolve("node");
    write(wildFly.resolve("bin/standalone.sh"));
    write(wildFly.resolve("standalone/configuration/standalone-full.xml"));
    write(wildFly.resolve("standalone/configuration/standalone.xml"));
    write(wildFly.resolve("standalone/configuration/logging.properties"));
    Path archives = directory.resolve("server");
    for (String name :
        List.of(
            "postgresql.jar",
            "scheduler-datasource.jar",
            "artemis-ra.rar",
            "scheduler-ear.ear",
            "scheduler-gate.jar")) {
      write(archives.resolve(name));
    }
    Files.createDirectories(archives.resolve("wildfly"));
    for (String name : List.of("scheduler.cli", "module.xml")) {
      Files.copy(
          Path.of("../..", "servers", "wildfly", name), archives.resolve("wildfly").resolve(name));
    }
    passwords = new PasswordFile(directory.resolve("passwords.env"));
    for (String name :
        List.of(
            "SCHEDULER_XA_PASSWORD",
            "SCHEDULER_LEASE_PASSWORD",
            "SCHEDULER_READ_PASSWORD",
            "SCHEDULER_BROKER_PASSWORD",
            "SCHEDULER_BROKER_REGISTRAR_PASSWORD",
            "SCHEDULER_BROKER_WORKER_PASSWORD")) {
      passwords.getOrCreate(name);
    }
    installation = new WildFlyInstallation(wildFly, base, archives);
  }

  @Test
  void a_base_directory_gets_everything_once_and_the_server_stays_as_it_is() throws Exception {
    List<String> before = files(wildFly);
    assertThat(installation.steps(named("node-7"), passwords)).isNotEmpty();
    assertThat(base).as("reading the steps changes nothing").doesNotExist();

    run();
    assertThat(files(wildFly)).isEqualTo(before);
    assertThat(files(base))
        .contains(
            "configuration/standalone-full.xml",
            "configuration/logging.properties",
            "modules/org/goodtiming/datasource/main/module.xml",
            "modules/org/goodtiming/datasource/main/postgresql.jar",
            "goodtiming/scheduler-ear.ear",
            "goodtiming/node.env")
        .doesNotContain("configuration/standalone.xml");
    assertThat(installation.startScript()).isExecutable();
    assertThat(installation.steps(named("node-7"), passwords)).isEmpty();
  }

  @Test
  void each_variable_of_the_set_up_is_in_the_environment_of_the_node_or_has_a_default()
      throws Exception {
    run();
    PasswordFile environment = new PasswordFile(base.resolve("goodtiming/node.env"));
    String commands = Files.readString(base.resolve("goodtiming/scheduler.cli"));
    assertThat(commands).doesNotContain("shop");
    List<String> names =
        Pattern.compile("\\$\\{env\\.(\\w+)}")
            .matcher(commands)
            .results()
            .map(match -> match.group(1))
            .distinct()
            .toList();
    assertThat(names).isNotEmpty();
    for (String name : names) {
      assertThat(environment.get(name)).as(name).isPresent();
    }
  }

  @Test
  void a_configuration_that_the_first_start_has_changed_stays() throws Exception {
    run();
    Path configuration = base.resolve("configuration/standalone-full.xml");
    Files.writeString(configuration, "set up");
    Files.writeString(directory.resolve("server/scheduler-ear.ear"), "newer");
    assertThat(installation.steps(named("node-7"), passwords))
        .extracting(Step::description)
        .containsExactly("Copy " + base.resolve("goodtiming/scheduler-ear.ear"));
  }

  @Test
  void a_name_of_more_than_23_bytes_is_refused_before_anything_is_written() throws Exception {
    assertThat("nödö-".repeat(3).getBytes(UTF_8)).hasSize(21);
    assertThat(installation.steps(named("nödö-".repeat(3) + "12"), passwords)).isNotEmpty();
    assertThatThrownBy(() -> installation.steps(named("nödö-".repeat(3) + "123"), passwords))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "The name 'nödö-nödö-nödö-123' has 24 bytes, but WildFly allows 23: choose a shorter one with --node");
    assertThat(base).doesNotExist();
  }

  @Test
  void a_directory_in_use_is_refused_and_so_is_what_is_no_wildfly() throws Exception {
    Files.createDirectories(base);
    assertThat(installation.steps(named("node-7"), passwords)).isNotEmpty();
    write(base.resolve("deployments/other.war"));
    assertThatThrownBy(() -> installation.steps(named("node-7"), passwords))
        .isInstanceOf(IOException.class)
        .hasMessage(base + " is in use, and not by a node: name another directory with --base");

    Files.delete(wildFly.resolve("bin/standalone.sh"));
    assertThatThrownBy(() -> installation.steps(named("node-7"), passwords))
        .isInstanceOf(IOException.class)
        .hasMessage(
            wildFly.resolve("bin/standalone.sh")
                + " does not exist: name the directory of WildFly");
  }

  @Test
  void after_an_undo_the_name_and_the_log_of_the_node_are_left() throws Exception {
    run();
    write(base.resolve("goodtiming/tx-log/record"));
    write(base.resolve("data/content/1"));
    Path pid = base.resolve("goodtiming/pid");
    Files.writeString(pid, ProcessHandle.current().pid() + "\n");
    assertThatThrownBy(() -> BaseRemoval.ofWildFly(base).steps())
        .isInstanceOf(IOException.class)
        .hasMessage(
            "The node runs as process %1$d: stop it with 'kill %1$d'",
            ProcessHandle.current().pid());
    Files.delete(pid);

    for (Step step : BaseRemoval.ofWildFly(base).steps()) {
      step.run();
    }
    assertThat(files(base)).containsExactly("goodtiming/node.env", "goodtiming/tx-log/record");
    assertThat(BaseRemoval.ofWildFly(base).steps()).isEmpty();
    assertThatThrownBy(() -> BaseRemoval.ofWildFly(directory.resolve("absent")).steps())
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("absent does not exist: name the base directory of a node");

    run();
    assertThat(installation.steps(named("node-7"), passwords)).isEmpty();
  }

  private static NodeSettings named(String name) {
    return new NodeSettings(
        name,
        DatabaseAddress.parse("jdbc:postgresql://db:5433/jobs").orElseThrow(),
        BrokerAddresses.parse("broker:61617").orElseThrow());
  }

  private void run() throws Exception {
    for (Step step : installation.steps(named("node-7"), passwords)) {
      step.run();
    }
  }

  private static void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, file.getFileName().toString());
  }

  private static List<String> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .sorted()
          .toList();
    }
  }
}
