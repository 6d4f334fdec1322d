package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobDelivery;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From due to delivered, on one node. */
class DispatchIT {

  private final SystemStack stack = SystemStack.shared();
  @AutoClose private final Registrant registrant = new Registrant(stack.connectionFactory());
  @AutoClose private Worker worker;

  @BeforeEach
  void empty() {
    stack.clear();
    worker = new Worker(stack.connectionFactory(), "test.registration");
  }

  @Test
  void a_due_job_is_delivered_and_its_row_is_gone() {
    register("1", Map.of("scheduler_delay", "PT1S"));
    JobDelivery delivery = worker.receive();
    assertThat(delivery.jobId()).isEqualTo("1");
    assertThat(delivery.fireId()).isNotBlank();
    assertThat(delivery.epoch()).isPositive();
    await().until(() -> stack.ledger("waiting") == 0);
    assertThat(stack.ledger("dispatched")).isEqualTo(1);
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void no_job_is_delivered_before_its_due_time_by_the_database_clock() {
    int jobs = Volume.of(50, 200);
    IntStream.range(0, jobs)
        .forEach(
            i ->
                register(
                    "job " + i,
                    Map.of("scheduler_delay", "PT%d.%03dS".formatted(1 + i / 100, i * 5 % 1000))));
    List<Worker.Received> received = worker.receive(jobs, stack::now);
    assertThat(received)
        .allSatisfy(each -> assertThat(each.at()).isAfterOrEqualTo(each.delivery().dueAt()));
  }

  /** The server keeps the state of each EJB timer in an object of this class. */
  @Test
  void each_node_has_one_ejb_timer_while_ten_thousand_jobs_wait() {
    BatchJobs.insert(stack, "waits-", 10_000);
    assertThat(List.of(stack.node(1), stack.node(2)))
        .allSatisfy(
            node ->
                assertThat(NodeHeap.instances(node, "com.sun.ejb.containers.RuntimeTimerState"))
                    .isEqualTo(1));
    assertThat(stack.ledger("waiting")).isEqualTo(10_000);
  }

  @Test
  void due_jobs_are_deleted_by_one_statement_and_sent_in_one_batch() {
    int jobs = Volume.of(100, 900);
    stack.execute(
        """
        CREATE TABLE shop.deletion (jobs bigint);
        CREATE FUNCTION shop.note_deletion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          INSERT INTO shop.deletion SELECT count(*) FROM gone HAVING count(*) > 0;
          RETURN NULL;
        END $$;
        """);
    try {
      stack.pause("test.caller", true);
      stack.registerDue("test.caller", jobs);
      await().until(() -> stack.ledger("waiting") == jobs);
      double batches = batches();
      stack.execute(
          "CREATE TRIGGER noted AFTER DELETE ON scheduler.job REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION shop.note_deletion()");
      stack.pause("test.caller", false);
      await()
          .until(
              () ->
                  new BrokerManagement(stack.connectionFactory()).messagesOn("test.caller")
                      == jobs);
      assertThat(stack.values("SELECT jobs FROM shop.deletion")).containsExactly("" + jobs);
      await().until(() -> batches() > batches);
      assertThat(batches()).isEqualTo(batches + 1);
    } finally {
      stack.execute("DROP FUNCTION shop.note_deletion() CASCADE; DROP TABLE shop.deletion");
    }
  }

  /** Transactions with at least one job, of both nodes. */
  private double batches() {
    return Stream.of(stack.node(1), stack.node(2))
        .mapToDouble(node -> PrometheusText.of(node).sum("scheduler_batch_jobs_count"))
        .sum();
  }

  /** The lowest priority is due first: the broker, not the dispatch, puts the highest first. */
  @Test
  void a_worker_gets_waiting_jobs_in_the_order_of_their_priority() throws JMSException {
    Instant due = stack.now().minusSeconds(10);
    for (int priority : List.of(1, 9, 4)) {
      registrant.ask(
          "check",
          Map.of(
              "scheduler_queue",
              "test.caller",
              "scheduler_priority",
              priority,
              "scheduler_dueAt",
              due.plusSeconds(priority).toEpochMilli()));
    }
    BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
    await().until(() -> broker.messagesOn("test.caller") == 3);
    try (Worker late = new Worker(stack.connectionFactory(), "test.caller")) {
      assertThat(late.receiveMessage().getJMSPriority()).isEqualTo(9);
      assertThat(late.receiveMessage().getJMSPriority()).isEqualTo(4);
      assertThat(late.receiveMessage().getJMSPriority()).isEqualTo(1);
    }
  }

  @Nightly
  @Test
  void a_job_waits_for_its_time() {
    register("1", Map.of("scheduler_dueAt", "2100-01-01T00:00:00Z"));
    register("2", Map.of("scheduler_delay", "PT0S"));
    assertThat(worker.receive().jobId()).isEqualTo("2");
    assertThat(stack.value("SELECT string_agg(job_id, ' ') FROM scheduler.job")).isEqualTo("1");
  }

  @Test
  void text_bytes_and_properties_reach_the_worker_as_they_were_sent() {
    byte[] every = new byte[256];
    IntStream.range(0, 256).forEach(i -> every[i] = (byte) i);
    Map<String, Object> properties = new HashMap<>();
    properties.put("scheduler_delay", "PT0S");
    properties.put("scheduler_contentType", "application/octet-stream");
    properties.put("scheduler_priority", 7L);
    properties.put("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    properties.put("x_text", "ünïcode 😀");
    properties.put("x_long", Long.MAX_VALUE);
    properties.put("x_flag", true);
    properties.put("not_passed_on", "x");
    registrant.askBytes(every, properties);
    JobDelivery bytes = worker.receive();
    assertThat(bytes.bytes()).isEqualTo(every);
    assertThat(bytes.contentType()).isEqualTo("application/octet-stream");
    assertThat(bytes.properties())
        .isEqualTo(Map.of("x_text", "ünïcode 😀", "x_long", Long.MAX_VALUE, "x_flag", true));
    String text = "line\r\n\0tab\tünïcode 😀";
    registrant.ask(text, Map.of("scheduler_delay", "PT0S"));
    assertThat(worker.receive().text()).isEqualTo(text);
  }

  @Nightly
  @Test
  void a_cancelled_job_is_not_delivered() {
    register("1", Map.of("scheduler_delay", "PT2S"));
    registrant.ask("", Map.of("scheduler_jobId", "1", "scheduler_op", "cancel"));
    register("2", Map.of("scheduler_delay", "PT3S"));
    assertThat(worker.receive().jobId()).isEqualTo("2");
    assertThat(stack.ledger("cancelled")).isEqualTo(1);
  }

  @Test
  void a_full_worker_queue_keeps_its_jobs_while_the_others_are_on_time() {
    stack.allow("test.full.a");
    String large = "x".repeat(4000);
    IntStream.range(0, 20).forEach(i -> registerAt("test.full.a", "full " + i, large));
    await()
        .until(
            () ->
                stack.integer(
                        "SELECT failures FROM scheduler.worker_queue WHERE name = 'test.full.a'")
                    > 0);
    Instant start = stack.now();
    IntStream.range(0, 50)
        .forEach(i -> register("healthy " + i, Map.of("scheduler_delay", "PT0S")));
    List<Worker.Received> received = worker.receive(50, stack::now);
    assertThat(received.get(49).at()).isBefore(start.plusSeconds(10));
    assertThat(stack.value("SELECT count(*) > 0 FROM scheduler.job WHERE queue = 'test.full.a'"))
        .isEqualTo("t");
    assertThat(
            stack.value("SELECT last_error FROM scheduler.worker_queue WHERE name = 'test.full.a'"))
        .isNotBlank();
    try (Worker relief = new Worker(stack.connectionFactory(), "test.full.a")) {
      assertThat(relief.receive(20, stack::now))
          .extracting(each -> each.delivery().jobId())
          .doesNotHaveDuplicates()
          .hasSize(20);
    }
    await().until(() -> stack.ledger("waiting") == 0);
    assertThat(
            stack.integer("SELECT failures FROM scheduler.worker_queue WHERE name = 'test.full.a'"))
        .isZero();
    assertThat(stack.ledger("quarantined")).isZero();
  }

  @Test
  void a_worker_that_hangs_holds_up_neither_dispatch_nor_another_queue() {
    IntStream.range(0, 20).forEach(i -> registerAt("test.caller", "behind " + i, "x"));
    try (JMSContext hung = stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED)) {
      assertThat(hung.createConsumer(hung.createQueue("test.caller")).receive(30_000)).isNotNull();
      IntStream.range(0, 50)
          .forEach(i -> register("healthy " + i, Map.of("scheduler_delay", "PT0S")));
      assertThat(worker.receive(50, stack::now)).hasSize(50);
      await().until(() -> stack.ledger("waiting") == 0);
      assertThat(stack.ledger("dispatched")).isEqualTo(70);
    }
  }

  @Test
  void a_bad_job_is_quarantined_after_its_attempts_and_holds_up_nobody() {
    stack.pause("test.registration", true);
    IntStream.range(0, 20).forEach(i -> register("job " + i, Map.of("scheduler_delay", "PT0S")));
    stack.execute(
        "UPDATE scheduler.job SET properties = 'not json', attempts = 4 WHERE job_id = 'job 7'");
    stack.pause("test.registration", false);
    assertThat(worker.receive(19, stack::now))
        .extracting(each -> each.delivery().jobId())
        .doesNotContain("job 7")
        .hasSize(19);
    await().until(() -> stack.ledger("quarantined") == 1);
    assertThat(
            stack.value("SELECT stage || ' ' || code || ' ' || job_id FROM scheduler.quarantine"))
        .isEqualTo("dispatch SCHED-0210 job 7");
    assertThat(stack.ledger("difference")).isZero();
  }

  /** As after a failover to a database without the last commits: the row of the job is back. */
  @Test
  void a_job_that_the_broker_already_has_counts_as_dispatched_and_is_not_sent_again() {
    stack.pause("test.registration", true);
    register("1", Map.of("scheduler_delay", "PT0S"));
    stack.execute("CREATE TABLE shop.former AS SELECT * FROM scheduler.job");
    try {
      stack.pause("test.registration", false);
      assertThat(worker.receive().jobId()).isEqualTo("1");
      await().until(() -> stack.ledger("waiting") == 0);
      stack.pause("test.registration", true);
      stack.execute(
          """
          INSERT INTO scheduler.job OVERRIDING SYSTEM VALUE SELECT * FROM shop.former;
          INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('registered', 1)
          """);
    } finally {
      stack.execute("DROP TABLE shop.former");
    }
    register("2", Map.of("scheduler_delay", "PT0S"));
    // A failed attempt would be its last
    stack.execute("UPDATE scheduler.job SET attempts = 4 WHERE job_id = '1'");
    double duplicates = duplicates();
    stack.pause("test.registration", false);
    assertThat(worker.receive().jobId()).isEqualTo("2");
    await().until(() -> stack.ledger("waiting") == 0);
    assertThat(stack.values("SELECT reason FROM scheduler.quarantine")).isEmpty();
    assertThat(stack.ledger("dispatched")).isEqualTo(3);
    assertThat(stack.ledger("difference")).isZero();
    await().until(() -> duplicates() == duplicates + 1);
    assertThat(worker.nothingMore()).isTrue();
  }

  private double duplicates() {
    return Stream.of(stack.node(1), stack.node(2))
        .mapToDouble(
            node ->
                PrometheusText.of(node)
                    .sum("scheduler_dispatched_jobs_total", "outcome=\"duplicate\""))
        .sum();
  }

  @Nightly
  @ParameterizedTest(name = "its address too: {0}")
  @ValueSource(booleans = {true, false})
  void a_job_whose_worker_queue_is_deleted_waits_until_that_is_there_again(boolean andItsAddress) {
    String queue = "test.deleted";
    stack.allow(queue);
    registerAt(queue, "before", "check");
    try (Worker first = new Worker(stack.connectionFactory(), queue)) {
      assertThat(first.receive().jobId()).isEqualTo("before");
    }
    new BrokerManagement(stack.connectionFactory())
        .invoke("broker", "destroyQueue", queue, true, andItsAddress);
    registerAt(queue, "meanwhile", "check");
    await()
        .until(
            () ->
                stack.value(
                    "SELECT count(*) FROM scheduler.worker_queue WHERE name = '%s' AND failures > 0"
                        .formatted(queue)),
            "1"::equals);
    stack.allow(queue);
    try (Worker second = new Worker(stack.connectionFactory(), queue)) {
      assertThat(second.receive(Duration.ofMinutes(1)).jobId()).isEqualTo("meanwhile");
    }
    assertThat(stack.ledger("difference")).isZero();
  }

  private void register(String jobId, Map<String, Object> properties) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put("scheduler_jobId", jobId);
    assertThat(registrant.ask("check", all).status()).isEqualTo("accepted");
  }

  private void registerAt(String queue, String jobId, String body) {
    registrant.send(
        body,
        Map.of("scheduler_queue", queue, "scheduler_jobId", jobId, "scheduler_delay", "PT0S"));
  }
}
