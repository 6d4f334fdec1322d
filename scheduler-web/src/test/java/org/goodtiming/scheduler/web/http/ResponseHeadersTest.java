package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.Response;
import java.net.URI;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseHeadersTest {

  @Test
  void browsers_neither_guess_nor_run_nor_keep_an_answer() {
    ContainerResponse answer = filtered("GET", Response.ok("{}").build());

    assertThat(answer.getHeaderString("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.getHeaderString("Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    assertThat(answer.getHeaderString("Cache-Control")).isEqualTo("no-store");
  }

  @ParameterizedTest
  @CsvSource({
    "GET,  200, true,  'private, no-cache'",
    "HEAD, 200, true,  'private, no-cache'",
    "GET,  304, true,  'private, no-cache'",
    "GET,  303, true,  'private, no-cache'",
    "GET,  200, false, no-store",
    "GET,  404, false, no-store",
    "GET,  404, true,  no-store",
    "PUT,  200, true,  no-store",
    "POST, 201, true,  no-store"
  })
  void only_an_answer_that_was_read_with_a_tag_may_be_kept_by_its_reader(
      String method, int status, boolean tagged, String cacheControl) {
    Response.ResponseBuilder answer = Response.status(status);
    if (tagged) {
      answer.tag("1.2");
    }

    assertThat(filtered(method, answer.build()).getHeaderString("Cache-Control"))
        .isEqualTo(cacheControl);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jobs/order-check/a%20b",
        "http://node-1:8080/scheduler/api/v1/jobs/order-check/a%20b"
      })
  void a_location_is_a_path_whether_or_not_the_server_has_completed_it(URI location) {
    assertThat(ResponseHeaders.path(Requests.BASE, location))
        .isEqualTo("/scheduler/api/v1/jobs/order-check/a%20b");
  }

  @Test
  void a_list_is_sent_again_only_if_its_text_has_changed() {
    ContainerResponse first = filtered("GET", Response.ok("{\"jobs\":[]}").build());
    String tag = first.getHeaderString("ETag");

    ContainerResponse unchanged =
        filtered("GET", Response.ok("{\"jobs\":[]}").build(), "If-None-Match", tag);
    ContainerResponse changed =
        filtered("GET", Response.ok("{\"jobs\":[1]}").build(), "If-None-Match", tag);

    assertThat(tag).startsWith("W/\"");
    assertThat(unchanged.getStatus()).isEqualTo(304);
    assertThat(unchanged.hasEntity()).isFalse();
    assertThat(changed.getStatus()).isEqualTo(200);
    assertThat(changed.getHeaderString("Cache-Control")).isEqualTo("no-store");
  }

  private static ContainerResponse filtered(String method, Response answer, String... headers) {
    ContainerRequest request = Requests.request(method, headers);
    ContainerResponse response = new ContainerResponse(request, answer);
    new ResponseHeaders().filter(request, response);
    return response;
  }
}
