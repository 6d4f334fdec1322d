package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The database is away for a while, and good messages are not to blame for it. */
@Disruptive
class DatabaseOutageIT {

  private static final int JOBS = Volume.of(100, 500);

  /** With the broker's own redelivery settings all would be dead letters after 5 s. */
  private static final Duration OUTAGE = Duration.ofSeconds(Volume.of(6, 12));

  /** The broker delivers at once, and again after 1, 2, 4 and 8 s. */
  private static final Duration FIVE_DELIVERIES = Duration.ofSeconds(20);

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  @BeforeEach
  void no_jobs() {
    stack.clear();
  }

  @AfterEach
  void database_up() {
    if (!stack.database().running()) {
      stack.database().start();
    }
    registrant.close();
  }

  @Test
  void registrations_are_tried_again_until_the_database_is_back_and_none_is_given_up() {
    stack.database().stopImmediately();
    registrant.sendAll(
        JOBS,
        i -> Map.of("scheduler_jobId", "job " + i, "scheduler_dueAt", "2100-01-01T00:00:00Z"));
    RestClient rest = new RestClient(stack.node(1));
    assertUnavailable(rest.get("/jobs"));
    assertUnavailable(rest.post("/jobs", RestJobsIT.job("by REST")));
    await()
        .during(OUTAGE)
        .atMost(OUTAGE.plusSeconds(30))
        .until(() -> broker.messagesOn("scheduler.jobs") == JOBS);
    stack.database().start();
    await().atMost(Duration.ofMinutes(1)).until(() -> stack.ledger("waiting") == JOBS);
    assertThat(broker.messagesOn("scheduler.dead")).isZero();
    assertThat(stack.integer("SELECT count(*) FROM scheduler.quarantine")).isZero();
    assertThat(stack.ledger("difference")).isZero();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> rest.post("/jobs", RestJobsIT.job("by REST")).status() == 202);
  }

  @Nightly
  @Test
  void overdue_jobs_of_an_outage_wait_for_cancels_that_arrive_behind_them() {
    stack.database().stopImmediately();
    Instant due = Instant.now();
    registrant.sendAll(
        JOBS, i -> Map.of("scheduler_jobId", "job " + i, "scheduler_dueAt", due.toString()));
    await()
        .during(OUTAGE)
        .atMost(OUTAGE.plusSeconds(30))
        .until(() -> broker.messagesOn("scheduler.jobs") == JOBS);
    stack.database().start();
    await().atMost(Duration.ofMinutes(1)).until(() -> stack.ledger("waiting") > 0);
    // As the broker would deliver cancels that it has tried to deliver during the outage
    registrant.sendAll(JOBS, i -> Map.of("scheduler_jobId", "job " + i, "scheduler_op", "cancel"));

    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> broker.messagesOn("scheduler.jobs") == 0 && stack.ledger("waiting") == 0);
    assertThat(stack.ledger("dispatched")).isZero();
    assertThat(stack.ledger("difference")).isZero();
  }

  /**
   * The outage is longer than the schedule: its times count from the moment of sending, which the
   * broker knows if the sender does not tell it.
   */
  @Nightly
  @Test
  void a_schedule_that_was_sent_during_an_outage_has_all_its_runs() {
    stack.database().stopImmediately();
    Instant start = Instant.now().truncatedTo(ChronoUnit.MILLIS).plusSeconds(2);
    registrant.send("every second", schedule("by JMS", start));
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker())) {
      amqp.send("every second", schedule("by AMQP", start));
    }
    databaseIsAwayFor(Duration.ofSeconds(20));

    try (Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      assertThat(worker.receive(22, Duration.ofMinutes(1), stack::now))
          .extracting(run -> run.delivery().jobId() + " " + run.delivery().dueAt())
          .containsExactlyInAnyOrderElementsOf(
              Stream.iterate(start, due -> due.plusSeconds(1))
                  .limit(11)
                  .flatMap(due -> Stream.of("by JMS " + due, "by AMQP " + due))
                  .toList());
      assertThat(worker.nothingMore()).isTrue();
    }
    assertThat(stack.ledger("dispatched")).isEqualTo(22);
    assertThat(stack.ledger("difference")).isZero();
  }

  private static Map<String, Object> schedule(String jobId, Instant start) {
    return Map.of(
        "scheduler_queue",
        "test.registration",
        "scheduler_jobId",
        jobId,
        "scheduler_recurrence",
        "every:PT1S",
        "scheduler_start",
        start.toString(),
        "scheduler_until",
        start.plusSeconds(10).toString(),
        "scheduler_misfire",
        "fire-all");
  }

  @Nightly
  @Test
  void all_receipts_follow_five_deliveries_that_an_outage_made_fail() {
    stack.database().stopImmediately();
    for (int i = 0; i < JOBS; i++) {
      registrant.sendForReceipt(
          Map.of("scheduler_jobId", "job " + i, "scheduler_dueAt", "2100-01-01T00:00:00Z"));
    }
    databaseIsAwayFor(FIVE_DELIVERIES);
    for (int i = 0; i < JOBS; i++) {
      assertThat(registrant.receipt().status()).isEqualTo("accepted");
    }
    await().until(() -> broker.messagesOn("scheduler.jobs") == 0);
  }

  @Nightly
  @Test
  void a_cancel_that_waited_out_an_outage_beside_its_job_is_not_late() {
    stack.database().stopImmediately();
    Instant due = Instant.now().plusSeconds(15);
    // A cancel of the same millisecond would be stored in either order
    registrant.sendAll(
        JOBS, i -> Map.of("scheduler_jobId", "job " + i, "scheduler_dueAt", due.toString()));
    registrant.sendAll(JOBS, i -> Map.of("scheduler_jobId", "job " + i, "scheduler_op", "cancel"));
    databaseIsAwayFor(Duration.ofSeconds(25));

    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> broker.messagesOn("scheduler.jobs") == 0 && stack.ledger("waiting") == 0);
    assertThat(stack.ledger("dispatched")).as("late cancels").isZero();
    // A job that is stored after its cancel is not registered
    assertThat(stack.integer("SELECT count(*) FROM scheduler.tombstone")).isEqualTo(JOBS);
    assertThat(stack.ledger("cancelled")).isEqualTo(stack.ledger("registered"));
    assertThat(stack.ledger("difference")).isZero();
  }

  /** Other registrations go on. */
  @Nightly
  @Test
  void a_cancel_that_waited_out_an_outage_is_read_before_a_job_that_was_stored_before_it() {
    Instant due = Instant.now().plusSeconds(20);
    registrant.sendAll(
        JOBS, i -> Map.of("scheduler_jobId", "job " + i, "scheduler_dueAt", due.toString()));
    await().until(() -> stack.ledger("waiting") == JOBS);
    stack.database().stopImmediately();
    registrant.sendAll(JOBS, i -> Map.of("scheduler_jobId", "job " + i, "scheduler_op", "cancel"));
    AtomicInteger others = new AtomicInteger();
    try (Registrant load = new Registrant(stack.connectionFactory())) {
      Runnable register =
          () ->
              load.send(
                  "load",
                  Map.of(
                      "scheduler_queue", "test.registration",
                      "scheduler_jobId", "other " + others.incrementAndGet(),
                      "scheduler_dueAt", "2100-01-01T00:00:00Z"));
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                register.run();
                return Instant.now().isAfter(due.plusSeconds(2));
              });
      stack.database().start();
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                register.run();
                return stack.integer("SELECT count(*) FROM scheduler.job WHERE job_id LIKE 'job %'")
                    == 0;
              });
    }
    assertThat(stack.ledger("dispatched")).as("late cancels").isZero();
    assertThat(stack.ledger("cancelled")).isEqualTo(JOBS);
    await().until(() -> stack.ledger("waiting") == others.get());
    assertThat(stack.ledger("difference")).isZero();
  }

  private void databaseIsAwayFor(Duration outage) {
    await()
        .during(outage)
        .atMost(outage.plusSeconds(10))
        .until(() -> broker.messagesOn("scheduler.jobs") > 0);
    stack.database().start();
  }

  private static void assertUnavailable(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(503);
    assertThat(answer.code()).isEqualTo("SCHED-0910");
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.header("Retry-After")).isEqualTo("5");
  }
}
