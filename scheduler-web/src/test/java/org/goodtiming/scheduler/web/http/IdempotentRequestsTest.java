package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import jakarta.ws.rs.core.Response;
import org.goodtiming.scheduler.operations.idempotency.IdempotencyKey;
import org.goodtiming.scheduler.operations.idempotency.StoredAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotentRequestsTest {

  @Test
  void a_request_is_identified_by_login_key_path_and_body() {
    IdempotencyKey key = IdempotentRequests.key("ann", "k-1", "/jobs", "{}");

    assertThat(key.login()).isEqualTo("ann");
    assertThat(key.key()).isEqualTo("k-1");
    assertThat(key.digest()).hasSize(32);
    assertThat(digest("/jobs", "{}")).isEqualTo(key.digest());
    assertThat(digest("/jobs", "{ }")).isNotEqualTo(key.digest());
    assertThat(digest("/batch-operations", "{}")).isNotEqualTo(key.digest());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\tb", "a\r\nX-Injected: 1", "a\u0001b", "ä"})
  void a_key_has_printable_characters_of_ascii(String key) {
    assertThat(refusal(() -> IdempotentRequests.key("ann", key, "/jobs", "{}")))
        .isEqualTo(
            "400 SCHED-0933 header Idempotency-Key is '"
                + key
                + "': send 1 to 200 printable characters of ASCII, such as a UUID");
  }

  @Test
  void a_key_has_up_to_two_hundred_characters() {
    assertThat(IdempotentRequests.key("ann", "k".repeat(200), "/jobs", "{}").key()).hasSize(200);
    assertThat(refusal(() -> IdempotentRequests.key("ann", "k".repeat(201), "/jobs", "{}")))
        .startsWith("400 SCHED-0933");
  }

  @Test
  void a_stored_answer_is_sent_as_it_was_sent_first() {
    Response answer = IdempotentRequests.response(new StoredAnswer(202, "{}", "jobs/a%20b/1"));

    assertThat(answer.getStatus()).isEqualTo(202);
    assertThat(answer.getMediaType()).hasToString("application/json");
    assertThat(answer.getLocation()).hasToString("jobs/a%20b/1");
    assertThat(answer.getEntity()).isEqualTo("{}");
  }

  @Test
  void a_stored_refusal_is_a_problem() {
    Response answer = IdempotentRequests.response(new StoredAnswer(422, "{\"code\":\"x\"}", null));

    assertThat(answer.getStatus()).isEqualTo(422);
    assertThat(answer.getMediaType()).hasToString("application/problem+json");
    assertThat(answer.getLocation()).isNull();
  }

  private static byte[] digest(String path, String body) {
    return IdempotentRequests.key("john", "k-2", path, body).digest();
  }
}
