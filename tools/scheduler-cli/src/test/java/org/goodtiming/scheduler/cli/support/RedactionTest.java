package org.goodtiming.scheduler.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

  private static final Redaction UNKNOWING = new Redaction(List.of());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SCHEDULER_XA_PASSWORD=hunter22",
        "SCHEDULER_ENCRYPTION_KEYS=2026=hunter22,2025=hunter22",
        "export SCHEDULER_XA_PASSWORD='hunter22'\\''s hunter22'",
        "  -Djavax.net.ssl.keyStorePassword=hunter22 -Xmx1g",
        "<cluster-password>hunter22</cluster-password>",
        "<property name=\"Password\" value=\"hunter22\"/>",
        "<property value=\"hunter22\" name=\"dbPassword\"/>",
        "<pool password=\"hunter22\" name=\"p\"/>",
        "{\"password\": \"hunter22\", \"name\": \"x\"}",
        "tcp://h:61616?sslEnabled=true;keyStorePassword=hunter22;protocols=CORE",
        "jdbc:postgresql://h/d?user=a&password=hunter22&ssl=true",
        "https://admin:hunter22@localhost:8080/",
        "Authorization: Basic hunter22hunter22==",
        "authorization=[Bearer hunter22.hunter22]",
        "the token was eyJhbGciOi.hunter22.hunter22",
        "-----BEGIN RSA PRIVATE KEY-----\nhunter22\nhunter22\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nhunter22 and the file ends here"
      })
  void the_surroundings_of_a_secret_give_it_away(String text) {
    assertThat(UNKNOWING.apply(text)).doesNotContain("hunter22").contains("***");
  }

  @Test
  void a_known_secret_is_replaced_wherever_it_is_and_however_it_is_spelled() {
    Redaction redaction = new Redaction(List.of("a&b<\"c\\", "plain-secret", "plain-secret-2"));
    assertThat(
            redaction.apply(
                "refused plain-secret-2, plain-secret; a&b<\"c\\ a&amp;b&lt;\"c\\ a&amp;b&lt;&quot;c\\ a&b<\\\"c\\\\ a%26b%3C%22c%5C"))
        .isEqualTo("refused ***, ***; *** *** *** *** ***");
  }

  @Test
  void other_values_stay() {
    String text =
        """
        SCHEDULER_NODE_NAME=node-1
        <address-setting match="#"><max-delivery-attempts>3</max-delivery-attempts></address-setting>
        scheduler_registered_jobs_total{queue="order-check"} 12.0
        [2026-11-27T03:00:00.000+0000] SCHED-0701 the broker does not answer: tcp://127.0.0.1:61616
        """;
    assertThat(new Redaction(List.of("", "true", "node")).apply(text)).isEqualTo(text);
  }

  @Test
  void a_long_word_takes_no_long_time() {
    String word = "x".repeat(1_000_000);
    assertThat(
            Assertions.assertTimeout(
                Duration.ofSeconds(10), () -> UNKNOWING.apply(word + " password=hunter22")))
        .doesNotContain("hunter22");
  }
}
