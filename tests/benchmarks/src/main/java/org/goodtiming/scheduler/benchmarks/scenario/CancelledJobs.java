package org.goodtiming.scheduler.benchmarks.scenario;

import jakarta.jms.JMSContext;
import jakarta.jms.Session;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.benchmarks.Table;

/**
 * Tracked jobs that are registered by JMS and, when they run, cancelled, each time in one
 * transaction.
 *
 * @param queue of their worker
 */
record CancelledJobs(StackAccess site, String queue, int count) {

  /** Creates the jobs with a queue that the scheduler serves. */
  static CancelledJobs of(StackAccess site, String queue, int count) throws Exception {
    site.addQueue(queue);
    site.ledger().pause(queue, false);
    return new CancelledJobs(site, queue, count);
  }

  void register() {
    send(Map.of(WireContract.DELAY, "PT0S", WireContract.TRACKED, true), "x");
  }

  void cancel() {
    send(Map.of(WireContract.OP, WireContract.OP_CANCEL), "");
  }

  /** Waits until the expected number of executions meets the condition. */
  void await(String condition, int expected) throws Exception {
    String query =
        "SELECT count(*) FROM scheduler.execution WHERE queue = '%s' AND %s"
            .formatted(queue, condition);
    long found = Table.await(site.database(), query, runs -> runs == expected);
    if (found != expected) {
      throw new IllegalStateException(
          "%d executions are %s, not %d".formatted(found, condition, expected));
    }
  }

  private void send(Map<String, Object> properties, String body) {
    try (JMSContext context = site.connectionFactory().createContext(Session.SESSION_TRANSACTED)) {
      var registrations = context.createQueue(WireContract.REGISTRATION_QUEUE);
      var producer = context.createProducer().setProperty(WireContract.QUEUE, queue);
      properties.forEach(producer::setProperty);
      for (int i = 0; i < count; i++) {
        producer.setProperty(WireContract.JOB_ID, "running-" + i).send(registrations, body);
      }
      context.commit();
    }
  }
}
