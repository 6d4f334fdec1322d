package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.install.PlainRelease.files;
import static org.goodtiming.scheduler.install.PlainRelease.run;
import static org.goodtiming.scheduler.install.PlainRelease.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written into a user directory of Open Liberty. */
class LibertyInstallationTest {

  private static final NodeSettings SETTINGS = PlainRelease.settings("node-7");

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
    PlainRelease release = PlainRelease.in(directory, "liberty");
    passwords = release.passwords();
    installation = new LibertyInstallation(liberty, base, release.archives());
  }

  @Test
  void a_user_directory_gets_everything_once_and_the_server_stays_as_it_is() throws Exception {
    assertThat(installation.steps(SETTINGS, passwords)).isNotEmpty();
    assertThat(base).as("reading the steps changes nothing").doesNotExist();

    run(installation.steps(SETTINGS, passwords));
    assertThat(files(liberty)).containsExactly("bin/server");
    assertThat(files(base))
        .contains(
            "servers/goodtiming/server.xml",
            "servers/goodtiming/scheduler-ear.ear",
            "servers/goodtiming/lib/postgresql.jar",
            "servers/goodtiming/node.env");
    assertThat(installation.startScript()).isExecutable();
    assertThat(Files.readString(installation.startScript())).doesNotContain("@LIBERTY@");
    assertThat(installation.steps(SETTINGS, passwords)).isEmpty();
  }

  @Test
  void each_variable_of_the_set_up_is_in_the_environment_of_the_node_or_has_a_default()
      throws Exception {
    run(installation.steps(SETTINGS, passwords));
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
    run(installation.steps(SETTINGS, passwords));
    assertThat(node.resolve("server.xml")).content().contains("heuristicRetryLimit=\"0\"");
  }

  @Test
  void a_directory_in_use_is_refused_and_so_is_what_is_no_liberty() throws Exception {
    write(base.resolve("servers/other/server.xml"));
    assertThatThrownBy(() -> installation.steps(SETTINGS, passwords))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "GTD-502 %s is in use, and not by a node: name another directory with --base",
            base.resolve("servers"));

    Files.delete(liberty.resolve("bin/server"));
    assertThatThrownBy(() -> installation.steps(SETTINGS, passwords))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "GTD-501 %s does not exist: name the directory wlp of Open Liberty",
            liberty.resolve("bin/server"));
    assertThat(node).doesNotExist();
  }

  @Test
  void after_an_undo_the_name_and_the_log_of_the_node_are_left() throws Exception {
    run(installation.steps(SETTINGS, passwords));
    write(node.resolve("tx-log/tranlog/log1"));
    write(base.resolve("servers/.classCache/cache"));
    assertThatThrownBy(() -> BaseRemoval.ofWildFly(base).steps())
        .isInstanceOf(IOException.class)
        .hasMessage("GTD-511 %s is a node of another server: undo it with --liberty", base);

    run(BaseRemoval.ofLiberty(base).steps());
    assertThat(files(node)).containsExactly("node.env", "tx-log/tranlog/log1");
    assertThat(files(base.resolve("servers"))).hasSize(2);
    assertThat(BaseRemoval.ofLiberty(base).steps()).isEmpty();
  }
}
