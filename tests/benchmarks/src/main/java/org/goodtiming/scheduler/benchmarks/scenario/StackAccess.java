package org.goodtiming.scheduler.benchmarks.scenario;

import java.sql.SQLException;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.benchmarks.BrokerConsole;
import org.goodtiming.scheduler.benchmarks.Ledger;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;

/**
 * A running stack and the ways into it.
 *
 * @param progress receives the progress as lines
 */
record StackAccess(
    DevStack stack,
    ActiveMQConnectionFactory connectionFactory,
    DataSource database,
    Consumer<String> progress)
    implements AutoCloseable {

  static StackAccess of(DevStack stack, Consumer<String> progress) {
    var broker = stack.broker();
    return new StackAccess(
        stack,
        new ActiveMQConnectionFactory(broker.url(), broker.user(), broker.password()),
        stack.database().dataSource(DatabaseUser.SUPERUSER),
        progress);
  }

  Ledger ledger() {
    return new Ledger(database);
  }

  BrokerConsole broker() {
    return new BrokerConsole(connectionFactory);
  }

  /** A worker queue that the scheduler knows and does not serve yet. */
  void addQueue(String name) throws SQLException {
    ledger().allow(name);
    ledger().pause(name, true);
    broker().create(name);
  }

  void tell(String pattern, Object... values) {
    progress.accept(Texts.format(pattern, values));
  }

  @Override
  public void close() {
    connectionFactory.close();
  }
}
