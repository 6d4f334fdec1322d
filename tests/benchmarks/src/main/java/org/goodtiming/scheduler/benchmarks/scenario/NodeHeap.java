package org.goodtiming.scheduler.benchmarks.scenario;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The heap of another JVM on this machine, in bytes. */
final class NodeHeap implements AutoCloseable {
  private final JMXConnector connector;
  private final MBeanServerConnection server;
  private final MemoryMXBean memory;
  private final Set<String> heapPools;

  private NodeHeap(JMXConnector connector) throws IOException {
    this.connector = connector;
    server = connector.getMBeanServerConnection();
    memory = ManagementFactory.getPlatformMXBean(server, MemoryMXBean.class);
    heapPools =
        ManagementFactory.getPlatformMXBeans(server, MemoryPoolMXBean.class).stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toSet());
  }

  @SuppressWarnings("BanJNDI") // The address of a process of this stack, over the loopback only
  static NodeHeap of(long pid) throws IOException {
    try {
      var machine = VirtualMachine.attach(Long.toString(pid));
      try {
        var address = new JMXServiceURL(machine.startLocalManagementAgent());
        return new NodeHeap(JMXConnectorFactory.connect(address));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException(e);
    }
  }

  /** The heap after full collections. */
  long live() {
    // Objects that the first collection hands to finalizers and reference queues are freed by the
    // next
    memory.gc();
    memory.gc();
    return used();
  }

  /** Garbage included. */
  long used() {
    return memory.getHeapMemoryUsage().getUsed();
  }

  /** The heap after the last collection, including garbage in regions that it skipped. */
  long afterCollection() throws IOException {
    return ManagementFactory.getPlatformMXBeans(server, GarbageCollectorMXBean.class).stream()
        .map(GarbageCollectorMXBean::getLastGcInfo)
        .filter(last -> last != null)
        .max(Comparator.comparingLong(last -> last.getEndTime()))
        .map(last -> heap(last.getMemoryUsageAfterGc()))
        .orElse(0L);
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }

  private long heap(Map<String, MemoryUsage> pools) {
    return pools.entrySet().stream()
        .filter(pool -> heapPools.contains(pool.getKey()))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }
}
