package org.goodtiming.scheduler.config.operations;

import org.goodtiming.scheduler.config.LeaseConfig;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.config.Settings;

/**
 * The sizes of the server's connection pools, which the node cannot read. It compares them with its
 * need and with the limits of the database.
 *
 * @param poolSize maximum number of connections of {@code jdbc/scheduler}
 * @param leasePoolSize maximum number of connections of {@code jdbc/schedulerLease}
 */
public record DatabaseConfig(int poolSize, int leasePoolSize) {

  /** The batch that commits, and its successor. */
  private static final int PER_PARTITION = 2;

  /** Leader tasks, dead letters, AMQP registrations, resubmissions, schema and clocks. */
  private static final int OTHERS = 10;

  /** The check whether the database answers, and the release of a lease. */
  private static final int BESIDE_LEASES = 2;

  /**
   * The connection of {@code TakeoverWatch} in module scheduler-datasource, which is outside the
   * pools.
   */
  private static final int WATCH = 1;

  public static DatabaseConfig from(
      Settings settings, LeaseConfig lease, RegistrationConfig registration) {
    DatabaseConfig database =
        new DatabaseConfig(
            settings.number("scheduler.database.pool-size", 64),
            settings.number("scheduler.database.lease-pool-size", 12));
    int partitions = lease.partitions().size();
    int needed = registration.sessions() + PER_PARTITION * partitions + OTHERS;
    settings.require(
        database.poolSize >= needed,
        "SCHED-0312 scheduler.database.pool-size is %d but registration (%d sessions) and dispatch (%d"
            + " partitions) need %d connections: raise the pool of jdbc/scheduler, and this setting",
        database.poolSize,
        registration.sessions(),
        partitions,
        needed);
    settings.require(
        database.leasePoolSize >= partitions + BESIDE_LEASES,
        "SCHED-0313 scheduler.database.lease-pool-size is %d but the leases of %d partitions need %d:"
            + " raise the pool of jdbc/schedulerLease, and this setting",
        database.leasePoolSize,
        partitions,
        partitions + BESIDE_LEASES);
    return database;
  }

  /** Maximum number of connections of both pools and the watch for a failover. */
  public int connections() {
    return poolSize + leasePoolSize + WATCH;
  }
}
