package org.goodtiming.scheduler.broker;

import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.util.ArrayList;
import java.util.List;

/**
 * A list of the broker's management, in the order of the names.
 *
 * @param operation such as {@code listQueues}
 * @param field that each entry is selected by; empty for all
 * @param comparison of the field with the value, such as {@code CONTAINS}
 */
public record BrokerList(String operation, String field, String comparison, String value) {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final int PAGE_SIZE = 1_000;

  /** The field must have the value. */
  public BrokerList(String operation, String field, String value) {
    this(operation, field, field.isEmpty() ? "" : "EQUALS", value);
  }

  /** Reads all entries, a thousand with each request. */
  public List<JsonObject> read(BrokerManagement management) {
    List<JsonObject> entries = new ArrayList<>();
    List<JsonObject> page;
    int number = 1;
    do {
      String answer = management.invoke("broker", operation, parameters(number++));
      page = new BrokerAnswer(answer).page();
      entries.addAll(page);
    } while (page.size() == PAGE_SIZE);
    return entries;
  }

  private String parameters(int page) {
    String filter =
        JSON.createObjectBuilder()
            .add("field", field)
            .add("operation", comparison)
            .add("value", value)
            .add("sortField", "name")
            .add("sortOrder", "asc")
            .build()
            .toString();
    return JSON.createArrayBuilder().add(filter).add(page).add(PAGE_SIZE).build().toString();
  }
}
