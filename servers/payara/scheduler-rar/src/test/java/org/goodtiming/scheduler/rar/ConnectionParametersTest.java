package org.goodtiming.scheduler.rar;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.ra.ActiveMQRaUtils;
import org.apache.activemq.artemis.ra.ConnectionFactoryProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionParametersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          host=b1;port=61616;sslEnabled=false        | host=b1;port=61616;sslEnabled=false
          host=b1:61616,b2;port=61617;sslEnabled=x   | host=b1;port=61616;sslEnabled=x,host=b2;port=61617;sslEnabled=x
          host=b1:61617;port=61616;sslEnabled=x      | host=b1;port=61617;sslEnabled=x
          host=b1:61617                              | host=b1;port=61617
          host=[::1]:9;port=61616                    | host=[::1];port=9
          host=[::1];port=61616                      | host=[::1];port=61616
          host=::1;port=61616                        | host=::1;port=61616
          host=b1, b2:1;port=61616                   | host=b1;port=61616,host=b2;port=1
          host=[::1],[::2]:9;port=61616              | host=[::1];port=61616,host=[::2];port=9
          port=61616;host=b1,b2                      | port=61616;host=b1,port=61616;host=b2
          host=b1;port=1,host=b2;port=2              | host=b1;port=1,host=b2;port=2
          """)
  void each_host_becomes_a_connector_with_its_port(String given, String expected) {
    String text = new ConnectionParameters(given).ofEachHost().text();
    assertThat(text).isEqualTo(expected);
    assertThat(ActiveMQRaUtils.parseConfig(text)).hasSize(new ConnectionParameters(text).count());
  }

  @Test
  void the_client_knows_all_brokers_of_a_pair_and_follows_the_active_one() {
    TransactedResourceAdapter adapter = new TransactedResourceAdapter();
    adapter.setConnectionParameters("host=b1:61616,b2;port=61617;sslEnabled=false");
    adapter.setConnectorClassName(NettyConnectorFactory.class.getName());
    try (ActiveMQConnectionFactory client =
        adapter.newConnectionFactory(new ConnectionFactoryProperties())) {
      assertThat(client.isHA()).isTrue();
      assertThat(client.getServerLocator().getStaticTransportConfigurations())
          .extracting(each -> each.getParams().get("host") + ":" + each.getParams().get("port"))
          .containsExactly("b1:61616", "b2:61617");
    }
  }

  @Test
  void one_broker_is_a_client_without_a_pair() {
    TransactedResourceAdapter adapter = new TransactedResourceAdapter();
    adapter.setConnectorClassName(NettyConnectorFactory.class.getName());
    adapter.setConnectionParameters("host=b1;port=61616;sslEnabled=false");
    assertThat(adapter.getConnectorClassName()).isEqualTo(NettyConnectorFactory.class.getName());
    assertThat(adapter.getHA()).isNull();
  }

  @Test
  void deliveries_that_wait_keep_no_thread_from_other_clients() {
    TransactedResourceAdapter adapter = new TransactedResourceAdapter();
    adapter.setConnectorClassName(NettyConnectorFactory.class.getName());
    adapter.setConnectionParameters("host=b1;port=61616");
    try (ActiveMQConnectionFactory client =
        adapter.newConnectionFactory(new ConnectionFactoryProperties())) {
      assertThat(client.isUseGlobalPools()).isFalse();
      assertThat(client.getThreadPoolMaxSize()).isEqualTo(-1);
      assertThat(client.getCallTimeout()).isEqualTo(5_000);
    }
  }
}
