package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.broker.BrokerBacklog;
import org.goodtiming.scheduler.broker.BrokerBacklogs.Questions;
import org.goodtiming.scheduler.policy.QueueDepths;
import org.goodtiming.scheduler.policy.QueueDepths.Question;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.telemetry.FailureLog;

/**
 * Asks the broker for the depths of all worker queues at once, while a job of a queue with a
 * maximum depth is due.
 */
@Singleton
final class DepthProbe {

  /** From the end of a reading to the next. */
  static final Duration INTERVAL = Duration.ofMillis(250);

  private final Questions broker;
  private final QueueDepths depths;
  private final Servers servers;
  private final FailureLog failures;

  @Inject
  DepthProbe(Questions broker, QueueDepths depths, Servers servers) {
    this.broker = broker;
    this.depths = depths;
    this.servers = servers;
    this.failures = new FailureLog(System.getLogger(DepthProbe.class.getName()), servers::explain);
  }

  /** Whether dispatch waits for depths. */
  boolean isAsked() {
    return depths.question() != null;
  }

  void read() {
    Question question = depths.question();
    if (question == null || !servers.allAnswer()) {
      return;
    }
    try {
      depths.read(
          question,
          broker.list().get().stream()
              .collect(Collectors.toMap(BrokerBacklog::queue, BrokerBacklog::messages, Long::sum)));
    } catch (RuntimeException e) {
      failures.failed(
          "SCHED-0219 could not read the depths of worker queues from the broker; those with a maximum depth are not served until it answers",
          e);
    }
  }
}
