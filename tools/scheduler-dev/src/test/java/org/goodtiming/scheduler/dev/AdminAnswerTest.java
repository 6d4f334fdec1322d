package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdminAnswerTest {
  private static final AdminAnswer DEPLOYED =
      new AdminAnswer(
          """
          { "name":"Application deployed with name scheduler."
          , "command":"deploy AdminCommand"
          , "exit_code":"SUCCESS"
          ,"properties" : {"name" : "scheduler"}
          }
          """);
  private static final AdminAnswer REFUSED =
      new AdminAnswer(
          """
          { "name":"Error occurred:\\n\\"queue\\" is unknown"
          , "command":"deploy AdminCommand"
          , "exit_code":"FAILURE"
          ,"properties" : {"name" : "scheduler"}
          }
          """);

  @Test
  void successful_deployment_names_the_application() {
    assertThat(DEPLOYED.success()).isTrue();
    assertThat(DEPLOYED.deployedName()).contains("scheduler");
  }

  @Test
  void refusal_gives_its_reason_in_one_line() {
    assertThat(REFUSED.success()).isFalse();
    assertThat(REFUSED.deployedName()).isEmpty();
    assertThat(REFUSED.message()).isEqualTo("Error occurred: \"queue\" is unknown");
  }

  @Test
  void failed_ping_gives_its_root_cause() {
    var ping =
        new AdminAnswer(
            """
            { "name":"Ping Connection Pool failed for worker-pool."
            , "command":"ping-connection-pool AdminCommand"
            , "exit_code":"FAILURE"
            }
            Exception raised during operation : <br>
            jakarta.resource.ResourceException: Failed to create session factory
            \tat com.sun.enterprise.connectors.ConnectorRuntime.pingConnectionPool(ConnectorRuntime.java:1)
            Caused by: jakarta.jms.JMSException: Failed to create session factory
            \t... 40 more
            Caused by: ActiveMQNotConnectedException: AMQ219007: Cannot connect to server(s).
            \t... 42 more
            """);

    assertThat(ping.message())
        .isEqualTo(
            "Ping Connection Pool failed for worker-pool."
                + " ActiveMQNotConnectedException: AMQ219007: Cannot connect to server(s).");
  }
}
