package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.goodtiming.scheduler.api.WireContract;

/** The runs of jobs after jobs, as their workers know them; job ids are unique. */
final class ChainLedger {

  /** The text of a job that reports a failure. */
  static final String FAILS = "fails";

  private final AtomicLong clock = new AtomicLong();
  private final Map<String, Set<String>> messages = new ConcurrentHashMap<>();
  private final Map<String, Long> begun = new ConcurrentHashMap<>();
  private final Map<String, Long> ended = new ConcurrentHashMap<>();
  private final Set<String> done = new ConcurrentSkipListSet<>();
  private final Set<String> again = new ConcurrentSkipListSet<>();

  /** Jobs whose worker has certainly committed. */
  Set<String> done() {
    return new TreeSet<>(done);
  }

  /** Jobs that came with several messages, or after their worker had certainly committed. */
  Set<String> twice() {
    Set<String> twice = new TreeSet<>(again);
    messages.forEach(
        (job, ids) -> {
          if (ids.size() > 1) {
            twice.add(job);
          }
        });
    return twice;
  }

  /** Jobs that came before the last commit of the worker of one of their parents began. */
  Map<String, List<String>> beforeTheirParents(Map<String, List<String>> parents) {
    Map<String, List<String>> early = new TreeMap<>();
    begun.forEach(
        (job, at) -> {
          List<String> later =
              parents.getOrDefault(job, List.of()).stream()
                  .filter(parent -> ended.containsKey(parent) && ended.get(parent) > at)
                  .toList();
          if (!later.isEmpty()) {
            early.put(job, later);
          }
        });
    return early;
  }

  /** A worker; one that reports tells the ends of its runs. */
  Receiver.Inbox worker(boolean reports) {
    return new Receiver.Inbox() {

      private final List<String> open = new ArrayList<>();

      @Override
      public int messagesATransaction() {
        return 3;
      }

      @Override
      public void begins() {
        open.clear();
      }

      @Override
      public void received(Message message, JMSContext transaction) throws JMSException {
        String job = message.getStringProperty(WireContract.JOB_ID);
        if (done.contains(job)) {
          again.add(job);
        }
        messages
            .computeIfAbsent(job, id -> new ConcurrentSkipListSet<>())
            .add(message.getJMSMessageID());
        begun.putIfAbsent(job, clock.incrementAndGet());
        open.add(job);
        if (reports) {
          report(message, transaction);
        }
      }

      @Override
      public void commits() {
        open.forEach(job -> ended.put(job, clock.incrementAndGet()));
      }

      @Override
      public void committed() {
        done.addAll(open);
      }
    };
  }

  private static void report(Message message, JMSContext transaction) throws JMSException {
    String event = FAILS.equals(message.getBody(String.class)) ? "failed" : "finished";
    transaction
        .createProducer()
        .send(
            transaction.createQueue(WireContract.REPORT_QUEUE),
            "{\"fireId\":\"%s\",\"token\":\"%s\",\"event\":\"%s\"}"
                .formatted(
                    message.getStringProperty(WireContract.FIRE_ID),
                    message.getStringProperty(WireContract.TOKEN),
                    event));
  }
}
