package org.goodtiming.scheduler.web.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.util.Map;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.JobProperty;
import org.junit.jupiter.api.Test;

class EnvelopeJsonTest {

  @Test
  void a_payload_has_the_fields_by_which_it_was_put() {
    Envelope envelope =
        new Envelope(
            Body.text("{\"format\":\"pdf\"}"),
            Map.of("x_shop", "Bonn", "x_count", 1L, "x_rate", 0.5, "x_new", true),
            Map.of(JobProperty.CONTENT_TYPE, "application/json"),
            null,
            4);

    assertThat(payload(envelope))
        .isEqualTo(
            "{\"contentType\":\"application/json\","
                + "\"properties\":{\"x_count\":1,\"x_new\":true,\"x_rate\":0.5,\"x_shop\":\"Bonn\"},"
                + "\"body\":\"{\\\"format\\\":\\\"pdf\\\"}\"}");
  }

  @Test
  void carried_numbers_are_numbers() {
    Envelope envelope =
        new Envelope(Body.text(""), Map.of(), Map.of(JobProperty.TIME_TO_LIVE, 5L), null, 4);

    assertThat(payload(envelope)).isEqualTo("{\"timeToLive\":5,\"properties\":{},\"body\":\"\"}");
  }

  @Test
  void bytes_are_shown_as_base64() {
    Envelope envelope =
        new Envelope(new Body(false, new byte[] {0, 1}), Map.of(), Map.of(), null, 4);

    assertThat(payload(envelope)).isEqualTo("{\"properties\":{},\"bodyBase64\":\"AAE=\"}");
  }

  private static String payload(Envelope envelope) {
    JsonObjectBuilder json = Json.createObjectBuilder();
    EnvelopeJson.add(json, envelope);
    return json.build().toString();
  }
}
