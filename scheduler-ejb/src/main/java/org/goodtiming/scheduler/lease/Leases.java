package org.goodtiming.scheduler.lease;

import java.util.List;
import org.goodtiming.scheduler.config.LeaseConfig;
import org.goodtiming.scheduler.telemetry.Events;

/** The leases that one start of this node may hold. */
public final class Leases {

  private final LeaseStore store;
  private final LeaseConfig config;
  private final Incarnation self;
  private final Events events;

  public Leases(LeaseStore store, LeaseConfig config, Incarnation self, Events events) {
    this.store = store;
    this.config = config;
    this.self = self;
    this.events = events;
  }

  /** One for each partition of the configuration. */
  public List<LeaseKeeper> keepers() {
    return config.partitions().stream().map(this::keeper).toList();
  }

  private LeaseKeeper keeper(String partition) {
    return new LeaseKeeper(store, partition, config.failover(), self, events);
  }
}
