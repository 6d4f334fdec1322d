package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.util.Set;

/**
 * What nodes need of a running broker, by the configuration that {@link BrokerInstallation} merges.
 *
 * @param queues of the scheduler
 * @param idCacheSize how many ids of messages it must remember for each address
 */
public record BrokerRequirements(Set<String> queues, int idCacheSize) {

  /** Reads what this version needs. */
  public static BrokerRequirements read() throws IOException {
    BrokerXml ours = BrokerXml.ours();
    return new BrokerRequirements(
        ours.ownQueues(), Integer.parseInt(ours.setting("id-cache-size")));
  }
}
