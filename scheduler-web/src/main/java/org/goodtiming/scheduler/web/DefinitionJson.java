package org.goodtiming.scheduler.web;

import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.Base64;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.JobDefinition;

/** The payload of a definition as JSON, in the fields by which it was put. */
final class DefinitionJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private DefinitionJson() {}

  static void addPayload(JsonObjectBuilder json, JobDefinition definition) {
    Envelope envelope = definition.envelope();
    envelope.carried().forEach((property, value) -> add(json, property.lineField(), value));
    JsonObjectBuilder own = JSON.createObjectBuilder();
    envelope.properties().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> add(own, each.getKey(), each.getValue()));
    json.add(WireContract.LINE_PROPERTIES, own);
    add(json, envelope.body());
  }

  private static void add(JsonObjectBuilder json, Body body) {
    if (body.isText()) {
      json.add(WireContract.LINE_BODY, body.asText());
    } else {
      json.add(WireContract.LINE_BODY_BASE64, Base64.getEncoder().encodeToString(body.bytes()));
    }
  }

  private static void add(JsonObjectBuilder json, String name, Object value) {
    if (value instanceof Long number) {
      json.add(name, number);
    } else if (value instanceof Double number) {
      json.add(name, number);
    } else if (value instanceof Boolean flag) {
      json.add(name, flag);
    } else {
      json.add(name, value.toString());
    }
  }
}
