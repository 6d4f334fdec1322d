package org.goodtiming.scheduler.lease;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.util.List;
import org.goodtiming.scheduler.config.LeaseConfig;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.telemetry.Events;

/** The leases that one start of this node may hold. */
@Singleton
public final class Leases {

  private final LeaseStore store;
  private final LeaseConfig config;
  private final List<LeaseKeeper> keepers;

  @Inject
  Leases(LeaseStore store, LeaseConfig config, @NodeName String node, Events events) {
    Incarnation self = Incarnation.of(node);
    this.store = store;
    this.config = config;
    this.keepers =
        config.partitions().stream()
            .map(each -> new LeaseKeeper(store, each, config.failover(), self, events))
            .toList();
  }

  /** The keepers, one for each configured partition. */
  public List<LeaseKeeper> keepers() {
    return keepers;
  }

  /**
   * Takes the lease of a partition from its holder, which may be another node. The holder lets
   * others take it for a while.
   *
   * @return false if nobody held it
   */
  public boolean stepDown(String partition) throws SQLException {
    try (LeaseStore.Session session = store.open(config.failover())) {
      return session.release(partition, null, null);
    }
  }
}
