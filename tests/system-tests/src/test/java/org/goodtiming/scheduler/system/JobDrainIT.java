package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobDrain;
import org.goodtiming.scheduler.api.JobSchedulerException;
import org.goodtiming.scheduler.system.drain.DrainingWorker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many jobs in one transaction of a worker, and what becomes of them when one fails. */
class JobDrainIT {

  private static final String QUEUE = "test.drain";
  private static final int MAX_DELIVERIES = 3;

  private static final SystemStack stack = SystemStack.shared();
  private static final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
  private static DeployedWorker worker;

  @BeforeAll
  static void deploy() {
    stack.allow(QUEUE, Duration.ofMillis(200), MAX_DELIVERIES);
    stack.execute(
        """
        CREATE TABLE shop.drain_begun (
          id int GENERATED ALWAYS AS IDENTITY, batch text, job_id text, delivery int, at timestamptz DEFAULT clock_timestamp());
        CREATE TABLE shop.drain_done (batch text, job_id text, at timestamptz DEFAULT clock_timestamp());
        CREATE TABLE shop.drain_failed (batch text, error text);
        GRANT SELECT, INSERT ON shop.drain_begun, shop.drain_done, shop.drain_failed TO shop;
        """);
    worker = new DeployedWorker(stack, "drain", DrainingWorker.class);
  }

  @AfterAll
  static void undeploy() {
    worker.close();
    stack.execute("DROP TABLE shop.drain_begun, shop.drain_done, shop.drain_failed");
  }

  @BeforeEach
  void empty() {
    stack.clear();
    stack.execute("TRUNCATE shop.drain_begun, shop.drain_done, shop.drain_failed");
  }

  @Nightly
  @Test
  void jobs_that_wait_are_done_in_few_transactions_of_limited_size() {
    handOver(repeat(40, "do"));
    awaitDone(40);
    assertEachDoneOnce(40);
    assertThat(stack.integer("SELECT count(DISTINCT batch) FROM shop.drain_done")).isLessThan(20);
    assertThat(
            stack.integer(
                "SELECT max(n) FROM (SELECT count(*) AS n FROM shop.drain_done GROUP BY batch) b"))
        .isEqualTo(10);
  }

  @Nightly
  @Test
  void a_failing_job_ends_in_quarantine_and_the_others_of_its_batch_are_done() {
    List<String> texts = repeat(30, "do");
    texts.set(6, "fail");
    handOver(texts);
    awaitDone(29);
    awaitQuarantined("job 006");
    assertEachDoneOnce(29);
    assertThat(deliveriesOf("job 006")).containsExactly("1", "2", "3");
    assertRedeliveredOnesAreAloneOrLast();
    assertNobodyElseIsDeliveredMoreThanTwice("job 006");
  }

  @Nightly
  @Test
  void tracked_jobs_report_in_the_transaction_of_their_batch() {
    List<String> texts = repeat(30, "do");
    texts.set(6, "fail");
    handOver(texts, i -> Map.of("scheduler_tracked", true));
    awaitQuarantined("job 006");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(
                        stack.values(
                            "SELECT state || ' ' || count(*) FROM scheduler.execution GROUP BY state ORDER BY state"))
                    .containsExactly("EXHAUSTED 1", "FINISHED 29"));
    assertThat(
            stack.integer(
                """
                SELECT count(*)
                  FROM scheduler.execution_transition
                  JOIN scheduler.execution USING (fire_id)
                 WHERE job_id = 'job 006' AND new_state = 'RUNNING'
                """))
        .as("a start that was rolled back is not reported")
        .isZero();
  }

  @Nightly
  @Test
  void large_results_of_a_batch_all_arrive() {
    handOver(repeat(8, "report much"), i -> Map.of("scheduler_tracked", true));
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(
                        stack.values("SELECT octet_length(body) FROM scheduler.execution_result"))
                    .hasSize(8)
                    .containsOnly(Integer.toString(DrainingWorker.MUCH)));
    assertThat(stack.integer("SELECT count(DISTINCT batch) FROM shop.drain_done")).isLessThan(8);
  }

  @Nightly
  @Test
  void rollback_by_the_worker_ends_the_batch_at_once_and_is_a_failure() {
    List<String> texts = repeat(30, "do");
    texts.set(6, "roll back");
    handOver(texts);
    awaitDone(29);
    awaitQuarantined("job 006");
    assertEachDoneOnce(29);
    assertThat(deliveriesOf("job 006")).containsExactly("1", "2", "3");
    assertThat(begunBehind("job_id = 'job 006'")).isEmpty();
    assertNobodyElseIsDeliveredMoreThanTwice("job 006");
  }

  @Test
  void no_further_job_is_taken_when_the_time_is_over() {
    List<String> texts = repeat(20, "do");
    texts.set(3, "take long");
    handOver(texts);
    awaitDone(20);
    assertThat(begunBehind("job_id = 'job 003'")).isEmpty();
  }

  @Test
  void jobs_of_a_group_are_done_in_order_and_never_beside_one_another() {
    List<String> texts = repeat(20, "do");
    texts.set(0, "take long");
    texts.set(7, "take long");
    handOver(texts, i -> i % 2 == 0 || i == 7 ? Map.of("scheduler_group", "one by one") : Map.of());
    awaitDone(20);
    List<String> ofGroup =
        IntStream.range(0, 20).filter(i -> i % 2 == 0 || i == 7).mapToObj(JobDrainIT::id).toList();
    String quoted = "('" + String.join("', '", ofGroup) + "')";
    assertThat(
            stack.values(
                "SELECT job_id FROM shop.drain_begun WHERE job_id IN %s ORDER BY id"
                    .formatted(quoted)))
        .isEqualTo(ofGroup);
    assertThat(
            stack.integer(
                """
                SELECT count(*)
                  FROM shop.drain_begun b
                  JOIN shop.drain_done earlier ON earlier.job_id < b.job_id AND earlier.at > b.at
                 WHERE b.job_id IN %1$s AND earlier.job_id IN %1$s
                """
                    .formatted(quoted)))
        .isZero();
  }

  @Nightly
  @Test
  void a_login_that_may_not_read_the_queue_is_named_and_no_job_is_lost() {
    handOver(List.of("read as a registrar"));
    awaitDone(1);
    assertThat(stack.value("SELECT error FROM shop.drain_failed"))
        .startsWith("SCHED-0005 ")
        .contains("does not have permission='CONSUME'");
    assertThat(deliveriesOf("job 000")).containsExactly("1", "2");
  }

  @Test
  void outside_a_container_nothing_is_drained() {
    try (var context = stack.connectionFactory().createContext()) {
      JobDrain drain = JobDrain.of(stack.connectionFactory());
      assertThatThrownBy(() -> drain.run(context.createTextMessage(), job -> {}))
          .isInstanceOf(JobSchedulerException.class)
          .hasMessageStartingWith("SCHED-0008 ");
    }
  }

  @Test
  void limits_that_allow_nothing_are_refused() {
    JobDrain drain = JobDrain.of(stack.connectionFactory());
    assertThatThrownBy(() -> drain.atMost(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("SCHED-0006 jobs is 0 but must be at least 1");
    assertThatThrownBy(() -> drain.within(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("SCHED-0006 time is PT-0.001S but must be at least PT0S");
  }

  private static List<String> repeat(int count, String text) {
    return new ArrayList<>(Collections.nCopies(count, text));
  }

  private static String id(int number) {
    return "job %03d".formatted(number);
  }

  private void handOver(List<String> texts) {
    handOver(texts, i -> Map.of());
  }

  /** All at once, in order of their due times: the worker finds them waiting. */
  private void handOver(List<String> texts, IntFunction<Map<String, Object>> more) {
    broker.invoke("queue." + QUEUE, "pause");
    long due = stack.now().toEpochMilli() - texts.size();
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      for (int i = 0; i < texts.size(); i++) {
        Map<String, Object> properties = new HashMap<>(more.apply(i));
        properties.put("scheduler_queue", QUEUE);
        properties.put("scheduler_jobId", id(i));
        properties.put("scheduler_dueAt", due + i);
        registrant.ask(texts.get(i), properties);
      }
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> broker.messagesOn(QUEUE) == texts.size());
    broker.invoke("queue." + QUEUE, "resume");
  }

  private void awaitDone(int count) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> stack.integer("SELECT count(*) FROM shop.drain_done") >= count);
  }

  private void awaitQuarantined(String jobId) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(stack.values("SELECT code || ' ' || job_id FROM scheduler.quarantine"))
                    .containsExactly("SCHED-0220 " + jobId));
  }

  private void assertEachDoneOnce(int count) {
    assertThat(stack.value("SELECT count(*) || ' ' || count(DISTINCT job_id) FROM shop.drain_done"))
        .isEqualTo(count + " " + count);
  }

  private List<String> deliveriesOf(String jobId) {
    return stack.values(
        "SELECT delivery FROM shop.drain_begun WHERE job_id = '%s' ORDER BY id".formatted(jobId));
  }

  private void assertRedeliveredOnesAreAloneOrLast() {
    assertThat(begunBehind("delivery > 1")).isEmpty();
  }

  /** Jobs that were begun in the same batch as some, and after them. */
  private List<String> begunBehind(String some) {
    return stack.values(
        """
        SELECT b.job_id
          FROM shop.drain_begun b
          JOIN (SELECT batch, id FROM shop.drain_begun WHERE %s) marked
            ON marked.batch = b.batch AND marked.id < b.id
        """
            .formatted(some));
  }

  private void assertNobodyElseIsDeliveredMoreThanTwice(String culprit) {
    assertThat(
            stack.integer(
                "SELECT max(delivery) FROM shop.drain_begun WHERE job_id <> '%s'"
                    .formatted(culprit)))
        .isLessThanOrEqualTo(2);
  }
}
