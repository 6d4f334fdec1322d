package org.goodtiming.scheduler.chaos;

import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.system.SystemStack;

/** The workers of two queues, which write a ledger outside the servers; and an empty stack. */
final class ChainWorkers implements AutoCloseable {

  /** Its workers report. */
  static final String REPORTING = "test.chain.reporting";

  /** Its runs finish when they are acknowledged. */
  static final String SILENT = "test.chain.silent";

  private static final int OF_EACH = 2;

  private final SystemStack stack;
  private final BrokerClient client;
  private final ChainLedger ledger;
  private final List<Receiver> receivers = new ArrayList<>();

  ChainWorkers(SystemStack stack, BrokerClient client, ChainLedger ledger) {
    this.stack = stack;
    this.client = client;
    this.ledger = ledger;
  }

  void start() {
    stack.startAllNodes();
    stack.clear();
    stack.allow(REPORTING);
    stack.allow(SILENT);
    stack.execute(
        "UPDATE scheduler.worker_queue SET finished_when_acknowledged = true WHERE name = '%s'"
            .formatted(SILENT));
    for (int i = 0; i < OF_EACH; i++) {
      receivers.add(
          new Receiver(client, REPORTING, ledger.worker(true), new WorkerSpeed()).start());
      receivers.add(new Receiver(client, SILENT, ledger.worker(false), new WorkerSpeed()).start());
    }
  }

  /** Until the workers have done so many jobs. */
  void awaitDone(int jobs, Duration limit) {
    await().atMost(limit).until(() -> ledger.done().size() >= jobs);
  }

  static JMSProducer tracked(JMSContext context, String queue, String jobId) {
    return context
        .createProducer()
        .setProperty("scheduler_queue", queue)
        .setProperty("scheduler_jobId", jobId)
        .setProperty("scheduler_tracked", true);
  }

  /** Registers a job that is due at once. */
  static void send(JMSContext context, JMSProducer job, String text) {
    job.setProperty("scheduler_delay", "PT0S").send(context.createQueue("scheduler.jobs"), text);
  }

  /** Leaves all servers running. */
  @Override
  public void close() throws InterruptedException {
    for (Receiver receiver : receivers) {
      receiver.close();
    }
    if (!stack.database().running()) {
      stack.database().start();
    }
    if (!stack.devStack().broker().running()) {
      stack.devStack().broker().start();
    }
    stack.startAllNodes();
    stack.clear();
  }
}
