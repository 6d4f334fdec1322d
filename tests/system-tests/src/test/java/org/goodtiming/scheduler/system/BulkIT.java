package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.system.Registrant.Receipt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many jobs in one message, by every protocol. */
class BulkIT {

  private static final String FAR = "2100-01-01T00:00:00Z";
  private static final Map<String, Object> ALL =
      Map.of("scheduler_op", "scheduleAll", "scheduler_dueAt", FAR);

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @AfterEach
  void close() {
    registrant.close();
    stack.clear();
  }

  @Test
  void of_a_thousand_lines_the_three_bad_ones_are_kept_with_their_numbers() {
    Receipt receipt =
        registrant.ask(
            lines(
                1000,
                i ->
                    switch (i) {
                      case 17 -> "nonsense";
                      case 400 -> "{\"jobId\":\"400\",\"dueAt\":\"tomorrow\"}";
                      case 1000 -> "{\"jobId\":\"1000\",\"queue\":\"nobody\"}";
                      default -> "{\"jobId\":\"%d\",\"body\":\"Grüße %d\"}".formatted(i, i);
                    }),
            ALL);
    assertThat(receipt.status()).isEqualTo("partly");
    assertThat(receipt.property("scheduler_lines")).isEqualTo(1000L);
    assertThat(receipt.property("scheduler_accepted")).isEqualTo(997L);
    assertThat(receipt.property("scheduler_rejected")).isEqualTo(3L);
    assertThat(receipt.property("scheduler_code")).isEqualTo("SCHED-0185");
    assertThat((String) receipt.property("scheduler_reason"))
        .contains("line 17: SCHED-0185", "line 400: SCHED-0112", "line 1000: SCHED-0102");
    await().until(() -> stack.ledger("waiting") == 997);
    assertThat(
            stack.values(
                "SELECT concat_ws(' ', line, code, job_id, convert_from(body, 'UTF8')) FROM scheduler.quarantine ORDER BY line"))
        .containsExactly(
            "17 SCHED-0185 nonsense",
            "400 SCHED-0112 400 {\"jobId\":\"400\",\"dueAt\":\"tomorrow\"}",
            "1000 SCHED-0102 1000 {\"jobId\":\"1000\",\"queue\":\"nobody\"}");
    assertThat(
            stack.value(
                "SELECT convert_from(body, 'UTF8') FROM scheduler.job WHERE job_id = '999'"))
        .isEqualTo("Grüße 999");
    assertThat(stack.value("SELECT registered || ' ' || difference FROM scheduler.ledger"))
        .isEqualTo("997 0");
  }

  @Nightly
  @Test
  void a_line_that_was_mended_is_resubmitted_by_itself() {
    registrant.ask(
        "{\"jobId\":\"good\"}\n{\"jobId\":\"bad\",\"dueAt\":\"now\",\"bodyBase64\":\"AAH/\",\"properties\":{\"x_a\":7}}",
        ALL);
    await().until(() -> stack.integer("SELECT count(*) FROM scheduler.quarantine") == 1);
    String resubmit = "SELECT scheduler.resubmit(id) FROM scheduler.quarantine WHERE line = 2";
    stack.value(resubmit);
    await()
        .untilAsserted(
            () ->
                assertThat(stack.value("SELECT resubmit_refusal FROM scheduler.quarantine"))
                    .startsWith("SCHED-0112 scheduler_dueAt is 'now', which is not a moment"));
    stack.execute(
        "UPDATE scheduler.quarantine SET body = convert_to(replace(convert_from(body, 'UTF8'), 'now', '2026-01-01T10:00Z'), 'UTF8')");
    stack.value(resubmit);
    try (Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      JobDelivery job = worker.receive();
      assertThat(job.jobId()).isEqualTo("bad");
      assertThat(job.bytes()).containsExactly(0, 1, 0xff);
      assertThat(job.dueAt()).isEqualTo("2026-01-01T10:00:00Z");
      assertThat(job.properties()).containsEntry("x_a", 7L);
    }
    assertThat(stack.integer("SELECT count(*) FROM scheduler.quarantine")).isZero();
    assertThat(stack.value("SELECT registered || ' ' || difference FROM scheduler.ledger"))
        .isEqualTo("2 0");
  }

  @Nightly
  @Test
  void a_line_is_resubmitted_as_it_is_once_its_queue_is_allowed() {
    registrant.ask(
        "{\"queue\":\"test.later\",\"delay\":\"P1DT2H\",\"priority\":9,\"group\":\"g\"}", ALL);
    await().until(() -> stack.integer("SELECT count(*) FROM scheduler.quarantine") == 1);
    stack.allow("test.later");
    stack.value("SELECT scheduler.resubmit(id) FROM scheduler.quarantine");
    await().until(() -> stack.integer("SELECT count(*) FROM scheduler.quarantine") == 0);
    assertThat(
            stack.value(
                "SELECT concat_ws(' ', queue, job_id ~ '#1$', priority, group_key, due_at - sent_at BETWEEN 'PT25H59M' AND 'PT26H1M', due_at = eligible_at) FROM scheduler.job"))
        .isEqualTo("test.later t 9 g t t");
  }

  @Nightly
  @Test
  void the_later_of_two_lines_with_one_key_wins() {
    Receipt receipt =
        registrant.ask(
            "{\"jobId\":\"1\",\"body\":\"first\"}\n{\"jobId\":\"1\",\"body\":\"second\"}\n{\"jobId\":\"1\",\"ifExists\":\"keep\"}\n{\"jobId\":\"1\",\"ifExists\":\"reject\"}",
            ALL);
    assertThat(receipt.property("scheduler_accepted")).isEqualTo(1L);
    assertThat(receipt.property("scheduler_replaced")).isEqualTo(1L);
    assertThat(receipt.property("scheduler_kept")).isEqualTo(1L);
    assertThat((String) receipt.property("scheduler_reason")).startsWith("line 4: SCHED-0150");
    await()
        .untilAsserted(
            () ->
                assertThat(stack.values("SELECT convert_from(body, 'UTF8') FROM scheduler.job"))
                    .containsExactly("second"));
  }

  @Nightly
  @Test
  void of_lines_that_recur_the_bad_one_is_refused_alone() {
    RestClient rest = new RestClient(stack.node(1));
    rest.put("/calendars/company", "{\"excludes\": \"holidays:DE-BE\"}");
    Receipt receipt =
        registrant.ask(
            """
            {"jobId":"nightly","recurrence":"cron:0 0 6 ? * MON-FRI","misfire":"skip","calendar":"company"}
            {"jobId":"hourly","recurrence":"every:PT1H","start":"%1$s","misfire":"fire-all/PT30M","count":9}
            {"jobId":"bad","recurrence":"cron:0 0 6 32 * ?","misfire":"skip","calendar":"company"}
            {"jobId":"once","dueAt":"%1$s"}
            """
                .formatted(FAR),
            Map.of("scheduler_op", "scheduleAll", "scheduler_queue", "test.registration"));

    assertThat(receipt.status()).isEqualTo("partly");
    assertThat(receipt.property("scheduler_accepted")).isEqualTo(3L);
    assertThat((String) receipt.property("scheduler_reason"))
        .startsWith("line 3: SCHED-0132")
        .contains("cron field 4 (day of month) '32': 1-31, ? * L W allowed");
    await().until(() -> stack.ledger("waiting") == 3);
    assertThat(
            stack.values(
                "SELECT concat_ws(' | ', job_id, recurrence, misfire) FROM scheduler.schedule ORDER BY job_id"))
        .containsExactly(
            "hourly | every:PT1H start=" + FAR + " times=9 | fire-all/PT30M",
            "nightly | cron:0 0 6 ? * MON-FRI except=calendar:company | skip");
    assertThat(stack.values("SELECT line || ' ' || job_id FROM scheduler.quarantine"))
        .containsExactly("3 bad");
  }

  @Test
  void a_message_without_lines_of_text_is_refused_whole() {
    Receipt bytes = registrant.askBytes("{}".getBytes(UTF_8), ALL);
    Receipt empty = registrant.ask("\n", ALL);
    assertThat(bytes.status()).isEqualTo("rejected");
    assertThat(bytes.property("scheduler_code")).isEqualTo("SCHED-0180");
    assertThat(empty.property("scheduler_code")).isEqualTo("SCHED-0181");
    await()
        .untilAsserted(
            () ->
                assertThat(
                        stack.values(
                            "SELECT code || coalesce(line::text, ' whole') FROM scheduler.quarantine"))
                    .containsExactlyInAnyOrder("SCHED-0180 whole", "SCHED-0181 whole"));
  }

  @Nightly
  @Test
  void a_large_message_is_stored_too() {
    registrant.send(
        lines(2000, i -> "{\"jobId\":\"%d\",\"body\":\"%s\"}".formatted(i, "x".repeat(1500))), ALL);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(stack.ledger("waiting")).isEqualTo(2000));
  }

  @Nightly
  @Test
  void a_transaction_takes_no_second_message_that_would_make_it_large() {
    BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
    broker.invoke("queue.scheduler.jobs", "pause");
    for (int message = 0; message < 10; message++) {
      registrant.send("{}\n".repeat(1_000), ALL);
    }
    broker.invoke("queue.scheduler.jobs", "resume");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(stack.ledger("waiting")).isEqualTo(10_000));
    assertThat(
            stack.value(
                "SELECT max(jobs) FROM (SELECT count(*) AS jobs FROM scheduler.job GROUP BY xmin::text) transactions"))
        .isEqualTo("1000");
  }

  @Nightly
  @Test
  void stomp_and_amqp_can_do_it_too() {
    try (StompRegistrant stomp = new StompRegistrant(stack.broker());
        AmqpRegistrant amqp = new AmqpRegistrant(stack.broker())) {
      assertThat(
              stomp.send(
                  Map.of(
                      "scheduler_op", "scheduleAll",
                      "scheduler_queue", "test.registration",
                      "scheduler_dueAt", "21000101T000000Z"),
                  "{\"jobId\":\"stomp 1\"}\n{\"jobId\":\"stomp 2\"}\nnonsense\n".getBytes(UTF_8),
                  false))
          .isTrue();
      assertThat(
              amqp.send(
                  "{\"jobId\":\"amqp 1\"}\nnonsense\n{\"jobId\":\"amqp 2\"}\n",
                  Map.of(
                      "scheduler_op", "scheduleAll",
                      "scheduler_queue", "test.registration",
                      "scheduler_dueAt", FAR)))
          .isTrue();
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              assertThat(stack.values("SELECT job_id FROM scheduler.job"))
                  .containsExactlyInAnyOrder("stomp 1", "stomp 2", "amqp 1", "amqp 2");
              assertThat(stack.values("SELECT line FROM scheduler.quarantine"))
                  .containsExactlyInAnyOrder("3", "2");
            });
  }

  private static String lines(int count, IntFunction<String> line) {
    return IntStream.rangeClosed(1, count).mapToObj(line).collect(Collectors.joining("\n"));
  }
}
