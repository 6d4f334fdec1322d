package org.goodtiming.scheduler.broker.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The selection from the queues and addresses that a broker lists. */
class BrokerInspectorTest {

  private static final Set<String> WORKER_QUEUES = Set.of("order-check");

  private final List<String> asked = new ArrayList<>();

  @Test
  void an_entry_of_two_pages_of_a_list_is_shown_once() {
    JsonObject queue = queue("order-check", "order-check");
    JsonObject address = address("order-check");
    assertThat(names(List.of(queue, queue), List.of(address, address)))
        .containsExactly("order-check");
  }

  @Test
  void queues_are_shown_by_their_address() {
    assertThat(
            names(
                List.of(
                    queue("billing.events", "scheduler.events"),
                    queue("order-check-1", "order-check"),
                    queue("scheduler.stranger", "another")),
                List.of()))
        .containsExactly("billing.events", "order-check-1");
  }

  @Test
  void the_settings_of_an_address_are_asked_for_once() {
    names(
        List.of(queue("scheduler.dead", "scheduler.dead"), queue("dead.amqp", "scheduler.dead")),
        List.of());
    assertThat(asked).containsExactly("scheduler.dead");
  }

  private List<String> names(List<JsonObject> queues, List<JsonObject> addresses) {
    return BrokerInspector.queues(queues, addresses, WORKER_QUEUES, this::settings)
        .build()
        .getValuesAs(JsonObject.class)
        .stream()
        .map(each -> each.getString("name"))
        .toList();
  }

  private JsonObject settings(String address) {
    asked.add(address);
    return Json.createObjectBuilder().add("deadLetterAddress", "scheduler.dead").build();
  }

  private static JsonObject queue(String name, String address) {
    return Json.createObjectBuilder()
        .add("name", name)
        .add("address", address)
        .add("messageCount", "7")
        .add("consumerCount", "1")
        .add("paused", "false")
        .build();
  }

  private static JsonObject address(String name) {
    return Json.createObjectBuilder()
        .add("name", name)
        .add("addressSize", "0")
        .add("numberOfPages", "0")
        .add("numberOfBytesPerPage", "0")
        .build();
  }
}
