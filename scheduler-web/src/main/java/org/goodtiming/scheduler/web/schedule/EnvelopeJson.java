package org.goodtiming.scheduler.web.schedule;

import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.Base64;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.Envelope;

/** The content of a job as JSON, in the fields by which it was registered. */
final class EnvelopeJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private EnvelopeJson() {}

  /** Adds all values but the group. */
  static void add(JsonObjectBuilder json, Envelope envelope) {
    addProperties(json, envelope);
    add(json, envelope.body());
  }

  /** Adds all values but the group and the payload. */
  static void addProperties(JsonObjectBuilder json, Envelope envelope) {
    envelope.carried().forEach((property, value) -> add(json, property.lineField(), value));
    JsonObjectBuilder own = JSON.createObjectBuilder();
    envelope.properties().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> add(own, each.getKey(), each.getValue()));
    json.add(WireContract.LINE_PROPERTIES, own);
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
