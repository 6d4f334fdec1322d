package org.goodtiming.scheduler.container;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.CurrentDuties;
import org.goodtiming.scheduler.background.NodeProbe;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.QueueProbe;
import org.goodtiming.scheduler.background.TaskLoop;
import org.goodtiming.scheduler.background.TaskThreads;
import org.goodtiming.scheduler.broker.amqp.BrokerQueues;
import org.goodtiming.scheduler.server.Servers;

/**
 * Starts and ends the tasks of a node. They end while the session beans that they use still work
 * (docs/adr/0050).
 */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class NodeTasks {

  private static final Logger LOG = System.getLogger(NodeTasks.class.getName());

  /** Behind another session a transaction waits 10 s for a locked row, and then has 10 s itself. */
  private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(25);

  private @Inject TaskThreads threads;
  private @Inject Instance<NodeTask> tasks;
  private @Inject Servers servers;
  private @Inject CurrentDuties duties;
  private @Inject DataSource dataSource;
  private @Inject BrokerQueues queues;

  private final Map<NodeTask, TaskLoop> loops = new LinkedHashMap<>();

  @PostConstruct
  void start() {
    for (NodeTask task : tasks) {
      begin(task);
    }
    List<TaskLoop> ofTasks = List.copyOf(loops.values());
    begin(new NodeProbe(ofTasks, dataSource));
    begin(new QueueProbe(ofTasks, queues::nonEmpty));
  }

  // Payara would take another method start for the callback
  private void begin(NodeTask task) {
    TaskLoop loop = new TaskLoop(task, threads, servers, duties);
    loops.put(task, loop);
    loop.attempt(task::atStart);
    loop.start(task.description().interval());
  }

  // The attribute is named here too: see docs/adr/0050
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    loops.forEach((task, loop) -> loop.end(task::end));
    long deadline = System.nanoTime() + LONGEST_TRANSACTION.toNanos();
    try {
      for (var each : loops.entrySet()) {
        if (!each.getValue().awaitEnd(Duration.ofNanos(deadline - System.nanoTime()))) {
          abandon(each.getKey(), each.getValue());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void abandon(NodeTask task, TaskLoop loop) {
    LOG.log(
        Level.WARNING,
        "SCHED-0716 the node stops while {0} still work; messages that they have consumed may be redelivered only after the broker''s transaction-timeout",
        task.description().name());
    loop.kill();
  }
}
