package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionCookieTest {

  @Test
  void the_cookie_is_for_this_application_and_hidden_from_scripts_and_other_sites() {
    assertThat(SessionCookie.header("token", "/scheduler", false))
        .isEqualTo("scheduler-session=token; Path=/scheduler; HttpOnly; SameSite=Strict");
    assertThat(SessionCookie.header("token", "/scheduler", true))
        .isEqualTo("scheduler-session=token; Path=/scheduler; HttpOnly; SameSite=Strict; Secure");
  }

  @ParameterizedTest
  @CsvSource({
    "https://scheduler.example,      , true",
    "http://localhost:8080,          , false",
    "                     , https    , true",
    "                     , http     , false",
    "                     ,          , false",
    "null                 ,          , false"
  })
  void behind_a_proxy_the_request_shows_whether_the_browser_uses_tls(
      String origin, String forwardedProto, boolean tls) {
    assertThat(SessionCookie.isOfTls(origin, forwardedProto)).isEqualTo(tls);
  }

  @Test
  void other_cookies_are_no_sessions() {
    Cookie[] cookies = {
      new Cookie("JSESSIONID", "1"),
      new Cookie("scheduler-session", "2"),
      new Cookie("scheduler-session", "3")
    };

    assertThat(SessionCookie.of(cookies)).contains("2");
    assertThat(SessionCookie.of(new Cookie[] {cookies[0]})).isEmpty();
    assertThat(SessionCookie.of((Cookie[]) null)).isEmpty();
  }
}
