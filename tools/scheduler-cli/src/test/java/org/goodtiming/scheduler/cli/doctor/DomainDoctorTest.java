package org.goodtiming.scheduler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults in a domain as Payara 6.2025.10 writes that of a node. */
class DomainDoctorTest {
  private static final String NODE =
      """
      <domain>
        <configs>
          <config name="server-config">
            <jms-service default-jms-host="default_JMS_host" type="DISABLED"></jms-service>
            <transaction-service automatic-recovery="true" tx-log-dir="${ENV=SCHEDULER_TX_LOG_DIR}" retry-timeout-in-seconds="0">
              <property name="xa-servername" value="${ENV=SCHEDULER_NODE_NAME}~"></property>
              <property name="pending-txn-cleanup-interval" value="5"></property>
            </transaction-service>
            <network-config>
              <network-listeners>
                <network-listener protocol="admin-listener" port="5848" name="admin-listener"></network-listener>
              </network-listeners>
            </network-config>
            <java-config>
              <jvm-options>-Xmx768m</jvm-options>
              <jvm-options>-XX:NewRatio=2</jvm-options>
              <jvm-options>-Dcom.sun.enterprise.connectors.inbound.ramid=artemis-ra</jvm-options>
            </java-config>
          </config>
          <config name="default-config">
            <jms-service default-jms-host="default_JMS_host"></jms-service>
            <java-config><jvm-options>-Xmx512m</jvm-options></java-config>
          </config>
        </configs>
      </domain>
      """;

  @TempDir private Path domain;
  private Path file;

  @BeforeEach
  void the_domain_of_a_node() throws IOException {
    file = Files.createDirectories(domain.resolve("config")).resolve("domain.xml");
    Files.writeString(file, NODE);
  }

  @Test
  void nothing_is_found_where_nothing_is_wrong() {
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "automatic-recovery=\"true\" | `` | transaction-service.automatic-recovery is 'false', not 'true' | asadmin --port 5848 set configs.config.server-config.transaction-service.automatic-recovery=true",
        "retry-timeout-in-seconds | timeout-in-seconds=\"300\" retry-timeout-in-seconds | transaction-service.timeout-in-seconds is '300', not '0' | asadmin --port 5848 set configs.config.server-config.transaction-service.timeout-in-seconds=0",
        "${ENV=SCHEDULER_TX_LOG_DIR} | /var/log/tx | transaction-service.tx-log-dir is '/var/log/tx' | asadmin --port 5848 set 'configs.config.server-config.transaction-service.tx-log-dir=${ENV=SCHEDULER_TX_LOG_DIR}'",
        "_NAME}~ | _NAME} | transaction-service.property.xa-servername is '${ENV=SCHEDULER_NODE_NAME}', not '${ENV=SCHEDULER_NODE_NAME}~' | asadmin --port 5848 set 'configs.config.server-config.transaction-service.property.xa-servername=${ENV=SCHEDULER_NODE_NAME}~'",
        "value=\"5\" | value=\"60\" | pending-txn-cleanup-interval is '60' | asadmin --port 5848 set",
        "ramid=artemis-ra | ramid=jmsra | inbound.ramid= is 'jmsra', not 'artemis-ra' | asadmin --port 5848 delete-jvm-options -Dcom.sun.enterprise.connectors.inbound.ramid=jmsra && asadmin --port 5848 create-jvm-options -Dcom.sun.enterprise.connectors.inbound.ramid=artemis-ra",
        "-Dcom.sun.enterprise.connectors.inbound.ramid=artemis-ra | -Dother=1 | inbound.ramid= is '', not 'artemis-ra' | asadmin --port 5848 create-jvm-options -Dcom.sun.enterprise.connectors.inbound.ramid=artemis-ra",
        "type=\"DISABLED\" | `` | jms-service.type is 'EMBEDDED' | asadmin --port 5848 set configs.config.server-config.jms-service.type=DISABLED"
      })
  void a_setting_that_a_node_needs_is_found(String right, String wrong, String seen, String cure)
      throws IOException {
    assertThat(NODE).contains(right);
    Files.writeString(file, NODE.replace(right, wrong));
    assertThat(findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.DOMAIN_SETTING);
              assertThat(finding.seen()).contains(seen);
              assertThat(finding.cure().line()).startsWith(cure);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "-Xmx512m, 512m",
    "-Xmx512M, 512M",
    "[17|]-Xmx512m, 512m",
    "-Xmx700000k, 700000k",
    "-Xmx100000000, 100000000",
    "'', not set"
  })
  void a_small_heap_is_found(String option, String seen) throws IOException {
    Files.writeString(file, NODE.replace("<jvm-options>-Xmx768m", "<jvm-options>" + option));
    assertThat(findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.SMALL_HEAP);
              assertThat(finding.seen()).isEqualTo("the largest heap is " + seen);
              assertThat(finding.cure().line())
                  .endsWith("asadmin --port 5848 create-jvm-options -Xmx768m");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "-Xmx2g",
    "-Xmx4G",
    "-Xmx1t",
    "-Xmx1000m",
    "-Xmx805306368",
    "[17|]-Xmx2g",
    "-Xmx99999999999999999999",
    "-Xmx${ENV=HEAP}"
  })
  void a_larger_heap_and_one_that_cannot_be_read_will_do(String option) throws IOException {
    Files.writeString(file, NODE.replace("-Xmx768m", option));
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"absent", "config"})
  void a_directory_without_domain_is_a_finding(String name) {
    assertThat(new DomainDoctor(domain.resolve(name)).findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.NO_DOMAIN);
  }

  private List<Finding> findings() {
    return new DomainDoctor(domain).findings();
  }
}
