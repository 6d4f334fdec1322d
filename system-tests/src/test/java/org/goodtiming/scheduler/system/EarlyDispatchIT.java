package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Handed over ahead of the due time, for the broker to keep until then. */
@Disruptive
@Nightly
class EarlyDispatchIT {

  private static final int JOBS = 50;

  private final SystemStack stack = SystemStack.shared();

  @BeforeAll
  static void oneNodeThatHandsOverAhead() {
    var stack = SystemStack.shared();
    stack.stopAllNodes();
    stack.node(1).start(Map.of("SCHEDULER_DISPATCH_LEAD_TIME", "PT2S"));
  }

  @AfterAll
  static void asBefore() {
    var stack = SystemStack.shared();
    stack.node(1).stop();
    stack.startAllNodes();
  }

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void jobs_leave_the_database_ahead_of_their_due_time_and_reach_the_worker_no_earlier_than_it() {
    Instant due = stack.now().plusSeconds(10);
    try (var registrant = new Registrant(stack.connectionFactory());
        var worker = new Worker(stack.connectionFactory(), "test.registration")) {
      IntStream.range(0, JOBS)
          .forEach(
              i ->
                  registrant.ask(
                      "",
                      Map.of(
                          "scheduler_queue",
                          "test.registration",
                          "scheduler_jobId",
                          "job " + i,
                          "scheduler_dueAt",
                          due.plusMillis(20L * i).toString())));
      await().until(() -> stack.ledger("dispatched") == JOBS);
      assertThat(stack.now()).isBefore(due.plusMillis(20L * (JOBS - 1)));
      List<Worker.Received> received = worker.receive(JOBS, stack::now);
      assertThat(received)
          .allSatisfy(each -> assertThat(each.at()).isAfterOrEqualTo(each.delivery().dueAt()));
      assertThat(received).extracting(each -> each.delivery().jobId()).doesNotHaveDuplicates();
      assertThat(stack.ledger("difference")).isZero();
    }
  }
}
