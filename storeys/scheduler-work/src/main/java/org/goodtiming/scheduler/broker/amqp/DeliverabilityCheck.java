package org.goodtiming.scheduler.broker.amqp;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out by browsing, outside any transaction, which messages of a queue the broker can deliver.
 * At a message that it cannot convert, the broker only closes the browser; a consumer would
 * acknowledge that message unseen, together with the next one (docs/adr/0013).
 */
@Singleton
public class DeliverabilityCheck {

  /** A message that is missing once may be in use by another node. */
  private static final int LOOKS = 3;

  @Inject private ConnectionFactory connectionFactory;
  @Inject private BrokerQueues queues;

  /**
   * The first messages of a queue, by deliverability; messages that another node uses are in none
   * of the lists.
   */
  public CheckedMessages first(BrokerQueue queue, int atMost) {
    CheckedMessages checked =
        new CheckedMessages(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    List<ManagementMessage> page = queues.first(queue, atMost);
    Map<Long, Boolean> seen = browse(queue, page);
    for (ManagementMessage shown : page) {
      Boolean noted = noted(shown, seen);
      add(shown, noted == null ? noted(shown, browse(queue, List.of(shown))) : noted, checked);
    }
    return new CheckedMessages(
        checked.deliverable(), checked.doubtful(), stuck(queue, checked.undeliverable(), atMost));
  }

  private static void add(
      ManagementMessage shown, @Nullable Boolean noted, CheckedMessages checked) {
    if (noted == null) {
      checked.undeliverable().add(shown);
    } else {
      (noted ? checked.deliverable() : checked.doubtful()).add(shown);
    }
  }

  private List<ManagementMessage> stuck(
      BrokerQueue queue, List<ManagementMessage> missing, int atMost) {
    List<ManagementMessage> stuck = missing;
    for (int look = 0; look < LOOKS && !stuck.isEmpty(); look++) {
      stuck =
          queues.stillIn(queue, stuck, atMost).stream()
              .filter(shown -> noted(shown, browse(queue, List.of(shown))) == null)
              .toList();
    }
    return stuck;
  }

  /** Whether the broker has recorded the kind of the body; null if the message was not seen. */
  private static @Nullable Boolean noted(ManagementMessage shown, Map<Long, Boolean> seen) {
    Boolean noted =
        shown.originalId().isPresent() ? seen.get(shown.originalId().getAsLong()) : null;
    return noted == null
        ? null
        : noted && !shown.hasApplicationProperty(AmqpConversion.BODY_ENCODING);
  }

  private Map<Long, Boolean> browse(BrokerQueue queue, List<ManagementMessage> wanted) {
    Map<Long, Boolean> seen = new HashMap<>();
    String selector = CheckedMessages.deliverable(wanted).selector();
    try (JMSContext context = connectionFactory.createContext();
        QueueBrowser browser =
            context.createBrowser(context.createQueue(queue.destination()), selector)) {
      for (Object each : Collections.list(browser.getEnumeration())) {
        Message message = (Message) each;
        seen.put(
            message.getLongProperty(ManagementMessage.ORIGINAL_ID),
            message.propertyExists(AmqpConversion.BODY_ENCODING));
      }
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
    return seen;
  }
}
