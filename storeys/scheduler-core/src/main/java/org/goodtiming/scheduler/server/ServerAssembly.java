package org.goodtiming.scheduler.server;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.Address;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.sql.NonXa;

/** Begins the watch of the servers with the container's resources. */
@ApplicationScoped
class ServerAssembly {

  @Inject @NonXa private DataSource nonXa;

  @Inject @Watch private ConnectionFactory watchConnectionFactory;

  @Resource private ManagedThreadFactory threads;

  @Produces
  @Singleton
  Servers servers(CoreConfig config) {
    Servers servers = new Servers(threads);
    servers.watch(Server.DATABASE, databaseAddress(), this::askDatabase);
    servers.watch(Server.BROKER, config.broker().addresses(), this::askBroker);
    return servers;
  }

  // Static, because at a stop of WildFly the resources of this class are gone
  static void end(@Disposes Servers servers) {
    servers.close();
  }

  private void askDatabase() throws SQLException {
    try (Connection connection = nonXa.getConnection()) {
      connection.createStatement().execute("SELECT 1");
    }
  }

  /** The broker is asked whether the queue exists; nothing is created there. */
  private void askBroker() throws JMSException {
    try (jakarta.jms.Connection connection = watchConnectionFactory.createConnection()) {
      connection.createSession().createQueue(WireContract.REGISTRATION_QUEUE);
    }
  }

  /**
   * Reads the address from the environment of the server's installation; leaves a list of hosts to
   * the driver.
   */
  private static List<Address> databaseAddress() {
    Config config = ConfigProvider.getConfig();
    Optional<String> host = config.getOptionalValue("scheduler.db.host", String.class);
    Optional<Integer> port = config.getOptionalValue("scheduler.db.port", Integer.class);
    return host.isEmpty() || port.isEmpty() || host.get().contains(",")
        ? List.of()
        : List.of(new Address(host.get(), port.get()));
  }
}
