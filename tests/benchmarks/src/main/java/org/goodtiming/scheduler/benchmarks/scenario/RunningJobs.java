package org.goodtiming.scheduler.benchmarks.scenario;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;

/**
 * Runs that a worker has begun and does not end before they are cancelled. The worker is a JMS
 * client: it needs no thread for each run, and reads the same clock as the client that cancels.
 */
final class RunningJobs {

  private static final String QUEUE = "bench.running";
  private static final Pattern FIRE_ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final StackAccess site;
  private final int count;
  private final CancelledJobs jobs;

  RunningJobs(StackAccess site, int count) throws Exception {
    this.site = site;
    this.count = count;
    this.jobs = CancelledJobs.of(site, QUEUE, count);
  }

  /**
   * Measures the time from the request of all cancels until the worker has the notice of each run.
   */
  Lateness cancelAll() throws Exception {
    jobs.register();
    List<Run> runs = begin();
    awaitRunning(count);
    var notices = new ConcurrentHashMap<String, Long>();
    try (JMSContext context = site.connectionFactory().createContext(Session.AUTO_ACKNOWLEDGE);
        var control = context.createConsumer(context.createTopic(WireContract.CONTROL_TOPIC))) {
      control.setMessageListener(message -> note(message, notices));
      long from = System.nanoTime();
      jobs.cancel();
      awaitAll(notices);
      end(runs);
      return Lateness.of(
          notices.values().stream()
              .mapToLong(noticed -> (noticed - from) / 1_000)
              .sorted()
              .toArray());
    }
  }

  private record Run(String fireId, String token) {

    static Run of(Message message) throws JMSException {
      return new Run(
          message.getStringProperty(WireContract.FIRE_ID),
          message.getStringProperty(WireContract.TOKEN));
    }

    String report(String event) {
      return "{\"fireId\":\"%s\",\"token\":\"%s\",\"event\":\"%s\"}"
          .formatted(fireId, token, event);
    }
  }

  private List<Run> begin() throws JMSException {
    try (JMSContext context = site.connectionFactory().createContext(Session.SESSION_TRANSACTED);
        var deliveries = context.createConsumer(context.createQueue(QUEUE))) {
      var runs = new ArrayList<Run>();
      while (runs.size() < count) {
        Message delivery = deliveries.receive(PATIENCE.toMillis());
        if (delivery == null) {
          throw new IllegalStateException(
              "%d of %d jobs were dispatched".formatted(runs.size(), count));
        }
        runs.add(Run.of(delivery));
      }
      report(context, runs, "started");
      return runs;
    }
  }

  private void end(List<Run> runs) throws Exception {
    try (JMSContext context = site.connectionFactory().createContext(Session.SESSION_TRANSACTED)) {
      report(context, runs, "cancelled");
    }
    awaitRunning(0);
  }

  private static void report(JMSContext context, List<Run> runs, String event) {
    var producer = context.createProducer();
    var reports = context.createQueue(WireContract.REPORT_QUEUE);
    runs.forEach(run -> producer.send(reports, run.report(event)));
    context.commit();
  }

  private void awaitRunning(int expected) throws Exception {
    jobs.await("state = 'RUNNING'", expected);
  }

  private static void note(Message message, Map<String, Long> notices) {
    long now = System.nanoTime();
    try {
      FIRE_ID
          .matcher(message.getBody(String.class))
          .results()
          .forEach(found -> notices.putIfAbsent(found.group(), now));
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
    synchronized (notices) {
      notices.notifyAll();
    }
  }

  private void awaitAll(Map<String, Long> notices) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    synchronized (notices) {
      while (notices.size() < count) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new IllegalStateException(
              "the worker was told of %d of %d cancels".formatted(notices.size(), count));
        }
        notices.wait(left);
      }
    }
  }
}
