package org.goodtiming.scheduler.operations.cluster;

import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.background.NodeDuties;

/**
 * Has the resource adapter of the scheduler suspend deliveries to message-driven beans: the server
 * itself can only undeploy them.
 */
@Singleton
final class BeanDeliveries {

  private static final Logger LOG = System.getLogger(BeanDeliveries.class.getName());

  /** The name by which module scheduler-rar registers it. */
  private static final String ADAPTERS = "org.goodtiming.scheduler:type=BeanDeliveries,*";

  private static final String DEAD = "scheduler.dead";
  private static final String EXPIRED = "scheduler.expired";

  private boolean missing;

  /** Stops deliveries to beans for which the node has no duty; active deliveries end first. */
  void suspendAllBut(NodeDuties duties) {
    if (duties.isDrained()) {
      suspend(WireContract.REGISTRATION_QUEUE, WireContract.REPORT_QUEUE, DEAD, EXPIRED);
    } else if (duties.registers()) {
      suspend();
    } else {
      suspend(WireContract.REGISTRATION_QUEUE);
    }
  }

  private void suspend(String... queues) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      Set<ObjectName> adapters = server.queryNames(new ObjectName(ADAPTERS), null);
      for (ObjectName adapter : adapters) {
        server.invoke(
            adapter, "suspend", new Object[] {queues}, new String[] {String[].class.getName()});
      }
      tellMissing(adapters.isEmpty() && queues.length > 0);
    } catch (JMException e) {
      throw new IllegalStateException("suspend deliveries from " + List.of(queues), e);
    }
  }

  private void tellMissing(boolean needed) {
    if (needed && !missing) {
      LOG.log(
          Level.WARNING,
          "SCHED-0091 the server''s resource adapter cannot suspend deliveries, so this node still"
              + " takes messages of the scheduler''s queues: deploy artemis-ra.rar of this release");
    }
    missing = needed;
  }
}
