package org.goodtiming.scheduler.operations.cluster;

import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/** The encrypted worker queues, and the nodes that can read and write their jobs. */
public record EncryptionKeysCompared(List<KeysOfQueue> queues) implements Event {

  /**
   * @param missing number of nodes that lack a key of the queue
   */
  public record KeysOfQueue(String queue, int missing) {}

  @Override
  public void measure(Meters meters) {
    meters
        .ofLeader(queues, each -> Map.of("queue", each.queue))
        .max(
            "scheduler.encryption.keys.missing.nodes",
            "Nodes that lack a key of the encrypted worker queue",
            KeysOfQueue::missing);
  }
}
