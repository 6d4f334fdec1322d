package org.goodtiming.scheduler.broker;

import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The backlogs of the broker's queues, by its management address. */
public record BrokerBacklogs(BrokerManagement management) {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final int PAGE_SIZE = 1_000;

  /**
   * Lists the backlogs of all queues that are not temporary, with one request for each thousand.
   */
  public List<BrokerBacklog> list() {
    List<BrokerBacklog> queues = new ArrayList<>();
    List<JsonObject> page;
    int number = 1;
    do {
      page = page(number++);
      page.forEach(queue -> queues.add(BrokerBacklog.of(queue)));
    } while (page.size() == PAGE_SIZE);
    return queues;
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

  private List<JsonObject> page(int number) {
    String filter =
        JSON.createObjectBuilder()
            .add("field", "TEMPORARY")
            .add("operation", "EQUALS")
            .add("value", "false")
            .add("sortField", "name")
            .add("sortOrder", "asc")
            .build()
            .toString();
    String parameters =
        JSON.createArrayBuilder().add(filter).add(number).add(PAGE_SIZE).build().toString();
    return new BrokerAnswer(management.invoke("broker", "listQueues", parameters)).page();
  }
}
