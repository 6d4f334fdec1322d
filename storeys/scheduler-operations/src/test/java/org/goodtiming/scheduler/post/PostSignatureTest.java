package org.goodtiming.scheduler.post;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class PostSignatureTest {

  private static final Pattern FOR_LIBRARIES =
      Pattern.compile("for the secret `([^`]+)` that is `whsec_([^`]+)`");

  /** The expected values are those of OpenSSL. */
  @Test
  void each_secret_signs_id_time_and_body() {
    assertThat(
            PostSignature.of(
                List.of("new secret", "old secret"),
                "5f6d",
                Instant.ofEpochSecond(1_700_000_000),
                "{\"type\":\"job.failed\"}".getBytes(UTF_8)))
        .isEqualTo(
            "v1,Ngf1+X9GJphxEjSkrruOQBoWTYFgqCmYBzLRrP++bFg= v1,nD9/YGeRr8CB1oKMfrZB9Qr3lf9qZrDYQB1zxpKxLYI=");
  }

  /** Libraries of Standard Webhooks sign with what follows the prefix, decoded. */
  @Test
  void a_library_with_the_secret_of_the_page_has_the_same_signature() throws Exception {
    Matcher example =
        FOR_LIBRARIES.matcher(Files.readString(Path.of("..", "..", "docs", "events.md")));
    assertThat(example.find()).isTrue();
    Mac library = Mac.getInstance("HmacSHA256");
    library.init(new SecretKeySpec(Base64.getDecoder().decode(example.group(2)), "HmacSHA256"));
    byte[] mac = library.doFinal("5f6d.1700000000.{}".getBytes(UTF_8));

    assertThat(
            PostSignature.of(
                List.of(example.group(1)),
                "5f6d",
                Instant.ofEpochSecond(1_700_000_000),
                "{}".getBytes(UTF_8)))
        .isEqualTo("v1," + Base64.getEncoder().encodeToString(mac));
  }
}
