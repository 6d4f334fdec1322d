package org.goodtiming.scheduler.testkit;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.job.ClaimedJob;

/** The messages of dispatched jobs, and their workers. */
final class Deliveries {

  /** Fewer than those of a broker, so that a failing worker is called less often. */
  private static final int MAX_DELIVERIES = 10;

  private final DeliveryTransaction transaction;
  private final Map<String, MessageListener> workers = new HashMap<>();

  /** How many messages were delivered to queues that have no worker yet. */
  private final Map<String, Integer> unread = new HashMap<>();

  private final List<JobDelivery> delivered = new ArrayList<>();
  private final Map<Attempt, Dispatched> dispatched = new HashMap<>();
  private final List<JobDelivery> deadLetters = new ArrayList<>();

  private record Attempt(String fireId, long number) {

    private static Attempt of(JobDelivery job) {
      return new Attempt(job.fireId(), job.attempt());
    }
  }

  /** A job that was dispatched, and as it waited before. */
  record Dispatched(WaitingJob due, ClaimedJob job) {}

  Deliveries(DeliveryTransaction transaction) {
    this.transaction = transaction;
  }

  void worker(String queue, MessageListener worker) {
    workers.put(queue, worker);
    unread.remove(queue);
  }

  int unread(String queue) {
    return unread.getOrDefault(queue, 0);
  }

  /**
   * Delivers a job for the first time.
   *
   * @return false if its worker has failed at all deliveries
   */
  boolean deliver(WaitingJob due, ClaimedJob job) {
    JobDelivery delivery = JobDelivery.of(JobMessage.of(job, 1));
    delivered.add(delivery);
    dispatched.put(Attempt.of(delivery), new Dispatched(due, job));
    return toWorker(job);
  }

  /** As {@link #deliver}, of a job that was delivered before. */
  boolean toWorker(ClaimedJob job) {
    MessageListener worker = workers.get(job.key().queue());
    if (worker == null) {
      unread.merge(job.key().queue(), 1, Integer::sum);
      return true;
    }
    for (int delivery = 1; delivery <= MAX_DELIVERIES; delivery++) {
      Message message = JobMessage.of(job, delivery);
      if (transaction.commits(() -> worker.onMessage(message))) {
        return true;
      }
    }
    return false;
  }

  /** The job of a delivery. */
  Dispatched dispatched(JobDelivery job) {
    Dispatched found = dispatched.get(Attempt.of(job));
    if (found == null) {
      throw new NoSuchElementException("no run %s was delivered".formatted(job.fireId()));
    }
    return found;
  }

  void exhausted(ClaimedJob job) {
    deadLetters.add(JobDelivery.of(JobMessage.of(job, MAX_DELIVERIES)));
  }

  List<JobDelivery> delivered(String queue) {
    return delivered.stream().filter(each -> each.key().queue().equals(queue)).toList();
  }

  List<JobDelivery> deadLetters() {
    return List.copyOf(deadLetters);
  }
}
