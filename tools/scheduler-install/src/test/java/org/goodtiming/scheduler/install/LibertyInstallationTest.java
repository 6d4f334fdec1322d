package org.goodtiming.scheduler.install;

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

/** What is written into a user directory of Open Liberty. */
class LibertyInstallationTest {

  private static final List<String> TEMPLATES =
      List.of("server.xml", "transactions-last-resource.xml", "transactions-xa.xml");

  @TempDir private Path directory;
  private Path liberty;
  private Path base;
  private Path node;
  private PasswordFile passwords;
  private LibertyInstallation installation;

  @BeforeEach
  void a_server_and_a_release() throws IOException {
    liberty = directory.resolve("wlp");
    base = directory.resolve("base");
    node = base.resolve("servers/goodtiming");
    write(liberty.resolve("bin/server"));
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
    Files.createDirectories(archives.resolve("liberty"));
    for (String name : TEMPLATES) {
      Files.copy(
          Path.of("../..", "servers", "liberty", name), archives.resolve("liberty").resolve(name));
    }
    passwords = new PasswordFile(directory.resolve("passwords.env"));
    for (DatabaseRole role : List.of(DatabaseRole.XA, DatabaseRole.LEASE, DatabaseRole.READER)) {
      passwords.getOrCreate(role.passwordVariable());
    }
    for (BrokerUser user : BrokerUser.values()) {
      passwords.getOrCreate(user.passwordVariable());
    }
    installation = new LibertyInstallation(liberty, base, archives);
  }

  @Test
  void a_user_directory_gets_everything_once_and_the_server_stays_as_it_is() throws Exception {
    assertThat(installation.steps(settings(), passwords)).isNotEmpty();
    assertThat(base).as("reading the steps changes nothing").doesNotExist();

    run(installation.steps(settings(), passwords));
    assertThat(files(liberty)).containsExactly("bin/server");
    assertThat(files(base))
        .contains(
            "servers/goodtiming/server.xml",
            "servers/goodtiming/scheduler-ear.ear",
            "servers/goodtiming/lib/postgresql.jar",
            "servers/goodtiming/node.env");
    assertThat(installation.startScript()).isExecutable();
    assertThat(Files.readString(installation.startScript())).doesNotContain("@LIBERTY@");
    assertThat(installation.steps(settings(), passwords)).isEmpty();
  }

  @Test
  void each_variable_of_the_set_up_is_in_the_environment_of_the_node_or_has_a_default()
      throws Exception {
    run(installation.steps(settings(), passwords));
    PasswordFile environment = new PasswordFile(node.resolve("node.env"));
    String text = Files.readString(node.resolve("server.xml"));
    assertThat(text).as("a pool that a silent primary keeps").doesNotContain("PGSimple");
    List<String> names =
        Pattern.compile("\\$\\{(SCHEDULER_\\w+)}")
            .matcher(text)
            .results()
            .map(match -> match.group(1))
            .distinct()
            .filter(name -> !text.contains("<variable name=\"%s\"".formatted(name)))
            .toList();
    assertThat(names).isNotEmpty();
    for (String name : names) {
      assertThat(environment.get(name)).as(name).isPresent();
    }
    for (String mode : List.of("last-resource", "xa")) {
      assertThat(node.resolve("transactions-%s.xml".formatted(mode))).exists();
      assertThat(text).contains("<jdbcDriver id=\"scheduler-%s\"".formatted(mode));
    }
  }

  @Test
  void the_server_never_decides_without_its_log() throws Exception {
    run(installation.steps(settings(), passwords));
    assertThat(node.resolve("server.xml")).content().contains("heuristicRetryLimit=\"0\"");
  }

  @Test
  void a_directory_in_use_is_refused_and_so_is_what_is_no_liberty() throws Exception {
    write(base.resolve("servers/other/server.xml"));
    assertThatThrownBy(() -> installation.steps(settings(), passwords))
        .isInstanceOf(IOException.class)
        .hasMessage(
            base.resolve("servers")
                + " is in use, and not by a node: name another directory with --base");

    Files.delete(liberty.resolve("bin/server"));
    assertThatThrownBy(() -> installation.steps(settings(), passwords))
        .isInstanceOf(IOException.class)
        .hasMessage(
            liberty.resolve("bin/server")
                + " does not exist: name the directory wlp of Open Liberty");
    assertThat(node).doesNotExist();
  }

  @Test
  void after_an_undo_the_name_and_the_log_of_the_node_are_left() throws Exception {
    run(installation.steps(settings(), passwords));
    write(node.resolve("tx-log/tranlog/log1"));
    write(base.resolve("servers/.classCache/cache"));
    assertThatThrownBy(() -> BaseRemoval.ofWildFly(base.resolve("servers")).steps())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(node.resolve("scheduler.cli") + " does not exist");

    run(BaseRemoval.ofLiberty(base).steps());
    assertThat(files(node)).containsExactly("node.env", "tx-log/tranlog/log1");
    assertThat(files(base.resolve("servers"))).hasSize(2);
    assertThat(BaseRemoval.ofLiberty(base).steps()).isEmpty();
  }

  private static NodeSettings settings() {
    return new NodeSettings(
        "node-7",
        DatabaseAddress.parse("jdbc:postgresql://db:5433/jobs").orElseThrow(),
        BrokerAddresses.parse("broker:61617").orElseThrow());
  }

  private static void run(List<Step> steps) throws Exception {
    for (Step step : steps) {
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
