package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;

/** Asks the broker about itself, over its management address. */
record BrokerConsole(BrokerClient client) {

  private static final long PATIENCE_MILLIS = 10_000;

  private interface Question {
    void putInto(Message message) throws Exception;
  }

  /** Branches that are prepared and neither committed nor rolled back. */
  List<String> preparedTransactions() throws Exception {
    var lines = (Object[]) invoke("broker", "listPreparedTransactions");
    return List.of(lines).stream().map(String::valueOf).toList();
  }

  /** Branches that were resolved by hand, and not forgotten since. */
  List<String> heuristicOutcomes() throws Exception {
    var outcomes = new ArrayList<String>();
    for (var list :
        List.of("listHeuristicCommittedTransactions", "listHeuristicRolledBackTransactions")) {
      for (var line : (Object[]) invoke("broker", list)) {
        outcomes.add(String.valueOf(line));
      }
    }
    return outcomes;
  }

  long messagesOn(String queue) throws Exception {
    return number(queue, "messageCount");
  }

  /** Handed to a consumer, and neither acknowledged nor given back. */
  long deliveringOn(String queue) throws Exception {
    return number(queue, "deliveringCount");
  }

  long consumersOn(String queue) throws Exception {
    return number(queue, "consumerCount");
  }

  private long number(String queue, String attribute) throws Exception {
    var count = ask(m -> JMSManagementHelper.putAttribute(m, "queue." + queue, attribute));
    return ((Number) count).longValue();
  }

  void createQueue(String name) throws Exception {
    var wish =
        "{\"name\":\"%1$s\",\"address\":\"%1$s\",\"routing-type\":\"ANYCAST\",\"durable\":true}"
            .formatted(name);
    invoke("broker", "createQueue", wish, true);
  }

  Object invoke(String resource, String operation, Object... arguments) throws Exception {
    return ask(
        message ->
            JMSManagementHelper.putOperationInvocation(message, resource, operation, arguments));
  }

  private Object ask(Question question) throws Exception {
    try (JMSContext context = client.open(JMSContext.AUTO_ACKNOWLEDGE)) {
      var replies = context.createTemporaryQueue();
      var message = context.createMessage();
      question.putInto(message);
      try (var consumer = context.createConsumer(replies)) {
        var management = context.createQueue("activemq.management");
        context.createProducer().setJMSReplyTo(replies).send(management, message);
        var reply = consumer.receive(PATIENCE_MILLIS);
        if (reply == null || !JMSManagementHelper.hasOperationSucceeded(reply)) {
          throw new IllegalStateException(
              "the broker refused: "
                  + (reply == null ? "no answer" : JMSManagementHelper.getResult(reply)));
        }
        return JMSManagementHelper.getResult(reply);
      }
    }
  }
}
