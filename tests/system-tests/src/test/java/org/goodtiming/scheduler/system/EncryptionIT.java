package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.database.Plaintext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A worker queue whose jobs the database keeps encrypted. */
class EncryptionIT {

  private static final String QUEUE = "test.registration";
  private static final String OTHER_QUEUE = "test.caller";
  private static final String PAYLOAD = "pay 4711 euros to Jane";
  private static final String IBAN = "DE02120300000000202051";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SystemStack stack = SystemStack.shared();
  private final RestClient rest = new RestClient(stack.node(1));
  private final Plaintext plaintext = new Plaintext(stack::value);

  @BeforeEach
  void encrypted() {
    stack.clear();
    assertThat(
            rest.put("/worker-queues/" + QUEUE, "{\"encrypted\": true}")
                .json()
                .getBoolean("encrypted"))
        .isTrue();
  }

  @AfterEach
  void as_before() {
    stack.clear();
  }

  @Test
  void a_job_arrives_in_plain_and_no_table_has_its_content() throws JMSException {
    register(QUEUE, Map.of("scheduler_delay", "PT3S"));
    awaitCount(1, "scheduler.execution_input");
    assertThat(rest.get("/jobs/" + QUEUE + "/4711").body()).contains(PAYLOAD, IBAN);
    assertNowhere();

    TextMessage delivered = receive(QUEUE);
    assertThat(delivered.getText()).isEqualTo(PAYLOAD);
    assertThat(delivered.getStringProperty("x_iban")).isEqualTo(IBAN);
    assertThat(delivered.getLongProperty("x_cents")).isEqualTo(471_100);
    assertThat(delivered.propertyExists("scheduler_encryptedWith")).isFalse();
    assertThat(delivered.propertyExists("scheduler_encryptedFor")).isFalse();
    assertNowhere();
  }

  /** Shows that the search finds what is not encrypted. */
  @Nightly
  @Test
  void the_content_of_a_job_of_another_queue_is_in_the_tables() {
    register(OTHER_QUEUE, Map.of("scheduler_delay", "PT1H"));
    awaitCount(1, "scheduler.execution_input");
    assertThat(plaintext.tablesWith(PAYLOAD))
        .containsExactlyInAnyOrder("scheduler.job", "scheduler.execution_input");
  }

  @Nightly
  @Test
  void a_refused_message_is_kept_encrypted_and_operators_read_it() {
    register(QUEUE, Map.of("scheduler_dueAt", "tomorrow"));
    awaitCount(1, "scheduler.quarantine");
    assertNowhere();
    long row = stack.integer("SELECT id FROM scheduler.quarantine");
    assertThat(rest.get("/quarantine/" + row).body()).contains(PAYLOAD, IBAN);
  }

  @Nightly
  @Test
  void a_job_whose_key_is_missing_waits_with_its_reason_and_others_come() throws JMSException {
    register(QUEUE, Map.of("scheduler_delay", "PT1H"));
    awaitCount(1, "scheduler.job");
    stack.execute(
        "UPDATE scheduler.job SET properties = replace(properties, '\"tests\"', '\"gone\"'), due_at = clock_timestamp(), eligible_at = clock_timestamp()");
    register(OTHER_QUEUE, Map.of("scheduler_delay", "PT0S"));

    assertThat(receive(OTHER_QUEUE).getText()).isEqualTo(PAYLOAD);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(stack.value("SELECT last_error FROM scheduler.job"))
                    .contains("SCHED-0048 it is encrypted with key 'gone'"));

    stack.execute(
        "UPDATE scheduler.job SET properties = replace(properties, '\"gone\"', '\"tests\"')");
    assertThat(receive(QUEUE).getText()).isEqualTo(PAYLOAD);
  }

  @Nightly
  @Test
  void a_search_by_property_says_that_it_would_find_nothing() {
    assertThat(
            rest.get(
                    "/jobs?dueFrom=2020-01-01T00:00:00Z&queue="
                        + QUEUE
                        + "&property=x_iban:"
                        + IBAN)
                .code())
        .isEqualTo("SCHED-0055");
  }

  private void assertNowhere() {
    for (String secret : List.of(PAYLOAD, IBAN, "x_iban")) {
      assertThat(plaintext.tablesWith(secret)).as(secret).isEmpty();
    }
  }

  private void register(String queue, Map<String, Object> due) {
    try (JMSContext context = stack.connectionFactory().createContext()) {
      JMSProducer producer =
          context
              .createProducer()
              .setProperty("scheduler_queue", queue)
              .setProperty("scheduler_jobId", "4711")
              .setProperty("scheduler_tracked", true)
              .setProperty("x_iban", IBAN)
              .setProperty("x_cents", 471_100L);
      due.forEach(producer::setProperty);
      producer.send(context.createQueue("scheduler.jobs"), PAYLOAD);
    }
  }

  private TextMessage receive(String queue) {
    try (JMSContext context = stack.connectionFactory().createContext();
        JMSConsumer worker = context.createConsumer(context.createQueue(queue))) {
      TextMessage message = (TextMessage) worker.receive(PATIENCE.toMillis());
      assertThat(message).isNotNull();
      return message;
    }
  }

  private void awaitCount(int count, String table) {
    await().atMost(PATIENCE).until(() -> stack.integer("SELECT count(*) FROM " + table) == count);
  }
}
