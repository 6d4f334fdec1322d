package org.goodtiming.scheduler.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateEnvironmentTest {

  private final Map<String, String> environment =
      new HashMap<>(
          Map.of(
              "SCHEDULER_NODE_NAME", "node-1",
              "SCHEDULER_TX_LOG_DIR", "tx-log",
              "SCHEDULER_DB_HOST", "database",
              "SCHEDULER_DB_PORT", "5432",
              "SCHEDULER_DB_NAME", "scheduler",
              "SCHEDULER_XA_PASSWORD", "secret",
              "SCHEDULER_BROKER_HOST", "broker",
              "SCHEDULER_BROKER_PORT", "61616",
              "SCHEDULER_BROKER_USER", "scheduler",
              "SCHEDULER_BROKER_PASSWORD", "secret"));

  @Test
  void the_settings_of_the_server_are_understood() throws Exception {
    environment.put("SCHEDULER_BROKER_TLS", "sslEnabled=true;trustStorePath=/tls/ca.crt");
    GateEnvironment surroundings = GateEnvironment.of(environment);
    assertThat(surroundings.node()).isEqualTo("node-1");
    assertThat(surroundings.databaseAddress()).isEqualTo("scheduler at database:5432");
    assertThat(surroundings.brokerAddress()).isEqualTo("broker:61616");
    Map<String, Object> transport =
        ((ActiveMQConnectionFactory) surroundings.broker())
            .getServerLocator()
            .getStaticTransportConfigurations()[0]
            .getParams();
    assertThat(transport)
        .containsEntry("host", "broker")
        .containsEntry("sslEnabled", "true")
        .containsEntry("trustStorePath", "/tls/ca.crt");
  }

  @Test
  void the_gate_finds_the_active_broker_of_a_pair() throws Exception {
    environment.put("SCHEDULER_BROKER_HOST", "b1:61617, b2");
    environment.put("SCHEDULER_BROKER_TLS", "sslEnabled=true;trustStorePath=/tls/ca.crt");
    GateEnvironment surroundings = GateEnvironment.of(environment);
    assertThat(surroundings.brokerAddress()).isEqualTo("b1:61617,b2:61616");
    ActiveMQConnectionFactory client = surroundings.broker();
    assertThat(client.isHA()).isTrue();
    assertThat(client.getServerLocator().getStaticTransportConfigurations())
        .extracting(TransportConfiguration::getParams)
        .allMatch(params -> params.get("trustStorePath").equals("/tls/ca.crt"))
        .extracting(params -> params.get("host") + ":" + params.get("port"))
        .containsExactly("b1:61617", "b2:61616");
  }

  @Test
  void a_list_of_brokers_with_a_typo_stops_the_start() {
    environment.put("SCHEDULER_BROKER_HOST", "b1:6161x,b2");
    assertThatThrownBy(() -> GateEnvironment.of(environment))
        .hasMessage(
            "SCHED-0441 scheduler.broker.host is 'b1:6161x,b2' but must be HOST or HOST:PORT of one broker, or a list of all brokers of a pair, each once, such as b1:61616,b2; an IPv6 address needs brackets: [::1]");
  }

  @Test
  void a_missing_variable_is_named() {
    environment.remove("SCHEDULER_BROKER_PASSWORD");
    assertThatThrownBy(() -> GateEnvironment.of(environment))
        .hasMessage(
            "SCHED-0625 SCHEDULER_BROKER_PASSWORD is not set: set it for the gate and the server");
  }

  @Test
  void a_wrong_setting_stops_the_start_for_the_server_would_run_without_the_scheduler() {
    environment.put("SCHEDULER_TIMER_INTERVAL", "PT1S");
    environment.put("SCHEDULER_LEASE_FAILOVER", "PT2S");
    environment.put("SCHEDULER_REGISTRATION_SESSIONS", "0");
    assertThatThrownBy(() -> GateEnvironment.of(environment))
        .isInstanceOf(GateException.class)
        .hasMessageContaining("lease.failover is PT2S")
        .hasMessageContaining("SCHED-0433");
  }

  @ParameterizedTest
  @CsvSource({
    "payara,  node~1,                                    40",
    "payara,  a12345678901234567890123456789012345678901, 40",
    "wildfly, a12345678901234567890123,                   23"
  })
  void a_name_that_transactions_cannot_carry_is_refused(String server, String node, int longest) {
    environment.put("SCHEDULER_SERVER", server);
    environment.put("SCHEDULER_NODE_NAME", node);
    assertThatThrownBy(() -> GateEnvironment.of(environment))
        .hasMessageStartingWith(
            "SCHED-0624 SCHEDULER_NODE_NAME is '%s' but must be up to %d".formatted(node, longest));
    environment.put("SCHEDULER_NODE_NAME", "a".repeat(longest));
    assertThat(GateEnvironment.of(environment).node()).hasSize(longest);
  }

  @Test
  void an_unknown_server_is_refused() {
    environment.put("SCHEDULER_SERVER", "jboss");
    assertThatThrownBy(() -> GateEnvironment.of(environment))
        .hasMessage(
            "SCHED-0629 SCHEDULER_SERVER is 'jboss' but must be payara, wildfly or liberty");
  }
}
