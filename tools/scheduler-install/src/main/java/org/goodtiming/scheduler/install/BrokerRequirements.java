package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.util.Set;

/**
 * The requirements of nodes for a running broker, from the configuration that {@link
 * BrokerInstallation} merges.
 *
 * @param queues of the scheduler
 * @param idCacheSize number of message ids that it must remember for each address
 */
public record BrokerRequirements(Set<String> queues, int idCacheSize) {

  /** Reads what this version needs. */
  public static BrokerRequirements read() throws IOException {
    BrokerXml ours = BrokerXml.ours();
    return new BrokerRequirements(
        ours.ownQueues(), Integer.parseInt(ours.setting("id-cache-size")));
  }
}
