package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobBatchEnd;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Job batches, by every way of registration. */
class JobBatchIT {

  private static final String MEMBERS = "test.registration";
  private static final String CHILDREN = "test.chain";
  private static final List<String> WAYS = List.of("jms", "amqp", "stomp", "sql", "rest");

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final RestClient rest = new RestClient(stack.node(2));

  @BeforeEach
  void empty() {
    stack.clear();
    stack.allow(CHILDREN, Duration.ZERO, 2);
    stack.execute(
        """
        GRANT USAGE ON SCHEMA scheduler TO shop;
        GRANT EXECUTE ON FUNCTION scheduler.register(jsonb, text) TO shop;
        INSERT INTO scheduler.registration_grant (login, queue) VALUES ('shop', 'test.registration'), ('shop', 'test.chain')
        """);
  }

  @AfterEach
  void close() {
    stack.execute(
        """
        REVOKE EXECUTE ON FUNCTION scheduler.register(jsonb, text) FROM shop;
        REVOKE USAGE ON SCHEMA scheduler FROM shop;
        DELETE FROM scheduler.registration_grant WHERE login = 'shop'
        """);
    registrant.close();
    stack.clear();
  }

  @Test
  void batches_that_came_by_every_way_end_with_their_members_and_take_no_more()
      throws JMSException {
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker());
        StompRegistrant stomp = new StompRegistrant(stack.broker())) {
      Map<String, Consumer<Map<String, Object>>> ways =
          Map.of(
              "jms", job -> registrant.ask("", job),
              "amqp", job -> amqp.send("", job),
              "stomp", job -> stomp.send(texts(job), "".getBytes(UTF_8), false),
              "sql", this::bySql,
              "rest", this::byRest);
      WAYS.forEach(
          way -> {
            ways.get(way).accept(member(way, way + "-1"));
            ways.get(way).accept(job(CHILDREN, way, "scheduler_afterBatch", way));
            if (!way.equals("rest")) {
              ways.get(way).accept(closing(way, 1));
            }
          });
      assertThat(rest.put("/job-batches/rest", "{\"size\": 1}").status()).isEqualTo(200);
      await().until(() -> count("size = 1 AND total = 1") == WAYS.size());
      try (Worker members = new Worker(stack.connectionFactory(), MEMBERS);
          Worker children = new Worker(stack.connectionFactory(), CHILDREN)) {
        for (int i = 0; i < WAYS.size(); i++) {
          finish(members.receiveMessage());
        }
        assertThat(IntStream.range(0, WAYS.size()).mapToObj(i -> children.receive()))
            .allSatisfy(job -> assertThat(job.batchEnd().finished()).isEqualTo(1))
            .extracting(JobDelivery::jobId)
            .containsExactlyInAnyOrderElementsOf(WAYS);
      }
      assertThat(count("end_state = 'FINISHED'")).isEqualTo(WAYS.size());

      WAYS.stream()
          .filter(way -> !way.equals("rest"))
          .forEach(way -> ways.get(way).accept(member(way, way + "-2")));
      await()
          .until(
              () ->
                  stack.integer(
                          "SELECT count(*) FROM scheduler.quarantine WHERE code = 'SCHED-0853'")
                      == WAYS.size() - 1);
      assertThat(byRest(member("rest", "rest-2")).code()).isEqualTo("SCHED-0853");
      assertThat(rest.get("/job-batches/rest").json().getString("state")).isEqualTo("FINISHED");
      assertThat(rest.put("/job-batches/rest", "{\"size\": 2}").code()).isEqualTo("SCHED-0855");
    }
  }

  @Test
  void failed_members_run_again_the_others_are_cancelled_and_mistakes_are_refused()
      throws JMSException {
    for (String id : List.of("1", "2", "3")) {
      Map<String, Object> member = member("b/1", id);
      if (id.equals("3")) {
        member.put("scheduler_delay", "PT1H");
      }
      assertThat(byRest(member).status()).isEqualTo(202);
    }
    String batch = "/job-batches/b%2F1";
    assertThat(rest.put(batch, "{\"size\": 3}").status()).isEqualTo(200);
    assertThat(rest.put(batch, "{\"size\": 3}").status()).isEqualTo(200);
    refused(
        rest.put(batch, "{\"size\": 4}"),
        409,
        "SCHED-0855",
        "batch 'b/1' was closed with 3 members, and cannot be closed with 4: send the number of all its members, once");
    refused(
        byRest(member("b/1", "4")),
        409,
        "SCHED-0853",
        "batch 'b/1' was closed with 3 members, and awaits no other one: use another id, or omit batch");
    String unknown =
        "there is no job batch 'b/2': nobody has named it, or the history of its members is pruned";
    String all = "{\"operation\": \"cancel-runs\", \"jobBatch\": \"b/2\"}";
    for (RestClient.Answer answer :
        List.of(
            rest.get("/job-batches/b%2F2"),
            rest.delete("/job-batches/b%2F2"),
            rest.post("/job-batches/b%2F2/run-again", null),
            rest.post("/batch-operations", all))) {
      refused(answer, 404, "SCHED-0858", unknown);
    }

    try (Worker members = new Worker(stack.connectionFactory(), MEMBERS)) {
      finish(members.receiveMessage());
      report(members.receiveMessage(), "failed");
      await().until(() -> rest.get(batch).json().getInt("failed") == 1);
      assertThat(done(rest.post(batch + "/run-again", null))).isEqualTo(1);
      finish(members.receiveMessage());
    }
    await().until(() -> rest.get(batch).json().getInt("finished") == 2);
    assertThat(done(rest.delete(batch))).isEqualTo(1);
    await().until(() -> rest.get(batch).json().getString("state").equals("CANCELLED"));
    assertThat(rest.get(batch).json())
        .containsAllEntriesOf(
            Json.createReader(
                    new StringReader(
                        "{\"total\": 3, \"waiting\": 0, \"running\": 0, \"finished\": 2, \"failed\": 0, \"cancelled\": 1}"))
                .readObject());
    assertThat(stack.ledger("difference")).isZero();
  }

  /** The members end while others are registered. */
  @Nightly
  @Test
  void a_hundred_thousand_members_are_counted_exactly_and_few_changes_of_their_batch() {
    int size = 100_000;
    registrant.ask("", job(CHILDREN, "then", "scheduler_afterBatch", "large"));
    String changes =
        "SELECT n_tup_upd FROM pg_stat_user_tables WHERE relid = 'scheduler.job_batch'::regclass";
    long before = stack.integer(changes);
    AtomicInteger left = new AtomicInteger(size);
    List<CompletableFuture<Void>> workers =
        IntStream.range(0, 2).mapToObj(i -> CompletableFuture.runAsync(() -> work(left))).toList();
    try {
      registerMembers(size);
      // By the login that has opened it; it may wait for the members before it
      registrant.send("", closing("large", size));
      await()
          .atMost(Duration.ofMinutes(10))
          .until(
              () -> {
                JsonObject batch = rest.get("/job-batches/large").json();
                assertThat(
                        Stream.of("waiting", "running", "finished", "failed", "cancelled")
                            .mapToInt(batch::getInt)
                            .sum())
                    .isEqualTo(batch.getInt("total"))
                    .isLessThanOrEqualTo(size);
                return batch.getString("state").equals("FINISHED");
              });
    } finally {
      left.set(0);
    }
    workers.forEach(CompletableFuture::join);
    try (Worker children = new Worker(stack.connectionFactory(), CHILDREN)) {
      JobBatchEnd end = children.receive().batchEnd();
      assertThat(end.total()).isEqualTo(size);
      assertThat(end.finished()).isEqualTo(size);
      assertThat(children.nothingMore()).isTrue();
    }
    assertThat(stack.integer("SELECT count(*) FROM scheduler.job_batch_change")).isZero();
    assertThat(stack.integer(changes) - before).isLessThan(size / 50);
    assertThat(stack.ledger("difference")).isZero();
  }

  private void registerMembers(int size) {
    for (int first = 1; first <= size; first += 1_000) {
      registrant.send(
          IntStream.range(first, first + 1_000)
              .mapToObj("{\"jobId\": \"%d\"}\n"::formatted)
              .collect(Collectors.joining()),
          Map.of(
              "scheduler_op",
              "scheduleAll",
              "scheduler_queue",
              MEMBERS,
              "scheduler_batch",
              "large",
              "scheduler_tracked",
              true,
              "scheduler_delay",
              "PT0S"));
    }
  }

  /**
   * Takes up to a hundred members in a transaction that tells their ends.
   *
   * @param left how many more are to end
   */
  private void work(AtomicInteger left) {
    try (JMSContext context =
        stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED)) {
      JMSConsumer consumer = context.createConsumer(context.createQueue(MEMBERS));
      // With a queue object for each message, Artemis' client would ask each time whether it exists
      Queue reports = context.createQueue("scheduler.reports");
      JMSProducer producer = context.createProducer();
      while (left.get() > 0) {
        int taken = 0;
        Message member = consumer.receive(1_000);
        while (member != null) {
          producer.send(reports, text(member, "finished"));
          member = ++taken < 100 ? consumer.receiveNoWait() : null;
        }
        context.commit();
        left.addAndGet(-taken);
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> closing(String batch, long size) {
    return Map.of("scheduler_op", "batch", "scheduler_batch", batch, "scheduler_batchSize", size);
  }

  private static void refused(RestClient.Answer answer, int status, String code, String detail) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(code);
    assertThat(answer.json().getString("detail")).isEqualTo(detail);
  }

  private int done(RestClient.Answer operation) {
    assertThat(operation.status()).as(operation.body()).isEqualTo(202);
    return BatchJobs.ended(rest, operation.header("Location")).getInt("done");
  }

  private static Map<String, Object> job(String queue, String jobId, String name, Object value) {
    return Map.of("scheduler_queue", queue, "scheduler_jobId", jobId, name, value);
  }

  private static Map<String, Object> member(String batch, String jobId) {
    Map<String, Object> member = new HashMap<>(job(MEMBERS, jobId, "scheduler_batch", batch));
    member.put("scheduler_tracked", true);
    member.put("scheduler_delay", "PT0S");
    return member;
  }

  private static Map<String, String> texts(Map<String, Object> job) {
    Map<String, String> headers = new HashMap<>();
    job.forEach((name, value) -> headers.put(name, value.toString()));
    return headers;
  }

  private void bySql(Map<String, Object> job) {
    new Sql(stack.database().dataSource(DatabaseUser.SHOP))
        .execute("SELECT scheduler.register('%s')".formatted(json(job, "scheduler_")));
  }

  private RestClient.Answer byRest(Map<String, Object> job) {
    return rest.post("/jobs", json(job, ""));
  }

  private static String json(Map<String, Object> job, String prefix) {
    return job.entrySet().stream()
        .map(
            each ->
                "\"%s%s\": %s"
                    .formatted(
                        prefix,
                        each.getKey().substring("scheduler_".length()),
                        each.getValue() instanceof String text
                            ? "\"" + text + "\""
                            : each.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private long count(String condition) {
    return stack.integer("SELECT count(*) FROM scheduler.job_batch WHERE " + condition);
  }

  private void finish(Message delivery) throws JMSException {
    report(delivery, "finished");
  }

  private void report(Message delivery, String event) throws JMSException {
    try (JMSContext context = stack.connectionFactory().createContext()) {
      context
          .createProducer()
          .send(context.createQueue("scheduler.reports"), text(delivery, event));
    }
  }

  private static String text(Message delivery, String event) throws JMSException {
    return "{\"fireId\":\"%s\",\"token\":\"%s\",\"event\":\"%s\"}"
        .formatted(
            delivery.getStringProperty("scheduler_fireId"),
            delivery.getStringProperty("scheduler_token"),
            event);
  }
}
