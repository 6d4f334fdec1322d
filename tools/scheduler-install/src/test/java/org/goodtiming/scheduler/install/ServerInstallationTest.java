package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written into a domain; that it becomes a node, OwnServerIT tests. */
class ServerInstallationTest {
  private static final NodeSettings SETTINGS = PlainRelease.settings("node-7");

  @TempDir private Path directory;
  private Path domain;
  private PasswordFile passwords;
  private PayaraInstallation installation;

  @BeforeEach
  void a_domain_and_a_release() throws IOException {
    domain = directory.resolve("payara/glassfish/domains/jobs");
    Files.createDirectories(domain.resolve("config"));
    Files.createDirectories(domain.resolve("lib"));
    Files.createDirectories(domain.resolve("docroot"));
    Files.createDirectories(directory.resolve("payara/bin"));
    Files.writeString(directory.resolve("payara/bin/asadmin"), "");
    Files.writeString(domain.resolve("docroot/index.html"), "Payara Server");
    Files.writeString(domain.resolve("config/domain.xml"), DomainXmlTest.SHIPPED);
    PlainRelease release = PlainRelease.in(directory, "payara");
    passwords = release.passwords();
    installation = new PayaraInstallation(directory.resolve("payara"), domain, release.archives());
  }

  @Test
  void reading_the_steps_changes_nothing() throws IOException {
    assertThat(installation.steps(SETTINGS, passwords)).hasSize(12);
    assertThat(domain.resolve("config/domain.xml")).hasContent(DomainXmlTest.SHIPPED);
    assertThat(domain.resolve("goodtiming")).doesNotExist();
    assertThat(domain.resolve("lib")).isEmptyDirectory();
    assertThat(passwords.get("SCHEDULER_REST_ADMIN_PASSWORD")).isEmpty();
  }

  @Test
  void a_missing_file_is_named_with_the_cure() throws Exception {
    assertMissing(domain.resolve("config/domain.xml"), "create-domain'");
    assertMissing(directory.resolve("payara/bin/asadmin"), "name the directory of Payara");
  }

  private void assertMissing(Path file, String cure) throws IOException {
    Files.delete(file);
    assertThatThrownBy(() -> installation.steps(SETTINGS, passwords))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("GTD-501 %s does not exist: ".formatted(file))
        .hasMessageEndingWith(cure);
  }

  @Test
  void a_domain_gets_everything_once() throws Exception {
    run();
    assertThat(domain.resolve("lib/scheduler-datasource.jar")).exists();
    assertThat(domain.resolve("goodtiming/scheduler-ear.ear")).exists();
    assertThat(domain.resolve("docroot/index.html")).doesNotExist();
    assertThat(Files.readString(domain.resolve("config/domain.xml")))
        .contains("-Xmx768m", "inbound.ramid=artemis-ra");
    assertThat(installation.startScript()).isExecutable();
    assertThat(installation.steps(SETTINGS, passwords)).isEmpty();
  }

  @Test
  void payara_7_gets_no_command_that_it_does_not_know() throws Exception {
    Path version =
        directory.resolve("payara/glassfish/config/branding/glassfish-version.properties");
    Files.createDirectories(version.getParent());
    Files.writeString(version, "major_version=6\n");
    run();
    Path commands = domain.resolve("goodtiming/pre-boot.asadmin");
    assertThat(Files.readString(commands)).contains("xpowered-by");

    Files.writeString(version, "major_version=7\n");
    run();
    assertThat(Files.readString(commands)).doesNotContain("xpowered-by").contains("server-header");
  }

  @Test
  void health_has_a_port_beside_the_one_of_http() throws Exception {
    Path file = domain.resolve("config/domain.xml");
    Files.writeString(file, DomainXmlTest.SHIPPED.replace("8080", "18080"));
    run();
    assertThat(Files.readString(domain.resolve("goodtiming/pre-boot.asadmin")))
        .containsOnlyOnce("--listenerport 18090 ");

    Files.writeString(file, DomainXmlTest.SHIPPED.replace("8080", "${PORT}"));
    assertThatThrownBy(() -> installation.steps(SETTINGS, passwords))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("GTD-508 ")
        .hasMessageEndingWith("domain.xml is not a number: replace ${PORT} by one");
  }

  @Test
  void each_variable_of_the_configuration_is_in_the_environment_of_the_node() throws Exception {
    run();
    PasswordFile environment = new PasswordFile(domain.resolve("goodtiming/node.env"));
    for (String file : List.of("pre-boot.asadmin", "post-boot.asadmin")) {
      String commands =
          Files.readString(domain.resolve("goodtiming").resolve(file))
              + Files.readString(domain.resolve("config/domain.xml"));
      assertThat(commands).doesNotContain("shop");
      var names =
          Pattern.compile("ENV\\\\?=(SCHEDULER_\\w+)")
              .matcher(commands)
              .results()
              .map(match -> match.group(1))
              .toList();
      assertThat(names).isNotEmpty();
      for (String name : names) {
        assertThat(environment.get(name)).as(name).isPresent();
      }
    }
    assertThat(environment.get("SCHEDULER_NODE_NAME")).contains("node-7");
    assertThat(environment.get("SCHEDULER_DB_PORT")).contains("5433");
    assertThat(environment.get("SCHEDULER_REST_ADMIN_PASSWORD"))
        .isPresent()
        .isEqualTo(passwords.get("SCHEDULER_REST_ADMIN_PASSWORD"));
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(domain.resolve("goodtiming/node.env"))))
        .isEqualTo("rw-------");
  }

  @Test
  void root_leaves_all_files_of_the_node_to_the_user_who_has_the_domain() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
    Path file = domain.resolve("config/domain.xml");
    UserPrincipal root = Files.getOwner(file);
    UserPrincipal owner =
        file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Files.setOwner(file, owner);
    run();
    for (String name :
        List.of(
            "config/domain.xml",
            "lib/postgresql.jar",
            "lib/scheduler-datasource.jar",
            "goodtiming",
            "goodtiming/before/config",
            "goodtiming/node.env",
            "goodtiming/start-node",
            "goodtiming/scheduler-ear.ear")) {
      assertThat(Files.getOwner(domain.resolve(name))).as(name).isEqualTo(owner);
    }
    assertThat(installation.steps(SETTINGS, passwords)).isEmpty();

    Process start =
        new ProcessBuilder(installation.startScript().toString()).redirectErrorStream(true).start();
    assertThat(new String(start.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo("Start the node as the user who has its domain: nobody\n");
    assertThat(start.waitFor()).isEqualTo(1);

    Files.setOwner(domain.resolve("goodtiming/node.env"), root);
    assertThat(installation.steps(SETTINGS, passwords))
        .extracting(Step::description)
        .containsExactly("Give the files of the node to nobody, who has the server");
    run();
    assertThat(installation.steps(SETTINGS, passwords)).isEmpty();
  }

  @Test
  void a_changed_variable_stays_and_a_new_release_is_copied() throws Exception {
    Path environment = domain.resolve("goodtiming/node.env");
    new PasswordFile(environment).add(Map.of("SCHEDULER_DB_SSL_MODE", "verify-full"));
    run();
    Files.writeString(directory.resolve("server/scheduler-ear.ear"), "newer");
    assertThat(installation.steps(SETTINGS, passwords))
        .extracting(Step::description)
        .containsExactly("Copy " + domain.resolve("goodtiming/scheduler-ear.ear"));
    run();
    assertThat(domain.resolve("goodtiming/scheduler-ear.ear")).hasContent("newer");
    assertThat(new PasswordFile(environment).get("SCHEDULER_DB_SSL_MODE")).contains("verify-full");
    assertThat(Files.readString(environment)).containsOnlyOnce("SCHEDULER_DB_SSL_MODE");
  }

  @Test
  void passwords_are_not_shown_and_a_missing_one_is_named() throws IOException {
    String secret = passwords.get("SCHEDULER_XA_PASSWORD").orElseThrow();
    assertThat(installation.steps(SETTINGS, passwords))
        .allSatisfy(step -> assertThat(step.statements()).noneMatch(line -> line.contains(secret)));
    PasswordFile empty = new PasswordFile(directory.resolve("empty.env"));
    assertThatThrownBy(() -> installation.steps(SETTINGS, empty))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("GTD-504 SCHEDULER_XA_PASSWORD is not in");
  }

  @Test
  void after_an_undo_a_domain_is_as_it_was_but_for_the_name_and_the_log_of_its_node()
      throws Exception {
    Files.writeString(domain.resolve("config/logging.properties"), "formatter=text");
    Files.writeString(domain.resolve("lib/postgresql.jar"), "of the administrator");
    Map<String, String> shipped = files();
    run();
    // As the first start and the set-up of the server leave it
    for (String file :
        List.of(
            "goodtiming/tx-log/record",
            "goodtiming/set-up",
            "applications/scheduler-ear/META-INF/application.xml",
            "generated/ejb/scheduler-ear/Stub.class")) {
      Files.createDirectories(domain.resolve(file).getParent());
      Files.writeString(domain.resolve(file), "of the node");
    }
    Files.createDirectories(domain.resolve("applications/other"));
    Files.writeString(domain.resolve("config/logging.properties"), "formatter=json");
    String environment = Files.readString(domain.resolve("goodtiming/node.env"));

    undo();
    Map<String, String> wanted = new TreeMap<>(shipped);
    wanted.put("goodtiming/tx-log/record", "of the node");
    wanted.put("goodtiming/node.env", environment);
    Map<String, String> left = files();
    left.keySet().removeIf(file -> file.endsWith(".old"));
    assertThat(left).isEqualTo(wanted);
    assertThat(domain.resolve("applications/other")).exists();
    assertThat(domain.resolve("applications/scheduler-ear")).doesNotExist();
    assertThat(removal().steps()).isEmpty();

    run();
    assertThat(domain.resolve("goodtiming/node.env")).hasContent(environment);
    undo();
    assertThat(files()).containsAllEntriesOf(shipped);
  }

  @Test
  void a_release_that_is_installed_over_another_does_not_change_what_an_undo_restores()
      throws Exception {
    run();
    Files.writeString(directory.resolve("server/scheduler-ear.ear"), "newer");
    run();
    undo();
    assertThat(domain.resolve("config/domain.xml")).hasContent(DomainXmlTest.SHIPPED);
  }

  @Test
  void a_domain_that_runs_or_whose_past_is_unknown_is_not_undone() throws Exception {
    assertThat(removal().steps()).isEmpty();
    run();
    Path pid = domain.resolve("config/pid");
    Process node = PlainRelease.server("node-7", domain.resolve("goodtiming/tx-log"));
    Process domainAlone =
        new ProcessBuilder("tail", "-f", domain.resolve("config/domain.xml").toString()).start();
    Process other = PlainRelease.server("node-8", domain.resolveSibling("log"));
    try {
      for (Process running : List.of(node, domainAlone)) {
        Files.writeString(pid, running.pid() + "\n");
        assertThatThrownBy(() -> removal().steps())
            .isInstanceOf(IOException.class)
            .hasMessage(
                "GTD-509 The node runs as process %d: stop it with 'asadmin stop-domain jobs', or delete %s if that is another process",
                running.pid(), pid);
      }
      Files.writeString(pid, other.pid() + "\n");
      assertThat(removal().steps()).isNotEmpty();
    } finally {
      List.of(node, domainAlone, other).forEach(Process::destroy);
    }
    Files.writeString(pid, "");
    assertThatThrownBy(() -> removal().steps())
        .isInstanceOf(IOException.class)
        .hasMessage(
            "GTD-510 %s has no number of a process: delete it if the node does not run", pid);
    Files.delete(pid);

    FileTree.delete(domain.resolve("goodtiming/before"));
    assertThatThrownBy(() -> removal().steps())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("GTD-512 ")
        .hasMessageContaining("goodtiming/before does not exist");
  }

  @Test
  void an_undo_that_was_interrupted_while_it_deleted_what_it_had_restored_can_be_repeated()
      throws Exception {
    run();
    Path used = domain.resolve("goodtiming/before.used");
    Files.createDirectories(used.resolve("config"));
    undo();
    assertThat(used).doesNotExist();
    Files.createDirectories(used.resolve("config"));

    undo();
    assertThat(used).doesNotExist();
    assertThat(domain.resolve("config/domain.xml")).hasContent(DomainXmlTest.SHIPPED);
    assertThat(removal().steps()).isEmpty();
  }

  @Test
  void a_backup_of_which_a_part_is_left_deletes_nothing() throws Exception {
    run();
    Path saved = domain.resolve("goodtiming/before/config/domain.xml");
    Files.delete(saved);
    assertThatThrownBy(() -> removal().steps())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("GTD-512 %s does not exist".formatted(saved));

    Files.delete(domain.resolve("goodtiming/start-node"));
    assertThatThrownBy(() -> removal().steps()).isInstanceOf(IOException.class);
  }

  @Test
  void the_variables_of_another_domain_are_taken_without_its_files() throws Exception {
    run();
    Path environment = domain.resolve("goodtiming/node.env");
    Path other = domain.resolveSibling("old").resolve("goodtiming");
    String own = Files.readString(environment);
    String copied = own.replace(domain.resolve("goodtiming").toString(), other.toString());
    Files.writeString(environment, copied);
    assertThatThrownBy(() -> installation.steps(SETTINGS, passwords))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "GTD-506 SCHEDULER_TX_LOG_DIR of %s is %s/tx-log, in the directory of another node: move that directory to %s/goodtiming/tx-log, and delete the line",
            environment, other, domain);

    Files.writeString(environment, copied.replaceAll("SCHEDULER_TX_LOG_DIR=.*\n", ""));
    run();
    assertThat(Files.readString(environment).lines())
        .containsExactlyInAnyOrderElementsOf(own.lines().toList());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(environment)))
        .isEqualTo("rw-------");
  }

  @Test
  void a_log_outside_of_all_domains_may_stay_there_and_one_in_the_domain_outlives_an_undo()
      throws Exception {
    Path environment = domain.resolve("goodtiming/node.env");
    new PasswordFile(environment)
        .add(Map.of("SCHEDULER_TX_LOG_DIR", domain.resolveSibling("log/of").toString()));
    run();
    Path log = domain.resolve("goodtiming/log/of/node-7");
    new PasswordFile(environment).replace("SCHEDULER_TX_LOG_DIR", log.toString());
    Files.createDirectories(log);
    assertThat(removal().kept()).containsExactly(domain.resolve("goodtiming/log"), environment);

    undo();
    assertThat(log).exists();
  }

  @Test
  void the_variables_of_another_node_are_refused_and_other_addresses_listed() throws Exception {
    run();
    NodeSettings otherNode = new NodeSettings("node-8", SETTINGS.database(), SETTINGS.brokers());
    assertThatThrownBy(() -> installation.steps(otherNode, passwords))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("GTD-505 ")
        .hasMessageContaining("node.env is that of node 'node-7'");

    assertThat(installation.otherAddresses(SETTINGS)).isEmpty();
    NodeSettings otherBroker =
        new NodeSettings(
            "node-7", SETTINGS.database(), new BrokerAddresses(List.of("broker:61616")));
    assertThat(installation.otherAddresses(otherBroker))
        .containsExactly(
            "SCHEDULER_BROKER_PORT of %s stays 61617, not 61616: change it there if it is wrong"
                .formatted(domain.resolve("goodtiming/node.env")));
  }

  @Test
  void a_node_knows_both_brokers_of_a_pair() {
    BrokerAddresses pair = BrokerAddresses.parse("b1:61616, b2:61617").orElseThrow();
    assertThat(new NodeSettings("node-7", SETTINGS.database(), pair).variables(domain))
        .containsEntry("SCHEDULER_BROKER_HOST", "b1:61616,b2")
        .containsEntry("SCHEDULER_BROKER_PORT", "61617");
    assertThat(BrokerAddresses.parse("b1:6161x,b2:61616")).isEmpty();
    assertThat(BrokerAddresses.parse("b1:61616,b1:61616")).isEmpty();
    assertThat(BrokerAddresses.parse("b1:61616,")).isEmpty();
  }

  @Test
  void a_domain_that_does_not_exist_is_not_undone() {
    Path absent = directory.resolve("absent");
    assertThatThrownBy(() -> new PayaraRemoval(absent).steps())
        .isInstanceOf(IOException.class)
        .hasMessage(
            "GTD-501 %s does not exist: name a domain of Payara",
            absent.resolve("config/domain.xml"));
  }

  private PayaraRemoval removal() {
    return new PayaraRemoval(domain);
  }

  private void undo() throws Exception {
    PlainRelease.run(removal().steps());
  }

  /** The text of each file of the domain by its name. */
  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(domain)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(domain.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  private void run() throws Exception {
    PlainRelease.run(installation.steps(SETTINGS, passwords));
  }
}
