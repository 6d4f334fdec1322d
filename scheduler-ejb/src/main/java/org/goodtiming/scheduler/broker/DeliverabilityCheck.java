package org.goodtiming.scheduler.broker;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.QueueBrowser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.config.ServerResources;

/**
 * Tells which messages of a queue the broker can deliver, by browsing, outside of any transaction.
 * At one that it cannot convert the broker ends the browser, and nothing else; a consumer would
 * then acknowledge that message unseen, together with the next one (docs/adr/0013).
 */
@Singleton
public class DeliverabilityCheck {

  /** One that is missing once may just be in the hands of another node. */
  private static final int LOOKS = 3;

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Inject private BrokerQueues queues;

  /** The first messages of a queue, told apart; what is with another node is in neither list. */
  public CheckedMessages first(BrokerQueue queue, int atMost) {
    List<ManagementMessage> deliverable = new ArrayList<>();
    List<ManagementMessage> missing = new ArrayList<>();
    List<ManagementMessage> page = queues.first(queue, atMost);
    Set<Long> seen = browse(queue, page);
    for (ManagementMessage shown : page) {
      boolean found = isSeen(shown, seen) || isSeen(shown, browse(queue, List.of(shown)));
      (found ? deliverable : missing).add(shown);
    }
    return new CheckedMessages(deliverable, stuck(queue, missing, atMost));
  }

  private List<ManagementMessage> stuck(
      BrokerQueue queue, List<ManagementMessage> missing, int atMost) {
    List<ManagementMessage> stuck = missing;
    for (int look = 0; look < LOOKS && !stuck.isEmpty(); look++) {
      stuck =
          queues.stillIn(queue, stuck, atMost).stream()
              .filter(shown -> !isSeen(shown, browse(queue, List.of(shown))))
              .toList();
    }
    return stuck;
  }

  private static boolean isSeen(ManagementMessage shown, Set<Long> seen) {
    return shown.originalId().isPresent() && seen.contains(shown.originalId().getAsLong());
  }

  private Set<Long> browse(BrokerQueue queue, List<ManagementMessage> wanted) {
    Set<Long> seen = new HashSet<>();
    String selector = new CheckedMessages(wanted, List.of()).selector();
    try (JMSContext context = connectionFactory.createContext();
        QueueBrowser browser =
            context.createBrowser(context.createQueue(queue.destination()), selector)) {
      for (Object message : Collections.list(browser.getEnumeration())) {
        seen.add(((Message) message).getLongProperty(ManagementMessage.ORIGINAL_ID));
      }
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
    return seen;
  }
}
