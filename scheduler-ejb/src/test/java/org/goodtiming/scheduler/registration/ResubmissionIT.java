package org.goodtiming.scheduler.registration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.contract.Parsers;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.Plaintext;
import org.goodtiming.scheduler.encryption.aes.Keys;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.job.EnvelopeCipher;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.job.QuietPeriod;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.job.upkeep.Ledger;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Inexact;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.registration.resubmission.LaterRuns;
import org.goodtiming.scheduler.registration.resubmission.Resubmissions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows of the quarantine on their way back, against PostgreSQL. */
class ResubmissionIT {

  private static final Instant SENT = Instant.parse("2026-01-01T10:00:00Z");
  private static final String FAR = "2100-01-01T00:00:00Z";

  private final ContractDatabase database = ContractDatabase.shared();
  private final PayloadCipher cipher = Keys.cipher("2026");
  private EntityManager entities;
  private Quarantine quarantine;
  private Registrar registrar;
  private Resubmissions resubmissions;

  @BeforeEach
  void begin() {
    database.clear();
    entities = database.entities();
    quarantine = new Quarantine(entities, "node1", cipher);
    RegistrationParser parser =
        Parsers.of(
            new RegistrationConfig(
                8, 100, 1000, 1000, new RegistrationConfig.Bulk(1000, 1024 * 1024)));
    WorkerQueueStore workerQueues = new WorkerQueueStore(database.xa());
    registrar =
        new Registrar(
            new JobStore(
                database.xa(),
                database.executions(),
                database.schedules(),
                new EnvelopeCipher(cipher),
                Runnable::run),
            workerQueues,
            quarantine,
            parser,
            now -> QuietPeriod.NONE,
            JobTracing.OFF);
    resubmissions =
        new Resubmissions(
            registrar,
            parser,
            workerQueues,
            quarantine,
            new Ledger(database.xa()),
            new LaterRuns(database.xa()));
  }

  @AfterEach
  void end() {
    if (entities.getTransaction().isActive()) {
      entities.getTransaction().rollback();
    }
    entities.close();
  }

  @Test
  void a_refused_message_is_registered_once_it_is_mended() {
    register(message(Map.of("scheduler_queue", "d", "x_double", 1.0E10, "x_long", 7)));
    mend("{\"scheduler_queue\": \"a\"}");

    resubmit();

    assertThat(job("queue, job_id, registered_by, properties::jsonb"))
        .isEqualTo("(a,1,test,\"{\"\"x_long\"\": 7, \"\"x_double\"\": 10000000000}\")");
    assertThat(quarantined()).isZero();
    assertThat(ledger()).isEqualTo("1 0 0");
  }

  @Test
  void a_refused_message_of_an_encrypted_queue_is_kept_and_registered_encrypted() {
    database.execute("UPDATE scheduler.worker_queue SET encrypted = true WHERE name = 'a'");
    register(message(Map.of("scheduler_dueAt", "tomorrow", "x_iban", "DE02120300000000202051")));
    Plaintext plaintext = new Plaintext(database::value);
    assertThat(plaintext.tablesWith("DE02120300000000202051")).isEmpty();
    mend("{\"scheduler_dueAt\": \"2100-01-01T00:00:00Z\"}");

    resubmit();

    assertThat(quarantined()).isZero();
    assertThat(plaintext.tablesWith("DE02120300000000202051")).isEmpty();
    assertThat(
            new JobQueries(database.reader(), Redaction.NONE, cipher)
                .payload(new JobKey("a", "1"))
                .orElseThrow()
                .properties())
        .isEqualTo("{\"x_iban\":\"DE02120300000000202051\"}");
  }

  @Test
  void an_encrypted_row_whose_content_was_copied_to_another_queue_stays_with_its_reason() {
    database.execute("UPDATE scheduler.worker_queue SET encrypted = true WHERE name = 'a'");
    register(message(Map.of("scheduler_dueAt", "tomorrow", "x_iban", "DE02")));
    database.execute("UPDATE scheduler.quarantine SET queue = 'b'");

    resubmit();

    assertThat(refusal()).contains("SCHED-0635", "SCHED-0049", "of queue b");
  }

  @Test
  void a_row_that_can_never_be_registered_waits_for_another_request_and_says_why() {
    register(message(Map.of("scheduler_dueAt", "tomorrow")));
    mend("{\"scheduler_dueAt\": \"2100-01-01T00:00:00Z\"}");
    long id = Long.parseLong(database.value("SELECT id FROM scheduler.quarantine"));

    entities.getTransaction().begin();
    quarantine.refuseResubmission(id, "SCHED-0673 the row has a NUL: \0");
    entities.getTransaction().commit();

    assertThat(quarantine.requested(10)).isEmpty();
    assertThat(database.value("SELECT code || ' ' || resubmit_refusal FROM scheduler.quarantine"))
        .isEqualTo("SCHED-0112 SCHED-0673 the row has a NUL: \ufffd");
  }

  @Test
  void a_row_that_is_still_wrong_stays_and_says_why() {
    register(message(Map.of("scheduler_dueAt", "tomorrow")));
    mend("{\"scheduler_dueAt\": \"2100-01-01T00:00:00Z\", \"scheduler_priority\": 11}");

    resubmit();

    assertThat(
            database.value(
                "SELECT (code, reason, resubmit_refusal, resubmit_requested_at, resubmit_refused_at > quarantined_at) FROM scheduler.quarantine"))
        .isEqualTo(
            "(SCHED-0126,\"scheduler_priority is '11': send a whole number, 0 to 9\",\"SCHED-0126 scheduler_priority is '11': send a whole number, 0 to 9\",,t)");
  }

  @Test
  void properties_that_cannot_be_read_are_reported() {
    register(message(Map.of("scheduler_queue", "d")));
    database.execute("UPDATE scheduler.quarantine SET properties = '{\"x_a\": []}'");

    resubmit();

    assertThat(refusal())
        .isEqualTo(
            "SCHED-0635 column properties of the quarantine row cannot be read: property 'x_a' is an array. Correct it, then resubmit the row again");
  }

  @Test
  void a_value_that_may_not_be_what_was_sent_does_not_become_a_text() {
    register(message(Map.of("x_decimal", new Inexact("decimal", "0.0"))));

    resubmit();

    assertThat(refusal()).startsWith("SCHED-0124 x_decimal is of type decimal, value '0.0'");
  }

  @Test
  void the_login_of_the_registrant_still_needs_a_grant() {
    database.execute("DELETE FROM scheduler.registration_grant");
    register(message(Map.of()));

    resubmit();

    assertThat(refusal()).startsWith("SCHED-0152 login 'test' may neither register nor cancel");
    database.execute(
        "INSERT INTO scheduler.registration_grant (login, queue) VALUES ('test', 'a')");
    resubmit();
    assertThat(job("registered_by")).isEqualTo("test");
  }

  @Test
  void who_has_mended_a_message_is_its_registrant_and_needs_a_grant() {
    register(message(Map.of("scheduler_queue", "d")));
    mendAs("ann", "{\"scheduler_queue\": \"a\"}");

    resubmit();

    assertThat(refusal()).startsWith("SCHED-0152 login 'ann' may neither register nor cancel");
    database.execute("INSERT INTO scheduler.registration_grant (login, queue) VALUES ('ann', 'a')");
    resubmit();
    assertThat(job("registered_by")).isEqualTo("ann");
  }

  @Test
  void who_has_mended_a_dead_letter_is_its_registrant_and_needs_a_grant() {
    deadLetter("{\"scheduler_fireId\": \"f\", \"scheduler_dueAt\": 1767261600000}");
    mendAs("ann", "{\"x_colour\": \"red\"}");

    resubmit();

    assertThat(refusal()).startsWith("SCHED-0152 login 'ann' may neither register nor cancel");
    database.execute("INSERT INTO scheduler.registration_grant (login, queue) VALUES ('ann', '*')");
    resubmit();
    assertThat(job("registered_by")).isEqualTo("ann");
  }

  private void mendAs(String user, String properties) {
    database.valueAsNode(
        "SELECT scheduler.mend_quarantined(id, '%s', NULL, (properties::jsonb || '%s')::text, NULL, NULL) FROM scheduler.quarantine"
            .formatted(user, properties));
  }

  @Test
  void a_check_says_why_a_row_would_be_refused_and_leaves_it_as_it_is() {
    register(message(Map.of("scheduler_dueAt", "tomorrow")), message(Map.of()));
    assertThat(check()).isEqualTo("SCHED-0112");

    mend("{\"scheduler_dueAt\": \"2100-01-01T00:00:00Z\"}");
    assertThat(check()).isEqualTo("SCHED-0634");

    database.execute("DELETE FROM scheduler.job");
    assertThat(check()).isEmpty();
    assertThat(quarantined()).isEqualTo(1);
    assertThat(refusal()).isEqualTo("null");
  }

  private String check() {
    entities.getTransaction().begin();
    long id = Long.parseLong(database.value("SELECT id FROM scheduler.quarantine"));
    String code =
        resubmissions
            .refusal(quarantine.lock(id).orElseThrow())
            .map(refused -> refused.refusal().code())
            .orElse("");
    entities.getTransaction().rollback();
    entities.clear();
    return code;
  }

  @Test
  void a_waiting_job_is_not_replaced() {
    register(message(Map.of("scheduler_dueAt", "tomorrow")), message(Map.of()));
    mend("{\"scheduler_dueAt\": \"2000-01-01T00:00:00Z\"}");

    resubmit();

    assertThat(refusal())
        .isEqualTo(
            "SCHED-0634 a job already waits under 'a/1': cancel the waiting job first, or delete the quarantine row");
    assertThat(job("due_at > clock_timestamp()")).isEqualTo("t");
  }

  @Test
  void an_earlier_cancel_does_not_take_it_away() {
    register(
        message(Map.of("scheduler_dueAt", "tomorrow")),
        message(Map.of("scheduler_op", "cancel"), SENT.plusSeconds(1)));
    mend("{\"scheduler_dueAt\": \"2100-01-01T00:00:00Z\"}");

    resubmit();

    assertThat(job("job_id")).isEqualTo("1");
  }

  @Test
  void a_cancel_takes_no_later_job_away() {
    register(
        message(Map.of("scheduler_op", "cancel", "x", 1, "scheduler_queue", "d")),
        message(Map.of(), SENT.plusSeconds(1)));
    mend("{\"scheduler_queue\": \"a\"}");

    resubmit();

    assertThat(job("job_id")).isEqualTo("1");
    assertThat(quarantined()).isZero();
  }

  @Test
  void a_line_keeps_the_identification_that_its_number_gives_it() {
    register(bulk("{\"jobId\":\"good\"}\n{\"dueAt\":\"now\"}", Map.of()));
    database.execute(
        "UPDATE scheduler.quarantine SET body = convert_to('{\"delay\": \"P1D\", \"bodyBase64\": \"AAH/\"}', 'UTF8')");

    resubmit();

    assertThat(
            database.value(
                "SELECT (job_id, encode(body, 'hex'), due_at - sent_at) FROM scheduler.job WHERE job_id <> 'good'"))
        .startsWith("(bulk#2,0001ff,\"1 day");
    assertThat(quarantined()).isZero();
  }

  @Test
  void of_a_whole_message_the_bad_lines_go_into_quarantine_by_themselves() {
    register(bulk("{\"jobId\":\"1\"}\nbad\n{\"jobId\":\"3\"}", Map.of("scheduler_priority_", 1)));
    database.execute(
        "UPDATE scheduler.quarantine SET properties = (properties::jsonb - 'scheduler_priority_')::text");

    resubmit();

    assertThat(database.value("SELECT string_agg(job_id, ' ' ORDER BY job_id) FROM scheduler.job"))
        .isEqualTo("1 3");
    assertThat(database.value("SELECT string_agg(line || code, ' ') FROM scheduler.quarantine"))
        .isEqualTo("2SCHED-0185");
  }

  @Test
  void a_job_that_could_not_be_dispatched_waits_as_it_was() {
    register(
        message(
            Map.of(
                "scheduler_dueAt", "2026-01-01T10:00:00.123456Z",
                "scheduler_priority", 9,
                "scheduler_group", "g",
                "scheduler_contentType", "text/plain",
                "scheduler_expiresAt", FAR,
                "x_shop", "Bonn")));
    String columns =
        "queue, job_id, due_at, eligible_at, priority, expires_at, group_key, content_type, properties::jsonb, body, message_id, registered_by";
    String before = job(columns);
    String fireId = job("fire_id");
    keepAside();
    assertThat(ledger()).isEqualTo("1 1 0");

    resubmit();

    assertThat(job(columns)).isEqualTo(before);
    assertThat(job("fire_id")).isNotEqualTo(fireId);
    assertThat(ledger()).isEqualTo("1 0 0");
  }

  @Test
  void an_expiry_that_has_passed_is_dropped() {
    register(due(Map.of("scheduler_expiresAt", "2100-01-02T00:00:00Z")));
    database.execute("UPDATE scheduler.job SET expires_at = '2026-01-01'");
    keepAside();

    resubmit();

    assertThat(job("expires_at")).isEqualTo("null");
  }

  @Test
  void a_job_that_a_cancel_of_the_future_has_taken_back_is_counted_as_cancelled() {
    register(due(Map.of()));
    keepAside();
    register(message(Map.of("scheduler_op", "cancel"), Instant.parse("2101-01-01T00:00:00Z")));

    resubmit();

    assertThat(quarantined()).isZero();
    assertThat(ledger()).isEqualTo("1 0 0");
    assertThat(database.value("SELECT cancelled FROM scheduler.ledger")).isEqualTo("1");
  }

  @Test
  void a_dead_letter_becomes_a_job_by_its_headers() {
    deadLetter(
        "{\"scheduler_fireId\": \"f\", \"scheduler_attempt\": 1, \"scheduler_epoch\": 7, \"scheduler_registeredBy\": \"test\", \"scheduler_dueAt\": 1767261600000, \"JMSPriority\": 7, \"JMSXGroupID\": \"g\", \"JMSXDeliveryCount\": 3}");

    resubmit();

    assertThat(job("job_id, due_at AT TIME ZONE 'UTC', priority, group_key, registered_by"))
        .isEqualTo("(dead,\"2026-01-01 10:00:00\",7,g,test)");
    assertThat(ledger()).isEqualTo("1 0 0");
  }

  @Test
  void a_dead_letter_whose_run_was_run_again_is_not_done_twice() {
    String failed = "00000000-0000-0000-0000-000000000001";
    String again = "00000000-0000-0000-0000-000000000002";
    deadLetter(
        "{\"scheduler_fireId\": \"%s\", \"scheduler_dueAt\": 1767261600000}".formatted(failed));
    database.execute(
        "INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, run_again_of) VALUES ('%s', 'a', 'dead', 'FINISHED', 'node1', now(), '%s')"
            .formatted(again, failed));

    resubmit();

    assertThat(refusal())
        .startsWith("SCHED-0879 the run of quarantine row ")
        .endsWith(
            " was run again already, as %s: delete the row, so that its work is not done twice"
                .formatted(again));
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
  }

  @Test
  void a_dead_letter_that_is_no_job_stays_with_its_cause() {
    deadLetter("{\"scheduler_dueAt\": 1767261600000}");

    resubmit();

    assertThat(refusal())
        .startsWith("SCHED-0633 quarantine row ")
        .endsWith(
            " (text from queue a) does not come from the scheduler, so it has no due time and no job id: its sender must send it again");
    assertThat(database.value("SELECT code FROM scheduler.quarantine")).isEqualTo("SCHED-0220");
  }

  @Test
  void two_nodes_do_not_take_the_same_row() {
    deadLetter("{}");
    request();
    entities.getTransaction().begin();
    long id = quarantine.requested(1).get(0);
    assertThat(quarantine.lockRequested(id)).isPresent();
    try (EntityManager other = database.entities()) {
      other.getTransaction().begin();
      assertThat(new Quarantine(other, "node2").lockRequested(id)).isEmpty();
      other.getTransaction().rollback();
    }
  }

  @Test
  void a_node_removes_no_row_that_nobody_asked_for() {
    deadLetter("{}");

    assertThat(
            database.valueAsNode(
                "SELECT scheduler.release_resubmitted(id) FROM scheduler.quarantine"))
        .isEqualTo("f");
    assertThat(quarantined()).isEqualTo(1);
  }

  /**
   * Except those that store plain jobs: {@code SqlRegistrationRulesIT} compares them with nodes.
   */
  @ParameterizedTest
  @EnumSource
  void no_function_of_the_database_knows_a_property_of_the_contract(JobProperty property) {
    assertThat(
            database.value(
                """
                SELECT string_agg(proname, ' ') FROM pg_proc
                 WHERE pronamespace = 'scheduler'::regnamespace AND strpos(prosrc, '%s') > 0
                   AND proname NOT IN ('plain_due_at', 'store_plain_jobs', 'register_all', 'ask_node', 'ask_instead')
                """
                    .formatted(property.wireName())))
        .isEqualTo("null");
  }

  private void register(ReceivedMessage... messages) {
    entities.getTransaction().begin();
    registrar.register(Arrays.asList(messages));
    entities.getTransaction().commit();
    // Each transaction of a node has an entity manager of its own
    entities.clear();
  }

  private void mend(String properties) {
    database.execute(
        "UPDATE scheduler.quarantine SET properties = (properties::jsonb || '%s')::text"
            .formatted(properties));
  }

  private void request() {
    database.value("SELECT scheduler.resubmit(id) FROM scheduler.quarantine");
  }

  private void resubmit() {
    request();
    entities.getTransaction().begin();
    List<Long> requested = quarantine.requested(10);
    assertThat(requested).hasSize(1);
    quarantine.lockRequested(requested.get(0)).ifPresent(resubmissions::resubmit);
    entities.getTransaction().commit();
    entities.clear();
  }

  private void keepAside() {
    new FailedJobs(database.xa(), database.executions(), database.schedules())
        .quarantine(Long.parseLong(job("id")), "SCHED-0210", "refused", "node1");
  }

  private void deadLetter(String properties) {
    database.execute(
        "INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, sent_by, message_type, properties, body) VALUES ('execution', 'SCHED-0220', 'failed', 'node1', 'a', 'dead', 'test', 'text', '%s', 'x')"
            .formatted(properties));
  }

  private String job(String columns) {
    String row = columns.contains(",") ? "(" + columns + ")" : columns;
    return database.value("SELECT " + row + " FROM scheduler.job");
  }

  private String refusal() {
    return database.value("SELECT resubmit_refusal FROM scheduler.quarantine");
  }

  private long quarantined() {
    return Long.parseLong(database.value("SELECT count(*) FROM scheduler.quarantine"));
  }

  private String ledger() {
    return database.value(
        "SELECT registered || ' ' || quarantined || ' ' || difference FROM scheduler.ledger");
  }

  private static ReceivedMessage bulk(String lines, Map<String, Object> more) {
    Map<String, Object> all = new HashMap<>(more);
    all.putAll(
        Map.of("scheduler_op", "scheduleAll", "scheduler_queue", "a", "scheduler_dueAt", FAR));
    return new ReceivedMessage(Kind.TEXT, all, lines.getBytes(UTF_8), origin("ID:bulk", SENT));
  }

  /** A message of a due job; only such a job can have failed. */
  private static ReceivedMessage due(Map<String, Object> properties) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put("scheduler_dueAt", "2026-01-01T10:00:00Z");
    return message(all);
  }

  private static ReceivedMessage message(Map<String, Object> properties) {
    return message(properties, SENT);
  }

  private static ReceivedMessage message(Map<String, Object> properties, Instant sentAt) {
    Map<String, Object> all = new HashMap<>(properties);
    all.putIfAbsent("scheduler_queue", "a");
    all.putIfAbsent("scheduler_jobId", "1");
    all.putIfAbsent("scheduler_dueAt", FAR);
    return new ReceivedMessage(Kind.TEXT, all, "{}".getBytes(UTF_8), origin(null, sentAt));
  }

  private static Origin origin(@Nullable String messageId, Instant sentAt) {
    return new Origin(messageId, sentAt, true, 1, new Sender("test", "scheduler.jobs", null));
  }
}
