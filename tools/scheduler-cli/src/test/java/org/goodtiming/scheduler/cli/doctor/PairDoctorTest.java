package org.goodtiming.scheduler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.install.BrokerInstallation;
import org.goodtiming.scheduler.install.BrokerPair;
import org.goodtiming.scheduler.install.BrokerUser;
import org.goodtiming.scheduler.install.Step;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files of two brokers that are installed as a pair, and each difference. */
class PairDoctorTest {

  private static final String FIRST = "b1:61616";
  private static final String SECOND = "b2:61616";

  @TempDir private Path directory;

  @BeforeEach
  void an_installed_pair() throws Exception {
    install("one", new BrokerPair(FIRST, SECOND, false, directory, "sslEnabled=true", "secret"));
    install("other", new BrokerPair(SECOND, FIRST, true, directory, "sslEnabled=true", "secret"));
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <backup>                      | <primary>                        | both are the primary
          tcp://b1:61616?               | tcp://b3:61616?                  | [b3:61616]
          /journal<                     | /elsewhere<                      | their journals are in
          secret                        | another                          | their cluster-password differs
          <max-delivery-attempts>10000< | <max-delivery-attempts>10<       | address-settings differ
          """)
  void a_difference_is_found(String right, String wrong, String seen) throws Exception {
    Path file = directory.resolve("other/etc/broker.xml");
    String text = Files.readString(file).replace(right, wrong);
    Files.writeString(
        file, text.replace("</backup>", wrong.equals("<primary>") ? "</primary>" : "</backup>"));
    assertThat(findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.NO_PAIR);
              assertThat(finding.seen()).contains(seen);
            });
  }

  @Test
  void a_broker_that_is_in_no_pair_and_lacks_a_user_is_found() throws Exception {
    install("other", null);
    Files.writeString(directory.resolve("other/etc/artemis-users.properties"), "scheduler = a");
    assertThat(findings())
        .extracting(Finding::seen)
        .containsExactly(
            directory
                + "/other/etc/broker.xml has no ha-policy with a shared store, or no cluster-connection",
            "only one has the users admin, registrar, worker");
  }

  private List<Finding> findings() {
    return new PairDoctor(directory.resolve("one"), directory.resolve("other")).findings();
  }

  private void install(String name, @Nullable BrokerPair pair) throws Exception {
    Path home = directory.resolve(name);
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
    Map<BrokerUser, String> passwords = new EnumMap<>(BrokerUser.class);
    for (BrokerUser user : BrokerUser.values()) {
      passwords.put(user, "password");
    }
    for (Step step : new BrokerInstallation(home).steps(passwords, List.of(), pair)) {
      step.run();
    }
  }
}
