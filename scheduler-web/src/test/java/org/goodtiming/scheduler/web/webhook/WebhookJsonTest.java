package org.goodtiming.scheduler.web.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import jakarta.json.Json;
import java.io.StringReader;
import java.util.List;
import org.goodtiming.scheduler.operations.webhook.WebhookSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookJsonTest {

  @Test
  void all_settings_are_read_and_absent_ones_stay() {
    assertThat(
            settings(
                "{\"url\": \"https://chat.example.org:8443/in?key=1\", \"types\": [\"job.failed\"], \"queues\": [\"order-check\"], \"retry\": \"PT1S,PT1M\", \"paused\": true}"))
        .isEqualTo(
            new WebhookSettings(
                "https://chat.example.org:8443/in?key=1",
                List.of("job.failed"),
                List.of("order-check"),
                "PT1S,PT1M",
                true));
    assertThat(settings("{}")).isEqualTo(new WebhookSettings(null, null, null, null, null));
  }

  @ParameterizedTest
  @CsvSource({
    "http://chat.example.org/, it does not begin with https://",
    "https:///in, it names no host",
    "https://user:secret@chat.example.org/, it has a user",
    "https://chat.example.org/#top, it has a fragment",
    "https://chat.example.org:0/, its port is not one of 1 to 65535",
    "https://chat.example.org:70000/, its port is not one of 1 to 65535",
    "https://chat.example.org/\u00e9, it has characters beyond ASCII",
    "https://chat.example.org/a b, Illegal character in path",
    "chat, it does not begin with https://"
  })
  void a_url_that_is_not_plain_https_is_refused(String url, String why) {
    assertThat(refusal(() -> settings("{\"url\": \"%s\"}".formatted(url))))
        .startsWith("422 SCHED-0998 the URL '%s' is refused: %s".formatted(url, why));
  }

  @Test
  void a_refusal_tells_all_mistakes() {
    assertThat(refusal(() -> settings("{\"url\": \"chat\", \"paused\": 1}")))
        .contains("it does not begin with https://")
        .contains("field paused is 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"types\": \"job.failed\"}",
        "{\"types\": [1]}",
        "{\"types\": [\"failed\"]}",
        "{\"types\": [\"job.failed\", \"job.faild\"]}",
        "{\"queues\": [\"no queue\"]}",
        "{\"retry\": \"now\"}",
        "{\"paused\": 1}",
        "{\"secret\": \"text\"}"
      })
  void other_values_are_refused(String json) {
    assertThat(refusal(() -> settings(json))).startsWith("422 SCHED-0916 ");
  }

  @Test
  void a_misspelt_type_is_refused_with_those_that_there_are() {
    assertThat(refusal(() -> settings("{\"types\": [\"job.faild\"]}")))
        .isEqualTo(
            "422 SCHED-0916 field types is [\"job.faild\"]: send an array of at most 100 strings, of job.registered, job.dispatched, job.started, job.finished, job.failed, job.retried, job.cancelled, job.expired, job.exhausted, job.quarantined, job.held, job.released, schedule.paused, schedule.resumed, schedule.ended, queue.paused, queue.resumed, lease.changed, batch.failed, batch.ended");
  }

  private static WebhookSettings settings(String json) {
    return WebhookJson.settings(Json.createReader(new StringReader(json)).readObject());
  }
}
