package org.goodtiming.scheduler.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {

  /** The expected values are those of OpenSSL. */
  @Test
  void each_secret_signs_id_time_and_body() {
    assertThat(
            WebhookSignature.of(
                List.of("new secret", "old secret"),
                "5f6d",
                Instant.ofEpochSecond(1_700_000_000),
                "{\"type\":\"job.failed\"}"))
        .isEqualTo(
            "v1,Ngf1+X9GJphxEjSkrruOQBoWTYFgqCmYBzLRrP++bFg= v1,nD9/YGeRr8CB1oKMfrZB9Qr3lf9qZrDYQB1zxpKxLYI=");
  }
}
