package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A registrant's properties reach the broker's registration queue, and no further. */
class AbuseIT {

  private static final List<String> FROM_THE_SCHEDULER =
      List.of(
          "scheduler_queue",
          "scheduler_jobId",
          "scheduler_dueAt",
          "scheduler_fireId",
          "scheduler_attempt",
          "scheduler_epoch",
          "scheduler_registeredBy",
          "scheduler_sentAt",
          "_AMQ_DUPL_ID",
          // The broker's: who sent it
          "JMSXUserID",
          "JMSXDeliveryCount");

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  void empty() {
    stack.clear();
  }

  static Stream<Map<String, Object>> abuses() {
    return Stream.of(
        Map.of("_AMQ_DUPL_ID", "mine"),
        Map.of("_AMQ_SCHED_DELIVERY", System.currentTimeMillis() + 500),
        Map.of("JMSXGroupID", "mine", "JMSXGroupSeq", 7),
        Map.of("_AMQ_ORIG_ADDRESS", "order-check", "_AMQ_ORIG_MESSAGE_ID", 7L),
        Map.of("selector", "1=1 OR TRUE", "sql", "'; DROP TABLE scheduler.job; --"));
  }

  @ParameterizedTest
  @MethodSource("abuses")
  void properties_outside_the_contract_do_not_reach_the_worker(Map<String, Object> abuse)
      throws JMSException {
    try (JMSContext context = stack.connectionFactory().createContext();
        JMSConsumer worker = context.createConsumer(context.createQueue("test.registration"))) {
      send(context, abuse, "job");
      Message received = worker.receive(30_000);
      assertThat(received).isNotNull();
      assertThat(names(received)).allMatch(FROM_THE_SCHEDULER::contains);
      assertThat(received.getStringProperty("_AMQ_DUPL_ID"))
          .isEqualTo(received.getStringProperty("scheduler_fireId"));
    }
  }

  @Nightly
  @Test
  void fragments_of_sql_and_selectors_are_values_and_nothing_else() throws JMSException {
    String fragment = "x' OR '1'='1'; DELETE FROM scheduler.job; -- \" {0} %s ${env:PATH}";
    try (JMSContext context = stack.connectionFactory().createContext();
        JMSConsumer worker = context.createConsumer(context.createQueue("test.registration"))) {
      Map<String, Object> everywhere =
          Map.of("x_it", fragment, "scheduler_group", fragment, "scheduler_contentType", fragment);
      send(context, everywhere, fragment);
      Message received = worker.receive(30_000);
      assertThat(received).isNotNull();
      assertThat(received.getStringProperty("scheduler_jobId")).isEqualTo(fragment);
      assertThat(received.getStringProperty("x_it")).isEqualTo(fragment);
      assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo(fragment);
      assertThat(received.getStringProperty("scheduler_contentType")).isEqualTo(fragment);
    }
  }

  private static List<String> names(Message message) throws JMSException {
    List<?> names = Collections.list(message.getPropertyNames());
    return names.stream().map(String::valueOf).toList();
  }

  private static void send(JMSContext context, Map<String, Object> more, String jobId)
      throws JMSException {
    Map<String, Object> properties = new HashMap<>(more);
    properties.put("scheduler_queue", "test.registration");
    properties.put("scheduler_jobId", jobId);
    properties.put("scheduler_delay", "PT0S");
    Message message = context.createTextMessage("x");
    for (Map.Entry<String, Object> property : properties.entrySet()) {
      message.setObjectProperty(property.getKey(), property.getValue());
    }
    context.createProducer().send(context.createQueue("scheduler.jobs"), message);
  }
}
