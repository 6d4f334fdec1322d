package org.goodtiming.scheduler.broker;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The backlogs of the broker's queues, by its management address. */
@Singleton
public record BrokerBacklogs(BrokerManagement management) {

  /**
   * The two questions to the broker.
   *
   * @param list as {@link BrokerBacklogs#list}
   * @param oldest as {@link BrokerBacklogs#oldest}
   */
  public record Questions(
      Supplier<List<BrokerBacklog>> list, Function<String, Optional<Instant>> oldest) {}

  @Inject
  public BrokerBacklogs {}

  @Produces
  public Questions questions() {
    return new Questions(this::list, this::oldest);
  }

  /**
   * Lists the backlogs of all queues that are not temporary, with one request for each thousand.
   */
  public List<BrokerBacklog> list() {
    return new BrokerList("listQueues", "TEMPORARY", "false")
        .read(management).stream().map(BrokerBacklog::of).toList();
  }

  /**
   * The send time of the first message that no consumer has. Empty if there is none, or if the
   * broker refuses to tell: the queue is deleted, or the login lacks the permission.
   */
  public Optional<Instant> oldest(String queue) {
    try {
      String answer = management.attribute("queue." + queue, "firstMessageTimestamp");
      return new BrokerAnswer(answer).moment();
    } catch (RefusedByBrokerException e) {
      return Optional.empty();
    }
  }
}
