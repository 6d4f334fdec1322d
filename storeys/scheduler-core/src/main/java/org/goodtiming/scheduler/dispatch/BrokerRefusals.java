package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Singleton;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Asks the resource adapter of the scheduler why the broker refused a transaction: the server tells
 * only that it has rolled back.
 */
@Singleton
final class BrokerRefusals {

  /** The name by which module scheduler-rar registers it. */
  private static final String ADAPTERS = "org.goodtiming.scheduler:type=BrokerRefusals,*";

  /**
   * Whether the broker has refused a transaction of this thread since the last call, because it
   * already had a message of it. The broker knows the id of a message once the transaction that
   * brought it has committed.
   */
  boolean takeDuplicate() {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    boolean duplicate = false;
    try {
      for (ObjectName adapter : server.queryNames(new ObjectName(ADAPTERS), null)) {
        Object taken = server.invoke(adapter, "takeDuplicate", new Object[0], new String[0]);
        duplicate |= Boolean.TRUE.equals(taken);
      }
      return duplicate;
    } catch (JMException e) {
      throw new IllegalStateException("ask why the broker refused a transaction", e);
    }
  }
}
