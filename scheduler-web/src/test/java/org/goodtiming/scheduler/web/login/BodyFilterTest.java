package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyFilterTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/x-www-form-urlencoded",
        "Application/X-WWW-Form-Urlencoded; charset=UTF-8",
        " multipart/form-data; boundary=x"
      })
  void a_form_is_one_however_it_is_written(String contentType) {
    assertThat(BodyFilter.isForm(contentType)).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {"", "application/json", "text/plain", "x-application/x-www-form-urlencoded"})
  void nothing_else_is_a_form(String contentType) {
    assertThat(BodyFilter.isForm(contentType)).isFalse();
  }

  @Test
  void a_request_says_by_its_headers_whether_it_has_a_body() {
    assertThat(BodyFilter.hasBody(1, null)).isTrue();
    assertThat(BodyFilter.hasBody(-1, "chunked")).isTrue();
    assertThat(BodyFilter.hasBody(0, null)).isFalse();
    assertThat(BodyFilter.hasBody(-1, null)).isFalse();
  }
}
