package org.goodtiming.scheduler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.install.BrokerInstallation;
import org.goodtiming.scheduler.install.BrokerUser;
import org.goodtiming.scheduler.install.Step;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of an instance that is installed, each fault in them, and the cure. */
class BrokerDoctorTest {

  @TempDir private Path home;

  @BeforeEach
  void an_installed_broker() throws Exception {
    Path etc = Files.createDirectories(home.resolve("etc"));
    Files.writeString(
        etc.resolve("broker.xml"),
        """
        <configuration xmlns="urn:activemq"><core xmlns="urn:activemq:core">
          <acceptors><acceptor name="all">tcp://127.0.0.1:61616?protocols=CORE</acceptor></acceptors>
        </core></configuration>
        """);
    Files.writeString(etc.resolve("artemis-users.properties"), "");
    Files.writeString(etc.resolve("artemis-roles.properties"), "");
    program("2.56.0");
    install();
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "broker.xml, <persist-id-cache>true, <persist-id-cache>false",
    "broker.xml, <max-delivery-attempts>10000, <max-delivery-attempts>10",
    "broker.xml, 'roles=\"worker,scheduler,admin\"', 'roles=\"worker,scheduler,admin,guest\"',",
    "broker.xml, protocols=CORE, 'protocols=CORE,MQTT'",
    "artemis-roles.properties, worker = worker, worker = nobody"
  })
  void a_file_that_differs_is_found_and_cured(String file, String right, String wrong)
      throws Exception {
    Path path = home.resolve("etc").resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(right);
    Files.writeString(path, text.replace(right, wrong));
    assertThat(findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.BROKER_DIFFERS);
              assertThat(finding.seen()).contains(file);
              assertThat(finding.cure().line())
                  .isEqualTo("goodtiming install broker --home " + home);
              cure(finding);
            });
    assertThat(findings()).isEmpty();
  }

  @Test
  void a_user_that_is_missing_is_found_and_cured() throws Exception {
    Files.writeString(home.resolve("etc/artemis-users.properties"), "admin = a\nscheduler = b\n");
    assertThat(findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.NO_BROKER_USER, FindingCode.NO_BROKER_USER);
    cure(findings().get(0));
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tcp://0.0.0.0:61616?protocols=CORE, 1",
    "tcp://10.0.0.1:61616?protocols=CORE;sslEnabled=false, 1",
    "tcp://10.0.0.1:61616?protocols=CORE;sslEnabled=true, 0",
    "tcp://localhost:61616?protocols=CORE, 0"
  })
  void an_acceptor_for_other_machines_needs_tls(String uri, int found) throws IOException {
    Path file = home.resolve("etc/broker.xml");
    Files.writeString(
        file, Files.readString(file).replace("tcp://127.0.0.1:61616?protocols=CORE", uri));
    assertThat(findings()).hasSize(found);
    assertThat(findings()).allMatch(each -> each.code() == FindingCode.OPEN_ACCEPTOR);
  }

  @Test
  void a_web_console_of_the_broker_is_found_and_switched_off() throws Exception {
    Path file = home.resolve("etc/bootstrap.xml");
    String without =
        """
        <broker xmlns="http://activemq.apache.org/schema">
           <server configuration="file:/broker/etc//broker.xml"/>
           <!-- <web path="web"></web> -->
        </broker>
        """;
    Files.writeString(file, without);
    assertThat(findings()).isEmpty();
    String web =
        """
           <web path="web" rootRedirectLocation="console">
               <binding name="artemis" uri="http://localhost:8161">
                   <app name="console" url="console" war="console.war"/>
               </binding>
           </web>
        """
            .indent(3);
    Files.writeString(file, without.replace("   <!--", web + "   <!--"));
    assertThat(findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.WEB_CONSOLE);
              assertThat(finding.seen()).endsWith("starts it at http://localhost:8161");
              cure(finding);
            });
    assertThat(file).hasContent(without);
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"2.44.0, 1", "2.51.0, 1", "2.52.0, 0", "2.100.1, 0", "3.0.0, 0", "2.50.0.a-1, 1"})
  void a_version_with_a_known_vulnerability_is_found(String version, int found) throws IOException {
    program(version);
    assertThat(findings()).hasSize(found);
    assertThat(findings())
        .allSatisfy(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.UNSAFE_BROKER);
              assertThat(finding.seen()).startsWith("the broker has version " + version + ";");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ARTEMIS_HOME='/no/such/directory'\n"})
  void a_version_that_is_not_known_is_said(String profile) throws IOException {
    Files.writeString(home.resolve("etc/artemis.profile"), profile);
    assertThat(findings()).extracting(Finding::code).containsExactly(FindingCode.BROKER_VERSION);
  }

  @Test
  void a_version_that_cannot_be_read_hides_no_other_finding() throws IOException {
    Files.writeString(home.resolve("etc/artemis-users.properties"), "admin = a\n");
    Path profile = home.resolve("etc/artemis.profile");
    Files.delete(profile);
    Files.createDirectory(profile);
    assertThat(findings())
        .extracting(Finding::code)
        .contains(FindingCode.NO_BROKER_USER)
        .endsWith(FindingCode.BROKER_VERSION);
  }

  /** Writes the file that 'artemis create' writes. */
  private void program(String version) throws IOException {
    Path lib = Files.createDirectories(home.resolve("artemis-" + version + "/lib"));
    Files.writeString(lib.resolve("artemis-server-" + version + ".jar"), "");
    Files.writeString(lib.resolve("artemis-server-osgi.jar"), "");
    Files.writeString(
        home.resolve("etc/artemis.profile"),
        "# A comment\n\nARTEMIS_HOME='%s'\nARTEMIS_INSTANCE='%s'\n"
            .formatted(lib.getParent(), home));
  }

  @Test
  void a_directory_without_broker_is_a_finding() {
    assertThat(findings(home.resolve("absent")))
        .singleElement()
        .satisfies(finding -> assertThat(finding.code()).isEqualTo(FindingCode.NO_BROKER));
  }

  private List<Finding> findings() {
    return findings(home);
  }

  private static List<Finding> findings(Path home) {
    return new BrokerDoctor(home, new Commands(List.of(), home)).findings();
  }

  private static void cure(Finding finding) throws Exception {
    PrintedLine.run(
        finding,
        Map.of(
            "SCHEDULER_BROKER_REGISTRAR_PASSWORD",
            "secret",
            "SCHEDULER_BROKER_WORKER_PASSWORD",
            "secret"));
  }

  private void install() throws Exception {
    BrokerInstallation installation = new BrokerInstallation(home);
    Map<BrokerUser, String> passwords = new EnumMap<>(BrokerUser.class);
    installation.missingUsers().forEach(user -> passwords.put(user, "secret"));
    for (Step step : installation.steps(passwords, List.of())) {
      step.run();
    }
  }
}
