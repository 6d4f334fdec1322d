package org.goodtiming.scheduler.dev;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The limits of this machine, or of its container. */
record Machine(int cores, long mebibytes) {
  private static final int NODES_PER_CORE = 4;

  /** The system, PostgreSQL and Artemis. */
  private static final long BASE_MEBIBYTES = 2_000;

  /** A heap of 768 MiB, and the memory of a JVM with Payara beside its heap. */
  private static final long NODE_MEBIBYTES = 1_300;

  static Machine here() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new Machine(
        Runtime.getRuntime().availableProcessors(), system.getTotalMemorySize() >> 20);
  }

  /** At least one node, even with less memory. */
  int mostNodes() {
    var byMemory = (mebibytes - BASE_MEBIBYTES) / NODE_MEBIBYTES;
    return (int) Math.max(1, Math.min((long) cores * NODES_PER_CORE, byMemory));
  }
}
