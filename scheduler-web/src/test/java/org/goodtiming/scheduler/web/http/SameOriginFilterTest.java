package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.problem;

import jakarta.ws.rs.core.Response;
import org.glassfish.jersey.server.ContainerRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SameOriginFilterTest {

  @ParameterizedTest
  @CsvSource({
    "Origin,http://evil.example",
    "Origin,null",
    "Origin,https://node-1:8080",
    "Origin,http://node-1",
    "Origin,http://node-1:8080.evil.example",
    "Sec-Fetch-Site,cross-site",
    "Sec-Fetch-Site,same-site"
  })
  void a_change_that_a_foreign_page_sends_is_refused(String header, String value) {
    assertThat(problem(filtered("POST", header, value)))
        .isEqualTo(
            "403 SCHED-0914 a page of another origin ('"
                + value
                + "') sent this request: changes are accepted only from the API's own origin");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "PATCH", "DELETE", "POST"})
  void every_method_that_changes_something_is_checked(String method) {
    assertThat(filtered(method, "Origin", "http://evil.example")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
  void a_foreign_page_may_send_requests_that_change_nothing(String method) {
    assertThat(filtered(method, "Origin", "http://evil.example")).isNull();
  }

  @Test
  void the_apis_own_pages_and_clients_other_than_browsers_may_change_everything() {
    assertThat(filtered("POST")).isNull();
    assertThat(filtered("POST", "Origin", "http://node-1:8080")).isNull();
    assertThat(filtered("POST", "Sec-Fetch-Site", "same-origin")).isNull();
    assertThat(filtered("POST", "Sec-Fetch-Site", "none")).isNull();
  }

  @Test
  void both_headers_must_name_the_own_origin() {
    assertThat(filtered("POST", "Origin", "http://node-1:8080", "Sec-Fetch-Site", "cross-site"))
        .isNotNull();
    assertThat(filtered("POST", "Origin", "http://evil.example", "Sec-Fetch-Site", "same-origin"))
        .isNotNull();
  }

  @Test
  void a_change_by_a_session_must_name_the_own_origin() {
    assertThat(problem(bySession("POST")))
        .isEqualTo(
            "403 SCHED-0914 a page of another origin ('not named') sent this request: changes are accepted"
                + " only from the API's own origin");
    assertThat(bySession("POST", "Sec-Fetch-Site", "none")).isNotNull();
    assertThat(bySession("POST", "Sec-Fetch-Site", "same-site")).isNotNull();
    assertThat(bySession("POST", "Origin", "null")).isNotNull();
    assertThat(bySession("DELETE", "Sec-Fetch-Site", "same-origin")).isNull();
    assertThat(bySession("DELETE", "Origin", "http://node-1:8080")).isNull();
    assertThat(bySession("GET")).isNull();
  }

  @Test
  void behind_a_proxy_that_ends_tls_the_browser_vouches_for_the_origin() {
    String origin = "https://node-1:8080";
    assertThat(bySession("POST", "Origin", origin, "Sec-Fetch-Site", "same-origin")).isNull();
    assertThat(bySession("POST", "Origin", origin, "Sec-Fetch-Site", "cross-site")).isNotNull();
    assertThat(bySession("POST", "Origin", origin)).isNotNull();
  }

  @Test
  void behind_a_trusted_proxy_that_ends_tls_the_origin_is_that_of_the_browser() {
    assertThat(byTls("Origin", "https://node-1:8080")).isNull();
    assertThat(byTls("Origin", "http://node-1:8080")).isNotNull();
    assertThat(byTls("Origin", "https://evil.example")).isNotNull();
  }

  private static Response byTls(String... headers) {
    return SameOriginFilter.refusal(Requests.request("POST", headers), true, true);
  }

  private static Response bySession(String method, String... headers) {
    return SameOriginFilter.refusal(Requests.request(method, headers), true, false);
  }

  /** Null if the request may go on. */
  private static Response filtered(String method, String... headers) {
    ContainerRequest request = Requests.request(method, headers);
    return SameOriginFilter.refusal(request, false, false);
  }
}
