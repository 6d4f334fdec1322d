package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TraceHeadersTest {

  private static final String CONTEXT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @Test
  void a_job_gets_the_context_of_its_request() {
    assertThat(new TraceHeaders(CONTEXT, "a=b").addTo("{\"queue\":\"a\"}"))
        .isEqualTo(
            "{\"queue\":\"a\",\"traceparent\":\"%s\",\"tracestate\":\"a=b\"}".formatted(CONTEXT));
  }

  @Test
  void the_context_of_the_job_counts_before_that_of_its_request() {
    String job = "{\"traceparent\":\"00-1\"}";

    assertThat(new TraceHeaders(CONTEXT, "a=b").addTo(job)).isEqualTo(job);
  }

  @Test
  void without_a_header_or_an_object_the_body_stays() {
    assertThat(new TraceHeaders(null, "a=b").addTo("{ }")).isEqualTo("{ }");
    assertThat(new TraceHeaders(CONTEXT, null).addTo("[1")).isEqualTo("[1");
  }
}
