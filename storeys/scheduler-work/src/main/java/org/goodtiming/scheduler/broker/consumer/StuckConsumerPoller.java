package org.goodtiming.scheduler.broker.consumer;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.broker.BrokerConnections;
import org.goodtiming.scheduler.broker.BrokerManagement;
import org.goodtiming.scheduler.config.CoreConfig;

/**
 * Closes the connections of consumers that hold messages of the scheduler's queues without
 * progress. Each node watches the consumers of all nodes, because the broker does not know which
 * node a consumer belongs to; closing a connection twice has no effect.
 */
@Singleton
final class StuckConsumerPoller implements NodeTask {

  private static final Logger LOG = System.getLogger(StuckConsumerPoller.class.getName());

  private static final int LOOKS_WITHIN_LIMIT = 6;

  private final Duration limit;
  private final BrokerConsumers consumers;
  private final BrokerConnections connections;
  private final StuckConsumers stuckConsumers;

  @Inject
  StuckConsumerPoller(BrokerManagement management, CoreConfig config) {
    limit = config.broker().stuckConsumerAfter();
    consumers = new BrokerConsumers(management);
    connections = new BrokerConnections(management);
    stuckConsumers = new StuckConsumers(limit);
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "stuck consumers",
        limit.dividedBy(LOOKS_WITHIN_LIMIT),
        "SCHED-0607 could not search for stuck consumers; the next look tries again");
  }

  @Override
  public void run(Repetition repetition) {
    stuckConsumers.look(consumers.all(), System.nanoTime()).forEach(this::free);
  }

  private void free(BrokerConsumer stuck) {
    String address = consumers.addressOf(stuck.connection());
    if (connections.close(stuck.connection())) {
      LOG.log(
          Level.WARNING,
          "SCHED-0606 closed connection {0} from {1}: its consumer of queue {2} has held {3} messages for more than {4} without acknowledging one. The broker delivers them again, and the client connects anew. If it happens again, restart the node at that address",
          stuck.connection(),
          address,
          stuck.queue(),
          stuck.held(),
          limit);
    }
  }
}
