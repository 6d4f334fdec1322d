package org.goodtiming.scheduler.broker.amqp;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.broker.BrokerAnswer;
import org.goodtiming.scheduler.broker.BrokerBacklog;
import org.goodtiming.scheduler.broker.BrokerList;
import org.goodtiming.scheduler.broker.BrokerManagement;
import org.goodtiming.scheduler.broker.RefusedByBrokerException;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Browses queues through Artemis' management address, outside any transaction. */
@Singleton
public record BrokerQueues(NewTransaction transaction, BrokerManagement management) {

  private static final Logger LOG = System.getLogger(BrokerQueues.class.getName());

  /** The queue of messages that cannot be decoded. */
  public static final String PARKING = "scheduler.unreadable";

  /** What the names of all queues of AMQP messages contain. */
  private static final String AMQP = ".amqp";

  @Inject
  public BrokerQueues {}

  /** Those of these queues of AMQP messages that have some, with one request for all. */
  public Set<String> nonEmpty(Set<String> names) {
    return new BrokerList("listQueues", "NAME", "CONTAINS", AMQP)
        .read(management).stream()
            .map(BrokerBacklog::of)
            .filter(queue -> queue.messages() > 0 && names.contains(queue.queue()))
            .map(BrokerBacklog::queue)
            .collect(Collectors.toSet());
  }

  public boolean isEmpty(BrokerQueue queue) {
    String count = management.attribute(resource(queue), "messageCount");
    return new BrokerAnswer(count).number() == 0;
  }

  public List<ManagementMessage> first(BrokerQueue queue, int atMost) {
    return transaction.outside(() -> shown(queue, atMost));
  }

  private List<ManagementMessage> shown(BrokerQueue queue, int atMost) {
    try {
      return page(queue, 1, atMost);
    } catch (RefusedByBrokerException e) {
      return oneByOne(queue, atMost);
    }
  }

  /** Reads messages singly, because a malformed message makes the whole page fail. */
  private List<ManagementMessage> oneByOne(BrokerQueue queue, int atMost) {
    List<ManagementMessage> shown = new ArrayList<>();
    for (int place = 1; place <= atMost; place++) {
      try {
        List<ManagementMessage> one = page(queue, place, 1);
        if (one.isEmpty()) {
          return shown;
        }
        shown.addAll(one);
      } catch (RefusedByBrokerException e) {
        LOG.log(Level.DEBUG, "message {0} of queue {1} cannot be shown", place, queue);
      }
    }
    return shown;
  }

  /** Returns the messages that are still among the first of the queue. */
  public List<ManagementMessage> stillIn(
      BrokerQueue queue, List<ManagementMessage> shown, int atMost) {
    Set<Long> there =
        first(queue, atMost).stream().map(ManagementMessage::id).collect(Collectors.toSet());
    return shown.stream().filter(each -> there.contains(each.id())).toList();
  }

  public boolean isFirstUnreadable(BrokerQueue queue) {
    return transaction.outside(
        () -> {
          try {
            page(queue, 1, 1);
            return false;
          } catch (RefusedByBrokerException e) {
            return true;
          }
        });
  }

  public void parkFirst(BrokerQueue queue) {
    change(queue, "moveMessages", "[1, null, \"%s\", false, 1]".formatted(PARKING));
  }

  private List<ManagementMessage> page(BrokerQueue queue, int page, int size) {
    String parameters = "[%d,%d]".formatted(page, size);
    BrokerAnswer answer =
        new BrokerAnswer(management.invoke(resource(queue), "browse", parameters));
    return ManagementMessage.all(answer.value().asJsonObject());
  }

  /** Does nothing if the message no longer exists. */
  public void remove(BrokerQueue queue, long messageId) {
    change(queue, "removeMessage", "[%d]".formatted(messageId));
  }

  private void change(BrokerQueue queue, String operation, String parameters) {
    transaction.outside(() -> management.invoke(resource(queue), operation, parameters));
  }

  private static String resource(BrokerQueue queue) {
    return "queue." + queue.name();
  }
}
