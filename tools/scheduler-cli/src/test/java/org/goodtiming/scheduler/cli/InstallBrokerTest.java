package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command; BrokerInstallationIT tests that a broker works with the files that it writes. */
class InstallBrokerTest {

  private static final String CONFIGURATION =
      """
      <configuration xmlns="urn:activemq"><core xmlns="urn:activemq:core">
        <disk-scan-period>5000</disk-scan-period>
        <acceptors><acceptor name="artemis">tcp://127.0.0.1:61616?protocols=CORE,MQTT</acceptor></acceptors>
      </core></configuration>
      """;

  @TempDir private Path home;
  private Path configuration;
  private Path users;
  private final Map<String, String> variables = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void an_instance() throws IOException {
    Path etc = Files.createDirectories(home.resolve("etc"));
    configuration = Files.writeString(etc.resolve("broker.xml"), CONFIGURATION);
    users = Files.writeString(etc.resolve("artemis-users.properties"), "admin = ENC(1)\n");
    Files.writeString(etc.resolve("artemis-roles.properties"), "admin = admin\n");
  }

  @Test
  void a_dry_run_shows_the_differences_and_changes_nothing() {
    assertThat(install("--dry-run", "--worker-queue", "invoice")).isZero();
    assertThat(out.toString())
        .contains("Would: Change " + configuration, "-  <disk-scan-period>5000</disk-scan-period>")
        .contains("+scheduler = scheduler", "+worker = ...", "name=\"invoice\"");
    assertThat(configuration).hasContent(CONFIGURATION);
    assertThat(users).hasContent("admin = ENC(1)\n");
  }

  @Test
  void passwords_are_made_for_users_that_do_not_exist_and_not_shown() throws IOException {
    Path passwords = home.resolve("passwords.env");
    assertThat(install("--passwords", passwords.toString())).as(err.toString()).isZero();
    assertThat(Files.readString(passwords).lines())
        .hasSize(3)
        .allSatisfy(
            line -> {
              String password = line.substring(line.indexOf('=') + 1);
              assertThat(Files.readString(users)).contains(" = " + password);
              assertThat(out.toString()).doesNotContain(password);
            });
    assertThat(install("--passwords", passwords.toString())).isZero();
    assertThat(out.toString()).endsWith("Nothing is to be done\n");
  }

  @Test
  void steps_are_counted_on_a_terminal_and_nowhere_else() {
    assertThat(install("--worker-queue", "invoice", "--passwords", home + "/a")).isZero();
    assertThat(err.toString()).isEmpty();
    variables.put("GOODTIMING_PROGRESS", "line");
    assertThat(install("--worker-queue", "order", "--passwords", home + "/a")).isZero();
    assertThat(err.toString()).isEqualTo("\r\u001b[Kstep 1 of 1\r\u001b[K");
  }

  @Test
  void a_directory_without_broker_is_refused() {
    assertThat(install("--home", home.resolve("absent").toString())).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "%s does not exist: name the directory of a broker instance, which 'artemis create' makes\n"
                .formatted(home.resolve("absent/etc/broker.xml")));
  }

  @Test
  void a_file_of_another_kind_is_refused() throws IOException {
    Files.writeString(configuration, "<core/>");
    assertThat(install("--dry-run")).isEqualTo(1);
    assertThat(err.toString()).contains("broker.xml has no element configuration");
  }

  @Test
  void a_pair_has_one_store_and_knows_both_addresses() throws IOException {
    Path store = Files.createDirectory(home.resolve("store"));
    String[] pair = {
      "--pair", "b1:61616,b2:61616", "--store", store.toString(), "--passwords", home + "/a"
    };
    assertThat(install(pair)).as(err.toString()).isZero();
    String password = Files.readString(home.resolve("a")).lines().toList().get(0).split("=")[1];
    assertThat(configuration)
        .content()
        .contains(
            "<connector name=\"self\">tcp://b1:61616<",
            "<connector name=\"other\">tcp://b2:61616<",
            "<cluster-password>" + password,
            "<journal-directory>" + store + "/journal<",
            "<primary>")
        .doesNotContain("<backup>");
    assertThat(out.toString()).contains("<cluster-password>...").doesNotContain(password);
    assertThat(Files.getPosixFilePermissions(configuration)).hasSize(2);
    assertThat(install(pair)).isZero();
    assertThat(out.toString()).endsWith("Nothing is to be done\n");
  }

  @Test
  void the_second_of_a_pair_is_the_backup() {
    assertThat(
            install(
                "--pair",
                "b1:61616,b2:61616",
                "--store",
                home.toString(),
                "--backup",
                "--passwords",
                home + "/a"))
        .as(err.toString())
        .isZero();
    assertThat(configuration)
        .content()
        .contains(
            "<connector name=\"self\">tcp://b2:61616<",
            "<connector name=\"other\">tcp://b1:61616<",
            "<allow-failback>true</allow-failback>")
        .doesNotContain("<primary>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          b1:6161x,b2:61616 | /   | 'b1:6161x,b2:61616' is neither the address of a broker, such as 127.0.0.1:61616, nor a list of those of a pair, such as b1:61616,b2:61616
          b1:61616          | /   | 'b1:61616' names 1 brokers, and a pair has two: the primary, and its backup
          b1:61616,b2:61616 | /no | /no is not the absolute path of a directory: name one on the storage that both brokers mount
          """)
  void a_pair_that_cannot_be_changes_nothing(String pair, String store, String message) {
    assertThat(install("--pair", pair, "--store", store, "--passwords", home + "/a")).isNotZero();
    assertThat(err.toString()).isEqualTo(message + "\n");
    assertThat(configuration).hasContent(CONFIGURATION);
    assertThat(users).hasContent("admin = ENC(1)\n");
  }

  private int install(String... options) {
    CommandLine command =
        Goodtiming.commandLine(new Surroundings(variables))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setOverwrittenOptionsAllowed(true);
    String[] all = new String[options.length + 4];
    all[0] = "install";
    all[1] = "broker";
    all[2] = "--home";
    all[3] = home.toString();
    System.arraycopy(options, 0, all, 4, options.length);
    return command.execute(all);
  }
}
