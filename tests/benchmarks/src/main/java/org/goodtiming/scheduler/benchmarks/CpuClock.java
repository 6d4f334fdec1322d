package org.goodtiming.scheduler.benchmarks;

import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.ServerNode;

/**
 * Reads how much processor time broker, database and one application have used.
 *
 * @param application what works between the other two
 * @param pids of its processes
 */
public record CpuClock(String application, Supplier<LongStream> pids, DevStack stack) {

  /** The first node of a stack is the application. */
  public static CpuClock ofNode(DevStack stack) {
    return new CpuClock("Payara", () -> LongStream.of(stack.node(1).pid()), stack);
  }

  /** All nodes of a stack that run are the application. */
  public static CpuClock ofNodes(DevStack stack) {
    return new CpuClock(
        "Payara",
        () -> stack.nodes().stream().filter(ServerNode::running).mapToLong(ServerNode::pid),
        stack);
  }

  /** A clock whose application is this JVM. */
  public static CpuClock ofThisJvm(DevStack stack) {
    return new CpuClock("client", () -> LongStream.of(ProcessHandle.current().pid()), stack);
  }

  /** A reading in microseconds. */
  public record Reading(String application, double ofApplication, double artemis, double postgres) {

    /** The time used since an earlier reading. */
    public CpuPerJob perJobSince(Reading start, long jobs) {
      return new CpuPerJob(
          application,
          (ofApplication - start.ofApplication) / jobs,
          (artemis - start.artemis) / jobs,
          (postgres - start.postgres) / jobs);
    }
  }

  /**
   * The time used so far; of the application without children, because it may have started the
   * servers.
   */
  public Reading read() {
    return new Reading(
        application,
        pids.get().mapToDouble(pid -> new CpuTime(pid).alone()).sum(),
        new CpuTime(stack.broker().pid()).withChildren(),
        new CpuTime(stack.database().pid()).withChildren());
  }
}
