package org.goodtiming.scheduler.api;

import jakarta.jms.JMSRuntimeException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Asks the scheduler about each worker queue at its first use, so that a wrong name fails where it
 * is used. If the scheduler does not answer, for example in an outage, registrations are sent
 * unchecked. Thread-safe.
 */
final class WorkerQueueNames {

  /** Codes of an unknown queue and of a login without a grant. */
  private static final Set<String> CODES = Set.of("SCHED-0102", "SCHED-0152");

  /** Maximum time that the first use of a queue waits for the answer. */
  static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** Time for which a queue is used unchecked if the scheduler did not answer. */
  static final Duration UNCHECKED = Duration.ofMinutes(1);

  /** Asks whether the scheduler would accept a job; empty if it does not answer in time. */
  interface Check {
    Optional<JobReceipt> ask(JobRequest job, Duration timeout);
  }

  private final Check check;
  private final LongSupplier nanoTime;
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> uncheckedSince = new ConcurrentHashMap<>();

  WorkerQueueNames(Check check, LongSupplier nanoTime) {
    this.check = check;
    this.nanoTime = nanoTime;
  }

  /**
   * Returns if jobs may be registered, or if the scheduler does not answer.
   *
   * @throws JobSchedulerException if the scheduler refuses jobs of the queue
   */
  void require(String queue) {
    if (!accepted.contains(queue) && !isUnchecked(queue)) {
      answer(queue)
          .ifPresentOrElse(
              receipt -> require(queue, receipt),
              () -> uncheckedSince.put(queue, nanoTime.getAsLong()));
    }
  }

  private boolean isUnchecked(String queue) {
    Long since = uncheckedSince.get(queue);
    return since != null && nanoTime.getAsLong() - since < UNCHECKED.toNanos();
  }

  private Optional<JobReceipt> answer(String queue) {
    try {
      return check.ask(JobRequest.on(queue).delay(Duration.ZERO).build(), TIMEOUT);
    } catch (JMSRuntimeException e) {
      // A login that may not read receipts may still register
      return Optional.empty();
    }
  }

  private void require(String queue, JobReceipt receipt) {
    String code = receipt.code();
    if (code != null && CODES.contains(code)) {
      throw new JobSchedulerException(
          "SCHED-0195 jobs of worker queue '%s' are refused, nothing was sent: %s %s"
              .formatted(queue, code, receipt.reason()));
    }
    accepted.add(queue);
    uncheckedSince.remove(queue);
  }
}
