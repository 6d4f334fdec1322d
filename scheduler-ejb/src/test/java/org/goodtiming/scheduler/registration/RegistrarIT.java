package org.goodtiming.scheduler.registration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.contract.Parsers;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.job.QuietPeriod;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.registration.direct.DirectRegistrations;
import org.goodtiming.scheduler.registration.sql.SqlRegistrations;
import org.goodtiming.scheduler.telemetry.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The registrar with its stores, against PostgreSQL. */
class RegistrarIT {

  private static final Instant SENT = Instant.parse("2026-12-01T10:00:00Z");
  private static final String FAR = "2100-01-01T00:00:00Z";

  private static final Sender TEST = new Sender("test", "scheduler.jobs", null);

  private final ContractDatabase database = ContractDatabase.shared();
  private EntityManager entities;
  private QuietPeriod quietPeriod = QuietPeriod.NONE;
  private Registrar registrar;
  private DirectRegistrations direct;
  private WorkerQueueStore workerQueues;

  @BeforeEach
  void begin() {
    database.clear();
    entities = database.entities();
    workerQueues = new WorkerQueueStore(database.xa());
    RegistrationParser parser =
        Parsers.of(
            new RegistrationConfig(
                8, 100, 1000, 1000, new RegistrationConfig.Bulk(1000, 1024 * 1024)));
    Quarantine quarantine = new Quarantine(entities, "node1");
    registrar =
        new Registrar(
            new JobStore(database.xa(), database.executions(), database.schedules()),
            workerQueues,
            quarantine,
            parser,
            now -> quietPeriod,
            JobTracing.OFF);
    direct = new DirectRegistrations(registrar, parser, workerQueues, quarantine);
    entities.getTransaction().begin();
  }

  @AfterEach
  void end() {
    if (entities.getTransaction().isActive()) {
      entities.getTransaction().rollback();
    }
    entities.close();
  }

  @Test
  void receipts_come_in_the_order_of_the_messages() {
    assertThat(register(schedule("1", 0), bad(), cancel("1", 1), cancel("2", 1), schedule("2", 0)))
        .containsExactly("accepted", "rejected", "cancelled", "cancel-noted", "overtaken");
  }

  @Test
  void a_queue_that_is_encrypted_takes_no_job_that_the_database_would_have_to_fill() {
    database.execute("UPDATE scheduler.worker_queue SET encrypted = true");
    assertThat(
            refusal(
                "test",
                "{\"queue\": \"a\", \"jobId\": \"1\", \"recurrence\": \"every:PT1H\", \"overlap\": \"wait\", \"stateful\": true}"))
        .isEqualTo("SCHED-0050");
    assertThat(
            direct.refusal(
                "test", "{\"queue\": \"a\", \"jobId\": \"1\", \"recurrence\": \"every:PT1H\"}"))
        .isEmpty();
  }

  @Test
  void the_same_key_twice_in_a_batch_is_registered_then_replaced() {
    assertThat(register(schedule("1", 0), schedule("1", 1), schedule("1", 0)))
        .containsExactly("accepted", "replaced", "overtaken");
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("1");
  }

  @Test
  void line_breaks_of_a_job_id_or_queue_begin_no_line_of_the_log() {
    List<String> logged;
    try (CapturedLog log = new CapturedLog(Quarantine.class)) {
      register(
          message(
              Map.of(
                  "scheduler_queue", "d\nSCHED-0001 forged",
                  "scheduler_jobId", "1\r\nSCHED-0001 forged",
                  "scheduler_dueAt", FAR),
              0));
      logged = log.lines();
      assertThat(log.records().get(0).getParameters()[1])
          .asString()
          .contains("Queue=d\ufffdSCHED-0001 forged, JobId=1\ufffd\ufffdSCHED-0001 forged");
    }
    assertThat(logged)
        .singleElement()
        .asString()
        .startsWith("WARNING SCHED-0102 ")
        .contains("job 1\ufffd\ufffdSCHED-0001 forged of queue d\ufffdSCHED-0001 forged")
        .doesNotContain("\n", "\r");
  }

  @Test
  void a_check_applies_all_rules_and_registers_nothing() {
    String job = "{\"queue\": \"%s\", \"jobId\": \"1\", \"dueAt\": \"%s\"%s}";
    assertThat(direct.refusal("test", job.formatted("a", FAR, ""))).isEmpty();
    assertThat(refusal("test", job.formatted("nobody", FAR, ""))).isEqualTo("SCHED-0102");
    assertThat(refusal("stranger", job.formatted("a", FAR, ""))).isEqualTo("SCHED-0152");
    assertThat(refusal("test", job.formatted("a", FAR, ", \"priority\": 12")))
        .isEqualTo("SCHED-0126");
    assertThat(refusal("test", "[]")).isEqualTo("SCHED-0901");
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    assertThat(database.value("SELECT count(*) FROM scheduler.quarantine")).isEqualTo("0");
  }

  @Test
  void a_login_without_any_grant_opens_no_batch() {
    Map<String, Object> size = Map.of("scheduler_batchSize", 1);
    assertThat(direct.change("stranger", "import", size).code()).isEqualTo("SCHED-0878");
    assertThat(database.value("SELECT count(*) FROM scheduler.job_batch")).isEqualTo("0");
    assertThat(direct.change("test", "import", size).code()).isNull();
  }

  @Test
  void a_check_looks_at_parents() {
    database.execute("UPDATE scheduler.worker_queue SET tracked = true WHERE name = 'b'");
    String job = "{\"queue\": \"%s\", \"jobId\": \"%s\", \"dueAt\": \"" + FAR + "\"%s}";
    schedule(job.formatted("a", "untracked", ""));
    schedule(job.formatted("b", "2", ", \"after\": \"b/1\""));
    schedule("{\"queue\": \"a\", \"jobId\": \"hourly\", \"recurrence\": \"every:PT1H\"}");

    assertThat(direct.refusal("test", job.formatted("a", "1", ", \"after\": \"b/2\""))).isEmpty();
    assertThat(refusal("test", job.formatted("b", "1", ", \"after\": \"b/2\"")))
        .isEqualTo("SCHED-0843");
    assertThat(refusal("test", job.formatted("a", "1", ", \"after\": \"a/untracked\"")))
        .isEqualTo("SCHED-0844");
    assertThat(refusal("test", job.formatted("a", "1", ", \"after\": \"a/hourly\"")))
        .isEqualTo("SCHED-0845");
    Map<String, Object> check =
        Map.of(
            "scheduler_op",
            "check",
            "scheduler_queue",
            "b",
            "scheduler_jobId",
            "1",
            "scheduler_after",
            "b/2");
    assertThat(register(message(check, 0))).containsExactly("rejected");
    assertThat(database.value("SELECT count(*) FROM scheduler.quarantine")).isEqualTo("0");
  }

  private void schedule(String json) {
    assertThat(direct.schedule("test", json, key -> {}).word()).isEqualTo("accepted");
  }

  @Test
  void a_canary_is_registered_by_the_token_of_the_last_one_whoever_sends_it() {
    String token = UUID.randomUUID().toString();
    database.execute("DELETE FROM scheduler.registration_grant");
    database.execute(
        "UPDATE scheduler.worker_queue SET canary = true, key_property = 'x_customer' WHERE name = 'a'");
    database.execute(
        "INSERT INTO scheduler.canary (queue, token, sent_at) SELECT name, '%s', clock_timestamp() FROM scheduler.worker_queue"
            .formatted(token));
    assertThat(register(canary("a", UUID.randomUUID().toString()), canary("b", token)))
        .containsExactly("acceptable", "acceptable");
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");

    entities.getTransaction().begin();
    Map<String, Object> more = new HashMap<>(Canary.registration("a", token));
    more.putAll(
        Map.of("scheduler_delay", "P9D", "scheduler_priority", "9", "x_customer", "1", "x_a", "b"));
    assertThat(register(message(more, 0), canary("a", token))).containsExactly("accepted", "kept");
    assertThat(
            database.value(
                """
                SELECT concat_ws(' ', job_id, expires_at < due_at, tracked, due_at > clock_timestamp(), due_at < clock_timestamp() + interval 'PT1M',
                                 priority, length(body), position('x_' IN properties), share_key IS NOT NULL)
                  FROM scheduler.job
                """))
        .isEqualTo("scheduler.canary t f t t 4 0 0 t");
    assertThat(database.value("SELECT count(*) FROM scheduler.quarantine")).isEqualTo("0");
  }

  private static ReceivedMessage canary(String queue, String token) {
    return message(Map.copyOf(Canary.registration(queue, token)), 0);
  }

  @Test
  void a_job_of_an_outage_waits_for_its_cancel_although_it_is_due() {
    Instant end = database.now();
    quietPeriod = new QuietPeriod(end, end.plusSeconds(10));
    Instant due = end.minusSeconds(5);

    register(
        message(job("cancelled", due), end.minusSeconds(20)),
        message(job("of the outage", due), end.minusSeconds(20)),
        message(job("sent later", due), end.plusSeconds(1)),
        message(job("due later", end.plusSeconds(60)), end.minusSeconds(20)),
        message(
            Map.of(
                "scheduler_queue",
                "a",
                "scheduler_jobId",
                "a schedule that waits for its last run",
                "scheduler_recurrence",
                "every:PT1H",
                "scheduler_start",
                end.plusSeconds(3).toString(),
                "scheduler_overlap",
                "wait"),
            end.minusSeconds(20)));

    assertThat(eligible("of the outage")).isEqualTo(end.plusSeconds(10));
    assertThat(eligible("a schedule that waits for its last run")).isEqualTo(end.plusSeconds(10));
    assertThat(eligible("sent later")).isEqualTo(due);
    assertThat(eligible("due later")).isEqualTo(end.plusSeconds(60));
    assertThat(database.value("SELECT count(*) FROM scheduler.job WHERE due_at <> eligible_at"))
        .as("due times stay as they are")
        .isEqualTo("3");
    entities.getTransaction().begin();
    assertThat(
            register(
                message(
                    Map.of(
                        "scheduler_op", "cancel",
                        "scheduler_queue", "a",
                        "scheduler_jobId", "cancelled"),
                    end.minusSeconds(15))))
        .containsExactly("cancelled");
  }

  private static Map<String, Object> job(String jobId, Instant due) {
    return Map.of(
        "scheduler_queue", "a", "scheduler_jobId", jobId, "scheduler_dueAt", due.toString());
  }

  private Instant eligible(String jobId) {
    return Instant.parse(
        database.value(
            "SELECT to_json(eligible_at AT TIME ZONE 'UTC') #>> '{}' || 'Z' FROM scheduler.job WHERE job_id = '%s'"
                .formatted(jobId)));
  }

  @Test
  void a_check_by_message_is_answered_and_neither_stored_nor_kept() {
    Map<String, Object> check =
        Map.of("scheduler_op", "check", "scheduler_queue", "a", "scheduler_delay", "PT0S");
    Map<String, Object> unknown = new HashMap<>(check);
    unknown.put("scheduler_queue", "nobody");
    Map<String, Object> wrong = new HashMap<>(check);
    wrong.put("scheduler_priority", 12);

    assertThat(register(message(check, 0), message(unknown, 0), message(wrong, 0)))
        .containsExactly("acceptable", "rejected", "rejected");

    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    assertThat(database.value("SELECT count(*) FROM scheduler.quarantine")).isEqualTo("0");
    assertThat(database.value("SELECT count(*) FROM scheduler.ledger_entry")).isEqualTo("0");
  }

  private String refusal(String login, String json) {
    return direct.refusal(login, json).orElseThrow().code();
  }

  @Test
  void a_direct_request_replaces_a_job_of_a_concurrent_one_that_got_the_row_first() {
    List<Receipt> others = new ArrayList<>();
    Receipt receipt =
        put(
            "mine",
            key -> {
              if (others.isEmpty()) {
                others.add(put("others", other -> {}));
              }
            });
    assertThat(others).extracting(Receipt::status).containsExactly(Receipt.Status.ACCEPTED);
    assertThat(receipt.status()).isEqualTo(Receipt.Status.REPLACED);
    assertThat(database.value("SELECT convert_from(body, 'UTF8') FROM scheduler.job"))
        .contains("mine");
  }

  @Test
  void a_direct_request_is_overtaken_by_a_job_whose_sender_has_a_clock_that_is_ahead() {
    put("first", key -> {});
    database.execute("UPDATE scheduler.job SET sent_at = clock_timestamp() + interval 'PT1H'");
    assertThat(put("second", key -> {}).status()).isEqualTo(Receipt.Status.OVERTAKEN);
  }

  private Receipt put(String body, Consumer<JobKey> before) {
    String json = "{\"dueAt\": \"%s\", \"body\": \"%s\"}".formatted(FAR, body);
    return direct.schedule("test", "a", "1", json, before);
  }

  @Test
  void a_queue_that_is_not_on_the_allow_list_is_refused() {
    assertThat(register(message(Map.of("scheduler_queue", "d", "scheduler_dueAt", FAR), 0)))
        .containsExactly("rejected");
    assertThat(
            database.value("SELECT code || ' ' || queue || ' ' || node FROM scheduler.quarantine"))
        .isEqualTo(Refusal.QUEUE_UNKNOWN.code() + " d node1");
  }

  @Test
  void values_that_the_database_cannot_hold_are_kept_all_the_same() {
    Map<String, Object> properties =
        Map.of(
            "scheduler_queue",
            "a\0",
            "scheduler_jobId",
            "\ud800",
            "x_nul",
            "a\0b",
            "scheduler_dueAt",
            FAR);
    assertThat(register(message(properties, 0))).containsExactly("rejected");
    assertThat(database.value("SELECT job_id FROM scheduler.quarantine")).doesNotContain("\ud800");
    assertThat(database.value("SELECT properties FROM scheduler.quarantine")).contains("x_nul");
  }

  @Test
  void a_bulk_message_that_comes_again_changes_nothing() {
    String lines =
        """
        {"jobId":"1"}
        {"jobId":"2","ifExists":"reject"}
        {}
        {"ifExists":"keep"}
        """;
    assertThat(register(bulk(lines))).containsExactly("accepted");
    String before = database.value(ROWS);
    entities.getTransaction().begin();
    assertThat(register(bulk(lines))).containsExactly("accepted");
    assertThat(database.value(ROWS))
        .isEqualTo(before)
        .isEqualTo("1, 2, bulk#3, bulk#4, registered 4, quarantined 0");
  }

  @Test
  void a_bulk_message_stands_among_others_in_order_of_arrival() {
    assertThat(
            register(
                schedule("1", 0),
                bulk("{\"jobId\":\"1\"}\n{\"jobId\":\"2\"}\n{\"jobId\":\"1\"}\nbad"),
                cancel("1", 1),
                bulk("{\"jobId\":\"1\"}")))
        .containsExactly("accepted", "partly", "cancelled", "accepted");
    assertThat(database.value(ROWS)).isEqualTo("2, registered 2, quarantined 1");
  }

  @Test
  void all_lines_of_a_message_are_stored_with_one_statement() {
    String lines =
        IntStream.range(0, 1000)
            .mapToObj("{\"jobId\":\"%d\"}"::formatted)
            .collect(Collectors.joining("\n"));
    register(bulk(lines));
    assertThat(database.value("SELECT string_agg(jobs::text, ' ') FROM scheduler.ledger_entry"))
        .isEqualTo("1000");
  }

  @Test
  void a_worker_queue_rests_and_recovers() {
    workerQueues.failed("a", Duration.ofHours(1), "address full");
    workerQueues.failed("a", Duration.ofHours(1), "still full");
    entities.getTransaction().commit();
    assertThat(
            database.value(
                "SELECT failures || ' ' || last_error || ' ' || (retry_at > now()) FROM"
                    + " scheduler.worker_queue WHERE name = 'a'"))
        .isEqualTo("2 still full true");
    entities.getTransaction().begin();
    workerQueues.recovered("a");
    entities.getTransaction().commit();
    assertThat(
            database.value(
                "SELECT failures || coalesce(last_error, '-') || coalesce(retry_at::text, '-') FROM"
                    + " scheduler.worker_queue WHERE name = 'a'"))
        .isEqualTo("0--");
  }

  @Test
  void a_request_by_sql_that_cannot_be_stored_goes_to_the_quarantine() {
    List<Reply> replies = new SqlRegistrations(registrar).giveUp(List.of(schedule("1", 0)));
    entities.getTransaction().commit();
    assertThat(replies).extracting(Reply::word).containsExactly("rejected");
    assertThat(database.value("SELECT code || ' ' || job_id FROM scheduler.quarantine"))
        .isEqualTo("SCHED-0192 1");
  }

  private static final String ROWS =
      """
      SELECT string_agg(what, ', ' ORDER BY ord, what) FROM (
        SELECT 0 AS ord, job_id AS what FROM scheduler.job
        UNION ALL SELECT 1, 'registered ' || sum(jobs) FROM scheduler.ledger_entry WHERE kind = 'registered'
        UNION ALL SELECT 2, 'quarantined ' || count(*) FROM scheduler.quarantine) rows
      """;

  private static ReceivedMessage bulk(String lines) {
    Map<String, Object> properties =
        Map.of("scheduler_op", "scheduleAll", "scheduler_queue", "a", "scheduler_dueAt", FAR);
    Origin origin = new Origin("ID:bulk", SENT, true, 1, TEST);
    return new ReceivedMessage(Kind.TEXT, properties, lines.getBytes(UTF_8), origin);
  }

  private List<String> register(ReceivedMessage... messages) {
    List<Reply> answers = registrar.register(Arrays.asList(messages));
    entities.getTransaction().commit();
    return answers.stream().map(Reply::word).toList();
  }

  private static ReceivedMessage schedule(String jobId, int sentMillisLater) {
    return message(Map.of("scheduler_jobId", jobId, "scheduler_dueAt", FAR), sentMillisLater);
  }

  private static ReceivedMessage cancel(String jobId, int sentMillisLater) {
    return message(Map.of("scheduler_jobId", jobId, "scheduler_op", "cancel"), sentMillisLater);
  }

  private static ReceivedMessage bad() {
    return message(Map.of("scheduler_dueAt", "tomorrow"), 0);
  }

  private static ReceivedMessage message(Map<String, Object> properties, int sentMillisLater) {
    return message(properties, SENT.plusMillis(sentMillisLater));
  }

  private static ReceivedMessage message(Map<String, Object> properties, Instant sentAt) {
    Map<String, Object> all = new HashMap<>(properties);
    all.putIfAbsent("scheduler_queue", "a");
    Origin origin = new Origin(null, sentAt, true, 1, TEST);
    return new ReceivedMessage(Kind.TEXT, all, "{}".getBytes(UTF_8), origin);
  }
}
