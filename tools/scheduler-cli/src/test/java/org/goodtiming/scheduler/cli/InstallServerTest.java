package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an undo says; what it does, ServerInstallationTest tests. */
class InstallServerTest {

  @TempDir private Path domains;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void a_domain_that_does_not_exist_is_not_undone() {
    assertThat(undo()).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .isEqualTo(
            "GTD-501 %s does not exist: name a domain of Payara\n"
                .formatted(domains.resolve("own/config/domain.xml")));
  }

  @Test
  void a_domain_that_is_no_node_stays_and_leftovers_of_a_node_are_listed() throws IOException {
    Files.createDirectories(domains.resolve("own/config"));
    Files.writeString(domains.resolve("own/config/domain.xml"), "<domain/>");
    assertThat(undo()).isZero();
    assertThat(out.toString()).isEqualTo("Nothing is to be done\n");
    assertThat(err.toString()).isEmpty();

    Path log = Files.createDirectories(domains.resolve("own/goodtiming/tx-log"));
    assertThat(undo()).isZero();
    assertThat(err.toString()).startsWith("Kept for the same node").contains(": " + log + ". ");
  }

  @Test
  void a_server_is_payara_wildfly_or_liberty() {
    assertThat(execute("--jetty", "/opt/jetty", "--node", "node-1")).isEqualTo(2);
    assertThat(err.toString()).contains("'--jetty'", "install server --help");
    assertThat(execute("--node", "node-1")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--payara=DIR --domain=NAME", "[--base=DIR] (--wildfly=DIR | --liberty=DIR)");
    assertThat(execute("--wildfly", "/a", "--payara", "/b", "--domain", "c", "--undo"))
        .isEqualTo(2);
    assertThat(execute("--wildfly", "/a", "--liberty", "/b", "--undo")).isEqualTo(2);
  }

  @Test
  void a_node_of_its_own_directory_is_undone_in_that_of_the_server_if_none_is_named() {
    assertThat(execute("--wildfly", domains.toString(), "--undo")).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "GTD-501 %s does not exist: name the base directory of a node\n"
                .formatted(domains.resolve("good-timing")));
    assertThat(execute("--liberty", domains.toString(), "--undo")).isEqualTo(1);
    assertThat(err.toString())
        .endsWith(
            "GTD-501 %s does not exist: name the base directory of a node\n"
                .formatted(domains.resolve("good-timing/servers")));
  }

  private int undo() {
    return execute(
        "--payara",
        domains.toString(),
        "--domains",
        domains.toString(),
        "--domain",
        "own",
        "--undo");
  }

  private int execute(String... options) {
    List<String> arguments = new ArrayList<>(List.of("install", "server"));
    arguments.addAll(List.of(options));
    return Goodtiming.commandLine(new Surroundings(Map.of()), arguments)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.toArray(String[]::new));
  }
}
