package org.goodtiming.scheduler.web.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class BasicCredentialsTest {

  @ParameterizedTest
  @CsvSource({"ann:secret,ann,secret", "ann:a:b,ann,a:b", "ann:,ann,''", "änn:gehëim,änn,gehëim"})
  void name_and_password_are_parted_by_the_first_colon(String text, String name, String password) {
    var credential = BasicCredentials.of("Basic " + encoded(text)).orElseThrow();

    assertThat(credential.getCaller()).isEqualTo(name);
    assertThat(credential.getPasswordAsString()).isEqualTo(password);
  }

  @Test
  void the_scheme_may_be_written_in_any_case() {
    assertThat(BasicCredentials.of("bASIC  " + encoded("ann:x") + " ")).isPresent();
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "Basic",
        "Basic ",
        "Basic !",
        "Basic YQ==",
        "Basic OnBhc3N3b3Jk",
        "Basicx YTpi",
        "Bearer YTpi",
        "Digest username=\"admin\""
      })
  void a_header_that_cannot_be_read_is_no_login(String header) {
    assertThat(BasicCredentials.of(header)).isEmpty();
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }
}
