package org.goodtiming.scheduler.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Bodies of pauses. */
class PauseEndTest {

  @Test
  void a_pause_may_end_by_itself() {
    assertThat(PauseEnd.of(body(""))).isNull();
    assertThat(PauseEnd.of(body("{}"))).isNull();
    assertThat(PauseEnd.of(body("{\"until\": null}"))).isNull();
    assertThat(PauseEnd.of(body("{\"until\": \"2100-01-01T00:00:00Z\"}")))
        .isEqualTo("2100-01-01T00:00:00Z");
    assertThat(refusal(() -> PauseEnd.of(body("{\"until\": 7}"))))
        .startsWith("422 SCHED-0916 field until is 7: send a moment");
  }

  private static InputStream body(String json) {
    return new ByteArrayInputStream(json.getBytes(UTF_8));
  }
}
