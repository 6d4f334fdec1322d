package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;

/** Asks the broker about itself, over its management address. */
final class BrokerManagement {

  private final ConnectionFactory connectionFactory;

  BrokerManagement(ConnectionFactory connectionFactory) {
    this.connectionFactory = connectionFactory;
  }

  /** Branches that are prepared and neither committed nor rolled back. */
  List<String> preparedTransactions() {
    Object[] lines = (Object[]) invoke("broker", "listPreparedTransactions");
    return Arrays.stream(lines).map(String::valueOf).toList();
  }

  long messagesOn(String queue) {
    return messagesOn(List.of(queue));
  }

  /** The sum over all these queues, asked over one connection. */
  long messagesOn(List<String> queues) {
    return inOneConnection(
            queues.stream()
                .<Question>map(
                    each ->
                        message ->
                            JMSManagementHelper.putAttribute(
                                message, "queue." + each, "messageCount"))
                .toList())
        .stream()
        .mapToLong(count -> ((Number) count).longValue())
        .sum();
  }

  int consumersOn(String queue) {
    return ((Number) attribute("queue." + queue, "consumerCount")).intValue();
  }

  /** Delivered to a consumer, and not acknowledged or not committed. */
  int deliveringOn(String queue) {
    return ((Number) attribute("queue." + queue, "deliveringCount")).intValue();
  }

  /** The connections of the consumers of a queue. */
  List<String> connectionsOn(String queue) {
    String consumers = (String) invoke("broker", "listAllConsumersAsJSON");
    try (JsonReader reader = Json.createReader(new StringReader(consumers))) {
      return reader.readArray().getValuesAs(JsonObject.class).stream()
          .filter(each -> queue.equals(each.getString("queueName")))
          .map(each -> each.getString("connectionID"))
          .toList();
    }
  }

  /** Branches that the broker's management has ended for a node, and that nobody has forgotten. */
  List<String> heuristicOutcomesOf(String node) {
    return Stream.of("listHeuristicCommittedTransactions", "listHeuristicRolledBackTransactions")
        .flatMap(list -> Stream.of((Object[]) invoke("broker", list)))
        .map(xid -> new String(Base64.getUrlDecoder().decode((String) xid), ISO_8859_1))
        .filter(xid -> xid.contains(node))
        .toList();
  }

  /** Closes the connections of all users but one. */
  void closeConnectionsOfOthers(String user) {
    Stream.of((Object[]) invoke("broker", "listConnectionIDs"))
        .map(String::valueOf)
        .filter(connection -> isOfAnother(user, connection))
        .forEach(this::closeConnection);
  }

  private boolean isOfAnother(String user, String connection) {
    String sessions = (String) invoke("broker", "listSessionsAsJSON", connection);
    try (JsonReader reader = Json.createReader(new StringReader(sessions))) {
      return reader.readArray().getValuesAs(JsonObject.class).stream()
          .anyMatch(session -> !user.equals(session.getString("principal", user)));
    }
  }

  void closeConnection(String id) {
    invoke("broker", "closeConnectionWithID", id);
  }

  /** The number of messages added since the broker's start. */
  long messagesAddedTo(String queue) {
    return ((Number) attribute("queue." + queue, "messagesAdded")).longValue();
  }

  void purge(String queue) {
    purge(List.of(queue));
  }

  /** Over one connection. */
  void purge(List<String> queues) {
    inOneConnection(
        queues.stream()
            .<Question>map(
                each ->
                    message ->
                        JMSManagementHelper.putOperationInvocation(
                            message, "queue." + each, "removeAllMessages"))
            .toList());
  }

  Object invoke(String resource, String operation, Object... arguments) {
    return ask(
        message ->
            JMSManagementHelper.putOperationInvocation(message, resource, operation, arguments));
  }

  private Object attribute(String resource, String attribute) {
    return ask(message -> JMSManagementHelper.putAttribute(message, resource, attribute));
  }

  private interface Question {
    void putInto(Message message) throws Exception;
  }

  private Object ask(Question question) {
    return inOneConnection(List.of(question)).get(0);
  }

  private List<Object> inOneConnection(List<Question> questions) {
    try (JMSContext context = connectionFactory.createContext()) {
      Queue replies = context.createTemporaryQueue();
      try (JMSConsumer consumer = context.createConsumer(replies)) {
        List<Object> answers = new ArrayList<>();
        for (Question question : questions) {
          Message message = context.createMessage();
          question.putInto(message);
          context
              .createProducer()
              .setJMSReplyTo(replies)
              .send(context.createQueue("activemq.management"), message);
          Message reply = consumer.receive(10_000);
          if (reply == null || !JMSManagementHelper.hasOperationSucceeded(reply)) {
            throw new IllegalStateException("the broker refused: " + text(reply));
          }
          answers.add(JMSManagementHelper.getResult(reply));
        }
        return answers;
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object text(Message reply) throws Exception {
    return reply == null ? "no answer" : JMSManagementHelper.getResult(reply);
  }
}
