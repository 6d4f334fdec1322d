package org.goodtiming.scheduler.benchmarks.peers;

import java.util.List;
import java.util.function.Consumer;
import org.goodtiming.scheduler.benchmarks.Job;

/** A contender, seen from its separate JVM. */
interface Contender extends AutoCloseable {

  /** The goal for which it is configured. */
  enum Purpose {
    THROUGHPUT,
    PUNCTUALITY,
    /** Notice the death of a node soon. */
    RECOVERY
  }

  /** Makes its tables anew; called once, by the first of its JVMs. */
  default void install() throws Exception {}

  /** In its tuned configuration, in a line for the report. */
  String settings();

  /** Registers a job in a durable transaction of its own; called by several threads at once. */
  void register(Job job) throws Exception;

  /** Registers jobs by the fastest way it has; called by several threads at once. */
  void registerAll(List<Job> jobs) throws Exception;

  /**
   * The same of jobs that recur each day, the first time when they are due. Only for those that
   * take part in {@link org.goodtiming.scheduler.benchmarks.report.Measure#RECURRING}.
   */
  default void registerRecurring(List<Job> jobs) throws Exception {
    throw new UnsupportedOperationException(settings());
  }

  /** Called before each command: another contender may have used the same scheduler since. */
  default void begin() throws Exception {}

  /**
   * Returns when that many jobs, all that were registered since it was last asked or a command
   * began, are stored for good.
   */
  default void awaitRegistered(int jobs) throws Exception {}

  /** Does what autovacuum would do by and by: nobody is to work by statistics of an empty table. */
  default void settle() throws Exception {}

  /**
   * Begins to hand due jobs, each by its payload, to the handler, and continues until it is
   * stopped.
   */
  void start(Purpose purpose, Consumer<String> handler) throws Exception;

  void stop() throws Exception;

  /** Adds jobs that are not due for weeks. */
  void addWaiting(int jobs) throws Exception;

  /** Forgets all jobs but the waiting ones; to be called while it is stopped. */
  void forgetDue() throws Exception;

  @Override
  void close() throws Exception;
}
