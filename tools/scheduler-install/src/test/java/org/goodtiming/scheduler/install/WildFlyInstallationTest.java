package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.install.PlainRelease.files;
import static org.goodtiming.scheduler.install.PlainRelease.settings;
import static org.goodtiming.scheduler.install.PlainRelease.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
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
    PlainRelease release = PlainRelease.in(directory, "wildfly");
    passwords = release.passwords();
    installation = new WildFlyInstallation(wildFly, base, release.archives());
  }

  @Test
  void a_base_directory_gets_everything_once_and_the_server_stays_as_it_is() throws Exception {
    List<String> before = files(wildFly);
    assertThat(installation.steps(settings("node-7"), passwords)).isNotEmpty();
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
    assertThat(installation.steps(settings("node-7"), passwords)).isEmpty();
  }

  @Test
  void each_variable_of_the_set_up_is_in_the_environment_of_the_node_or_has_a_default()
      throws Exception {
    run();
    PasswordFile environment = new PasswordFile(base.resolve("goodtiming/node.env"));
    String commands = Files.readString(base.resolve("goodtiming/scheduler.cli"));
    assertThat(commands).doesNotContain("shop");
    assertThat(commands).as("a pool that a silent primary keeps").doesNotContain("PGSimple");
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
    assertThat(installation.steps(settings("node-7"), passwords))
        .extracting(Step::description)
        .containsExactly("Copy " + base.resolve("goodtiming/scheduler-ear.ear"));
  }

  @Test
  void a_name_of_more_than_23_bytes_is_refused_before_anything_is_written() throws Exception {
    assertThat("nödö-".repeat(3).getBytes(UTF_8)).hasSize(21);
    assertThat(installation.steps(settings("nödö-".repeat(3) + "12"), passwords)).isNotEmpty();
    assertThatThrownBy(() -> installation.steps(settings("nödö-".repeat(3) + "123"), passwords))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "GTD-503 The name 'nödö-nödö-nödö-123' has 24 bytes, but WildFly allows 23: choose a shorter one with --node");
    assertThat(base).doesNotExist();
  }

  @Test
  void a_directory_in_use_is_refused_and_so_is_what_is_no_wildfly() throws Exception {
    Files.createDirectories(base);
    assertThat(installation.steps(settings("node-7"), passwords)).isNotEmpty();
    write(base.resolve("deployments/other.war"));
    assertThatThrownBy(() -> installation.steps(settings("node-7"), passwords))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "GTD-502 %s is in use, and not by a node: name another directory with --base", base);

    Files.delete(wildFly.resolve("bin/standalone.sh"));
    assertThatThrownBy(() -> installation.steps(settings("node-7"), passwords))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "GTD-501 %s does not exist: name the directory of WildFly",
            wildFly.resolve("bin/standalone.sh"));
  }

  @Test
  void after_an_undo_the_name_and_the_log_of_the_node_are_left() throws Exception {
    run();
    write(base.resolve("goodtiming/tx-log/record"));
    write(base.resolve("data/content/1"));
    PlainRelease.run(BaseRemoval.ofWildFly(base).steps());
    assertThat(files(base)).containsExactly("goodtiming/node.env", "goodtiming/tx-log/record");
    assertThat(BaseRemoval.ofWildFly(base).steps()).isEmpty();
    assertThatThrownBy(() -> BaseRemoval.ofWildFly(directory.resolve("absent")).steps())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("GTD-501 ")
        .hasMessageEndingWith("absent does not exist: name the base directory of a node");

    run();
    assertThat(installation.steps(settings("node-7"), passwords)).isEmpty();
  }

  @Test
  void a_node_that_runs_is_neither_undone_nor_started_and_a_number_of_another_process_is_stale()
      throws Exception {
    run();
    Path pid = base.resolve("goodtiming/pid");
    Process node = PlainRelease.server("node-7", base.resolve("goodtiming/tx-log"));
    Process other = PlainRelease.server("node-70", base.resolve("goodtiming/tx-log-of-another"));
    try {
      Files.writeString(pid, node.pid() + "\n");
      String running =
          "The node runs%s as process %2$d: stop it with 'kill %2$d', or delete %3$s if that is another process";
      assertThatThrownBy(() -> BaseRemoval.ofWildFly(base).steps())
          .isInstanceOf(IOException.class)
          .hasMessage("GTD-509 " + running, "", node.pid(), pid);
      assertThat(start()).isEqualTo(running.formatted(" already", node.pid(), pid) + "\n");

      new PasswordFile(base.resolve("goodtiming/node.env"))
          .replace("SCHEDULER_NODE_NAME", "renamed");
      assertThatThrownBy(() -> BaseRemoval.ofWildFly(base).steps())
          .as("its transaction log is known, too")
          .isInstanceOf(IOException.class);
      assertThat(start()).startsWith("The node runs already");

      Files.writeString(pid, other.pid() + "\n");
      assertThat(BaseRemoval.ofWildFly(base).steps()).isNotEmpty();
      assertThat(start()).startsWith("The set-up of the server failed");
    } finally {
      node.destroy();
      other.destroy();
    }
  }

  @Test
  void a_set_up_that_failed_begins_anew_with_the_configuration_as_it_was_shipped()
      throws Exception {
    run();
    Path configuration = base.resolve("configuration/standalone-full.xml");
    String failure =
        "The set-up of the server failed: see %s/log/set-up.log, correct node.env, then start the node again\n"
            .formatted(base);
    assertThat(start()).isEqualTo(failure);
    assertThat(configuration).hasContent("standalone-full.xml changed");
    assertThat(start()).isEqualTo(failure);
    assertThat(configuration).hasContent("standalone-full.xml changed");
  }

  @Test
  void a_log_outside_of_the_directory_of_the_node_outlives_an_undo_also_by_way_of_a_link()
      throws Exception {
    run();
    Path log = base.resolve("data/tx/log");
    write(log.resolve("record"));
    write(base.resolve("data.old"));
    PasswordFile environment = new PasswordFile(base.resolve("goodtiming/node.env"));
    environment.replace("SCHEDULER_TX_LOG_DIR", log.toString());
    assertThat(BaseRemoval.ofWildFly(base).kept())
        .containsExactly(base.resolve("goodtiming/node.env"), log);

    Path link = Files.createSymbolicLink(directory.resolve("link"), base);
    PlainRelease.run(BaseRemoval.ofWildFly(link).steps());
    assertThat(files(base)).containsExactly("data/tx/log/record", "goodtiming/node.env");
  }

  @Test
  void nodes_of_other_servers_are_not_undone() throws Exception {
    run();
    write(base.resolve("config/domain.xml"));
    assertThatThrownBy(() -> BaseRemoval.ofWildFly(base).steps())
        .isInstanceOf(IOException.class)
        .hasMessage(
            "GTD-511 %s is a node of another server: undo it with --payara and --domain", base);
    Files.delete(base.resolve("config/domain.xml"));
    assertThatThrownBy(() -> BaseRemoval.ofLiberty(base).steps())
        .isInstanceOf(IOException.class)
        .hasMessage("GTD-511 %s is a node of another server: undo it with --wildfly", base);
  }

  /** What a start says that fails, with programs in place of Java and WildFly's command line. */
  private String start() throws Exception {
    program(directory.resolve("java/bin/java"), "exit 0");
    program(
        wildFly.resolve("bin/jboss-cli.sh"),
        "printf ' changed' >> %s; exit 1"
            .formatted(base.resolve("configuration/standalone-full.xml")));
    ProcessBuilder builder =
        new ProcessBuilder(installation.startScript().toString()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", directory.resolve("java").toString());
    Process script = builder.start();
    String text = new String(script.getInputStream().readAllBytes(), UTF_8);
    assertThat(script.waitFor()).as(text).isEqualTo(1);
    return text;
  }

  private static void program(Path file, String command) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n%s\n".formatted(command));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private void run() throws Exception {
    PlainRelease.run(installation.steps(settings("node-7"), passwords));
  }
}
