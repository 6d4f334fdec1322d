package org.goodtiming.scheduler.system;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.system.Worker.Received;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs are dispatched shortly before they are due, and the broker keeps them until then. */
class EarlyDispatchIT {

  private static final String QUEUE = "test.registration";
  private static final String OTHER_QUEUE = "test.caller";
  private static final Duration LEAD_TIME = Duration.ofMillis(250);

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  void empty() {
    stack.startAllNodes();
    stack.clear();
    // The first job of a fresh stack takes seconds
    dispatchOther();
  }

  @Test
  void jobs_are_sent_before_they_are_due_and_reach_the_worker_no_earlier() throws JMSException {
    int jobs = 50;
    Instant due = stack.now().plusSeconds(3);
    try (var registrant = new Registrant(stack.connectionFactory());
        var worker = new Worker(stack.connectionFactory(), QUEUE)) {
      registrant.sendAll(jobs, i -> job(i, due.plusMillis(20L * i)));
      Set<String> received = new HashSet<>();
      int early = 0;
      while (received.size() < jobs) {
        Message message = worker.receiveMessage();
        Instant at = stack.now();
        JobDelivery delivery = JobDelivery.of(message);
        assertThat(at).isAfterOrEqualTo(delivery.dueAt());
        assertThat(received.add(delivery.jobId())).as(delivery.jobId()).isTrue();
        early += message.getJMSTimestamp() < delivery.dueAt().toEpochMilli() ? 1 : 0;
      }
      assertThat(early).isPositive();
      assertThat(stack.ledger("difference")).isZero();
    }
  }

  /**
   * Some cancels arrive long before the dispatch, the others around it: one in two milliseconds.
   */
  @Nightly
  @Test
  void a_cancelled_job_is_not_delivered_and_any_other_is_whose_cancel_is_only_noted() {
    int jobs = 300;
    int atOnce = 20;
    Instant due = stack.now().plusSeconds(4);
    try (var registrant = new Registrant(stack.connectionFactory());
        var worker = new Worker(stack.connectionFactory(), QUEUE)) {
      registrant.sendAll(jobs, i -> job(i, due));
      Instant first = due.minus(LEAD_TIME.multipliedBy(2));
      for (int i = 0; i < jobs; i++) {
        if (i >= atOnce) {
          waitUntil(first.plusMillis(2L * i));
        }
        registrant.sendForReceipt(cancel(i));
      }
      Map<String, String> outcomes =
          IntStream.range(0, jobs)
              .mapToObj(i -> registrant.receipt())
              .collect(
                  toMap(r -> (String) r.property("scheduler_jobId"), Registrant.Receipt::status));
      Set<String> noted = new HashSet<>(outcomes.keySet());
      noted.removeIf(job -> !outcomes.get(job).equals("cancel-noted"));

      List<Received> received = worker.receive(noted.size(), stack::now);

      assertThat(outcomes.values()).containsOnly("cancelled", "cancel-noted");
      assertThat(received.stream().map(each -> each.delivery().jobId()).collect(toSet()))
          .isEqualTo(noted);
      assertThat(received)
          .allSatisfy(each -> assertThat(each.at()).isAfterOrEqualTo(each.delivery().dueAt()));
      assertThat(worker.nothingMore()).isTrue();
      assertThat(stack.ledger("difference")).isZero();
    }
  }

  @Nightly
  @Test
  void a_pause_holds_exactly_the_jobs_that_have_not_left() {
    int jobs = 100;
    Instant due = stack.now().plusSeconds(3);
    Instant last = due.plusMillis(20L * jobs);
    try (var registrant = new Registrant(stack.connectionFactory());
        var worker = new Worker(stack.connectionFactory(), QUEUE)) {
      registrant.sendAll(jobs, i -> job(i, due.plusMillis(20L * i)));
      List<Received> received = worker.receive(jobs / 4, stack::now);
      pause(true);
      waitUntil(last.plus(LEAD_TIME));
      // The leader has claimed what it saw before the pause
      dispatchOther();
      // Waits for a batch that was claimed before the pause, and is not committed yet
      int waiting =
          (int) stack.integer("SELECT count(*) FROM (SELECT FROM scheduler.job FOR SHARE) waiting");
      assertThat(waiting).isBetween(1, jobs - received.size());
      received.addAll(worker.receive(jobs - waiting - received.size(), stack::now));
      assertThat(worker.nothingMore()).isTrue();
      assertThat(stack.integer("SELECT count(*) FROM scheduler.job")).isEqualTo(waiting);

      pause(false);
      received.addAll(worker.receive(waiting, stack::now));
      assertThat(received.stream().map(each -> each.delivery().jobId()).collect(toSet()))
          .hasSize(jobs);
      assertThat(received)
          .allSatisfy(each -> assertThat(each.at()).isAfterOrEqualTo(each.delivery().dueAt()));
    }
  }

  private void pause(boolean paused) {
    stack.execute(
        "UPDATE scheduler.worker_queue SET paused = %s WHERE name = '%s'".formatted(paused, QUEUE));
  }

  private void dispatchOther() {
    try (var registrant = new Registrant(stack.connectionFactory());
        var worker = new Worker(stack.connectionFactory(), OTHER_QUEUE)) {
      registrant.send(
          "", Map.of("scheduler_queue", OTHER_QUEUE, "scheduler_dueAt", stack.now().toString()));
      worker.receive();
    }
  }

  private void waitUntil(Instant then) {
    Duration left = Duration.between(Instant.now(), then);
    if (!left.isNegative()) {
      LockSupport.parkNanos(left.toNanos());
    }
  }

  private static Map<String, Object> job(int i, Instant due) {
    return Map.of(
        "scheduler_queue", QUEUE, "scheduler_jobId", "job " + i, "scheduler_dueAt", due.toString());
  }

  private static Map<String, Object> cancel(int i) {
    return Map.of(
        "scheduler_op", "cancel", "scheduler_queue", QUEUE, "scheduler_jobId", "job " + i);
  }
}
