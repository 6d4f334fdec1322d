package org.goodtiming.scheduler.broker;

import jakarta.json.spi.JsonProvider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The connections of the broker, by its management address. */
public record BrokerConnections(BrokerManagement management) {

  private static final Logger LOG = System.getLogger(BrokerConnections.class.getName());
  private static final JsonProvider JSON = JsonProvider.provider();

  /**
   * With clock sequence and node of the UUID, which is one of version 1 (RFC 9562, section 5.1).
   */
  private static final Pattern MESSAGE_ID =
      Pattern.compile(
          "ID:\\p{XDigit}{8}-\\p{XDigit}{4}-1\\p{XDigit}{3}(-\\p{XDigit}{4}-\\p{XDigit}{12})");

  private static final int MAX_SESSIONS = 10_000;
  private static final Duration CLOSES_WITHIN = Duration.ofSeconds(5);
  private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(50);

  /**
   * Ends it, so that its messages are delivered again. To close only the consumer would leave its
   * session without one: the client is not informed.
   *
   * @return false if it had ended already
   */
  public boolean close(String connection) {
    String parameters = JSON.createArrayBuilder().add(connection).build().toString();
    return new BrokerAnswer(management.invoke("broker", "closeConnectionWithID", parameters))
        .flag();
  }

  /**
   * Ends all connections of the client that has sent a message, unless it is this client. Artemis'
   * client names its messages and its sessions by one generator of UUIDs. If two clients of a host
   * have got the same clock sequence, the connections of both end, and both connect anew. A client
   * whose clock has been set back may have changed its clock sequence; then sessions that it opened
   * before are missed.
   *
   * @param messageId the JMSMessageID
   * @throws BrokerException if the broker still has one after five seconds
   */
  public void closeAllOf(String messageId) {
    generator(messageId).ifPresent(this::closeAllOfGenerator);
  }

  private void closeAllOfGenerator(String client) {
    BrokerManagement.Exchange sessions = sessionsOf(client);
    Set<String> closing = connections(sessions);
    if (closing.isEmpty() || generator(sessions.questionId()).equals(Optional.of(client))) {
      return;
    }
    LOG.log(
        Level.WARNING,
        "SCHED-0608 closing {0} connections of a node at the broker, because a transaction of the node is committed without it",
        closing.size());
    closing.forEach(this::close);
    long start = System.nanoTime();
    while (!Collections.disjoint(closing, connections(sessionsOf(client)))) {
      if (System.nanoTime() - start > CLOSES_WITHIN.toNanos()) {
        throw new BrokerException("close the connections " + closing, "they still exist");
      }
      LockSupport.parkNanos(BETWEEN_QUESTIONS.toNanos());
    }
  }

  private static Optional<String> generator(String messageId) {
    Matcher id = MESSAGE_ID.matcher(messageId);
    return id.matches() ? Optional.of(id.group(1)) : Optional.empty();
  }

  private BrokerManagement.Exchange sessionsOf(String client) {
    String filter =
        JSON.createObjectBuilder()
            .add("field", "ID")
            .add("operation", "CONTAINS")
            .add("value", client)
            .build()
            .toString();
    String parameters =
        JSON.createArrayBuilder().add(filter).add(1).add(MAX_SESSIONS).build().toString();
    return management.exchange("broker", "listSessions", parameters);
  }

  private static Set<String> connections(BrokerManagement.Exchange sessions) {
    return new BrokerAnswer(sessions.answer())
        .page().stream()
            .map(session -> session.getString("connectionID"))
            .collect(Collectors.toSet());
  }
}
