package org.goodtiming.scheduler.web.session;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import org.goodtiming.scheduler.web.openid.LoginState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cookie, redirects and pages of a browser that logs in by a provider. */
class LoginCookieTest {

  private static final LoginState LOGIN = LoginState.random();

  @Test
  void the_cookie_is_for_the_login_and_comes_back_from_another_site() {
    assertThat(LoginCookie.header("x", 600, "/scheduler/login", false))
        .isEqualTo("scheduler-login=x; Path=/scheduler/login; Max-Age=600; HttpOnly; SameSite=Lax");
    assertThat(LoginCookie.header("x", 600, "/scheduler/login", true))
        .endsWith("; SameSite=Lax; Secure");
  }

  @Test
  void a_login_is_found_among_other_cookies() {
    Cookie other = new Cookie("scheduler-session", LOGIN.text());
    Cookie own = new Cookie("scheduler-login", LOGIN.text());

    assertThat(LoginCookie.of(new Cookie[] {other, own})).contains(LOGIN);
    assertThat(LoginCookie.of(new Cookie[] {other})).isEmpty();
    assertThat(LoginCookie.of(new Cookie[] {new Cookie("scheduler-login", "x")})).isEmpty();
    assertThat(LoginCookie.of((Cookie[]) null)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8080/scheduler/login,          false, http://127.0.0.1:8080/scheduler/",
    "http://scheduler.example/scheduler/login?code=, true,  https://scheduler.example/scheduler/",
    "https://[::1]:8443/scheduler/api/v1/session,    true,  https://[::1]:8443/scheduler/"
  })
  void the_provider_sends_the_browser_to_the_host_that_it_knows(
      String request, boolean tls, String url) {
    assertThat(ConsoleUrl.of(request, tls, "/scheduler/")).isEqualTo(url);
  }

  @Test
  void the_page_of_a_refusal_shows_a_name_as_text() {
    assertThat(LoginPage.escaped("<b title=\"x\">&amp;"))
        .isEqualTo("&lt;b title=&quot;x&quot;&gt;&amp;amp;");
  }
}
