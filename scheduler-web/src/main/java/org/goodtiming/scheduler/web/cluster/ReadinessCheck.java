package org.goodtiming.scheduler.web.cluster;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.Collection;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;

/**
 * A part of the answer to whether the node is ready.
 *
 * @param data strings, numbers and booleans, shown as strings, as Payara does
 */
record ReadinessCheck(String name, boolean up, Map<String, Object> data) {

  private static final JsonProvider JSON = JsonProvider.provider();

  /** Writes the checks in the format of MicroProfile Health. */
  static JsonObject json(Collection<ReadinessCheck> checks) {
    var each = JSON.createArrayBuilder();
    checks.forEach(check -> each.add(check.json()));
    return JSON.createObjectBuilder()
        .add("status", status(checks.stream().allMatch(ReadinessCheck::up)))
        .add("checks", each)
        .build();
  }

  private JsonObjectBuilder json() {
    JsonObjectBuilder values = JSON.createObjectBuilder();
    data.forEach((key, value) -> values.add(key, value.toString()));
    return JSON.createObjectBuilder()
        .add("name", name)
        .add("status", status(up))
        .add("data", values);
  }

  private static String status(boolean up) {
    return up ? "UP" : "DOWN";
  }

  HealthCheckResponse response() {
    var response = HealthCheckResponse.named(name).status(up);
    data.forEach((key, value) -> response.withData(key, value.toString()));
    return response.build();
  }
}
