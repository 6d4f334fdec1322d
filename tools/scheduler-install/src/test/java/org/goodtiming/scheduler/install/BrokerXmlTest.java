package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerXmlTest {
  private static final Path OURS =
      Path.of("../..", "tools", "scheduler-dev", "artemis", "broker.xml");
  private static final String THEIRS =
      """
      <?xml version='1.0'?>
      <!-- Ours since 2019 -->
      <configuration xmlns="urn:activemq">
         <core xmlns="urn:activemq:core">
            <name>b1</name>
            <!-- Measured -->
            <journal-buffer-timeout>124000</journal-buffer-timeout>
            <disk-scan-period>5000</disk-scan-period>
            <acceptors>
               <acceptor name="artemis">tcp://10.0.0.1:61616?protocols=CORE,AMQP,STOMP,HORNETQ,MQTT,OPENWIRE;sslEnabled=true</acceptor>
               <acceptor name="mqtt">tcp://10.0.0.1:1883?protocols=MQTT;useEpoll=true</acceptor>
               <acceptor name="plain">tcp://10.0.0.1:61617</acceptor>
            </acceptors>
            <security-settings>
               <security-setting match="#"><permission type="send" roles="amq"/></security-setting>
               <security-setting match="billing.#"><permission type="send" roles="billing"/></security-setting>
            </security-settings>
            <addresses>
               <address name="billing.in"><anycast><queue name="billing.in"/></anycast></address>
            </addresses>
         </core>
      </configuration>
      """;

  @Test
  void settings_of_others_stay() throws IOException {
    assertThat(merged(THEIRS))
        .startsWith("<?xml version='1.0'?>\n<!-- Ours since 2019 -->\n<configuration")
        .contains("<name>b1</name>", "<!-- Measured -->", "124000", "sslEnabled=true")
        .contains("match=\"billing.#\"", "name=\"billing.in\"")
        .doesNotContain("roles=\"amq\"");
  }

  @Test
  void settings_and_addresses_of_the_scheduler_are_added() throws IOException {
    assertThat(merged(THEIRS))
        .contains("<disk-scan-period>1000</disk-scan-period>")
        .contains("<populate-validated-user>true</populate-validated-user>")
        .contains("<security-setting match=\"mops.broker.listQueues\">")
        .contains("<disk-full-policy>FAIL</disk-full-policy>")
        .contains("<divert name=\"amqp-reports\">", "<queue name=\"scheduler.dead.amqp\">")
        .contains(
            "<address name=\"invoice\"><anycast><queue name=\"invoice\"/></anycast></address>");
  }

  @Test
  void nothing_of_the_samples_is_added() throws IOException {
    assertThat(merged(THEIRS))
        .doesNotContain("order-check", "cart-reminder", "fibonacci", "always-fails", "test.full");
  }

  @Test
  void nodes_need_the_queues_of_the_scheduler_and_none_of_the_samples() throws IOException {
    BrokerRequirements required = BrokerRequirements.read();
    assertThat(required.queues())
        .contains("scheduler.jobs", "scheduler.dead.amqp", "scheduler.marker")
        .allMatch(queue -> queue.startsWith("scheduler."));
    assertThat(Files.readString(OURS))
        .contains("<id-cache-size>%d<".formatted(required.idCacheSize()));
  }

  @Test
  void acceptors_serve_the_three_protocols_only() throws IOException {
    assertThat(merged(THEIRS))
        .contains(
            "tcp://10.0.0.1:61616?protocols=CORE,AMQP,STOMP;sslEnabled=true;maxFrameSize=65536;maxTransfersPerDelivery=512<")
        .contains(
            "tcp://10.0.0.1:61617?protocols=CORE,AMQP,STOMP;maxFrameSize=65536;maxTransfersPerDelivery=512<")
        .doesNotContain("MQTT", "1883");
  }

  @Test
  void merging_again_changes_nothing() throws IOException {
    String once = merged(THEIRS);
    assertThat(merged(once)).isEqualTo(once);
  }

  @Test
  void connectors_and_cluster_connections_of_others_stay_in_a_pair() throws IOException {
    var pair =
        new BrokerPair("b1:61616", "b2:61616", false, Path.of("/store"), "a=1&b=2", "<secret>");
    String theirs =
        THEIRS.replace(
            "<acceptors>",
            """
            <connectors>
               <connector name="billing">tcp://billing:61616</connector>
               <connector name="self">tcp://wrong:1</connector>
            </connectors>
            <cluster-connections>
               <cluster-connection name="billing"><connector-ref>billing</connector-ref></cluster-connection>
            </cluster-connections>
            <acceptors>""");
    String joined = pair.join(theirs);
    assertThat(joined)
        .contains("<connector name=\"billing\">tcp://billing:61616<")
        .contains("<connector name=\"self\">tcp://b1:61616?a=1&amp;b=2<")
        .contains("<connector name=\"other\">tcp://b2:61616?a=1&amp;b=2<")
        .contains("<cluster-connection name=\"billing\">", "<cluster-connection name=\"pair\">")
        .contains("<cluster-password>&lt;secret&gt;<")
        .doesNotContain("wrong");
    assertThat(pair.join(joined)).isEqualTo(joined);
  }

  @Test
  void a_document_that_is_broken_or_names_another_is_refused() {
    assertThatThrownBy(() -> new BrokerXml("<configuration><core>"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("broker.xml cannot be read");
    assertThatThrownBy(
            () ->
                new BrokerXml(
                    "<!DOCTYPE c [<!ENTITY x SYSTEM 'file:/etc/passwd'>]><configuration>&x;</configuration>"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("DOCTYPE");
  }

  private static String merged(String theirs) throws IOException {
    return new BrokerXml(theirs)
        .merge(new BrokerXml(Files.readString(OURS)), List.of("invoice"))
        .text();
  }
}
