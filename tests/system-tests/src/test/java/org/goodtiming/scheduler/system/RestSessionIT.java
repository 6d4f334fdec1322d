package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of browsers: a page logs in on one node, and the others know it. */
@AnyServer
class RestSessionIT {

  private static final String[] FROM_OWN_PAGE = {
    "Sec-Fetch-Site", "same-origin", "Sec-Fetch-Dest", "empty"
  };

  private final SystemStack stack = SystemStack.shared();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private RestClient admin;
  private String password;

  @BeforeEach
  void a_viewer() {
    admin = new RestClient(stack.node(1));
    no_viewer();
    Answer created = admin.post("/users", "{\"name\": \"a-browser\", \"role\": \"viewer\"}");
    assertThat(created.status()).as(created.body()).isEqualTo(201);
    password = created.json().getString("password");
  }

  @AfterEach
  void no_viewer() {
    stack.execute("DELETE FROM scheduler.api_user WHERE name = 'a-browser'");
  }

  @Test
  void a_login_on_one_node_is_valid_on_the_other_until_its_logout() {
    Answer login = login(password);

    assertThat(login.status()).as(login.body()).isEqualTo(201);
    assertThat(login.json().getString("role")).isEqualTo("viewer");
    assertThat(login.header("Set-Cookie"))
        .matches("scheduler-session=[A-Za-z0-9_-]{43}; Path=/scheduler; HttpOnly; SameSite=Strict");
    String cookie = cookie(login);
    Answer seen = send(2, "GET", "/session", cookie, FROM_OWN_PAGE);
    assertThat(seen.status()).as(seen.body()).isEqualTo(200);
    assertThat(seen.json().getString("name")).isEqualTo("a-browser");
    assertThat(seen.json().getString("by")).isEqualTo("session");
    assertThat(send(2, "GET", "/jobs", cookie).status()).isEqualTo(200);
    assertThat(send(2, "GET", "/users", cookie).code()).isEqualTo("SCHED-0908");

    Answer logout = send(2, "DELETE", "/session", cookie, FROM_OWN_PAGE);

    assertThat(logout.status()).as(logout.body()).isEqualTo(204);
    assertThat(logout.header("Set-Cookie")).startsWith("scheduler-session=;").contains("Max-Age=0");
    assertEnded(cookie);
  }

  @Nightly
  @ParameterizedTest
  @ValueSource(strings = {"reset-password", "role", "session"})
  void an_administrator_ends_a_session(String by) {
    String cookie = cookie(login(password));
    Answer ended =
        switch (by) {
          case "reset-password" -> admin.post("/users/a-browser/reset-password", null);
          case "role" -> admin.put("/users/a-browser", "{\"role\": \"operator\"}");
          default -> admin.delete("/sessions/" + session());
        };
    assertThat(ended.status()).as(ended.body()).isBetween(200, 204);

    assertEnded(cookie);
  }

  @Test
  void a_wrong_password_is_refused_without_the_dialog_of_the_browser() {
    Answer answer = login("wrong");

    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.code()).isEqualTo("SCHED-0976");
    assertThat(answer.header("WWW-Authenticate")).isEqualTo("Session realm=\"scheduler\"");
    assertThat(answer.header("Set-Cookie")).isEmpty();
    assertThat(send(1, "GET", "/session", null, FROM_OWN_PAGE).header("WWW-Authenticate"))
        .startsWith("Session");
    assertThat(send(1, "GET", "/session", null).header("WWW-Authenticate")).startsWith("Basic");
  }

  @Test
  void only_the_own_pages_change_something_by_a_session() {
    String cookie = cookie(login(password));

    assertThat(send(1, "DELETE", "/session", cookie).code()).isEqualTo("SCHED-0914");
    assertThat(send(1, "DELETE", "/session", cookie, "Sec-Fetch-Site", "cross-site").code())
        .isEqualTo("SCHED-0914");
    assertThat(send(1, "DELETE", "/session", cookie, "Origin", "http://evil.example").code())
        .isEqualTo("SCHED-0914");
    assertThat(send(1, "GET", "/session", cookie).status()).isEqualTo(200);
    assertThat(send(1, "DELETE", "/session", cookie, "Origin", stack.node(1).url()).status())
        .isEqualTo(204);
  }

  @Nightly
  @Test
  void grants_are_managed_and_audited() {
    Answer put = admin.put("/grants/a-browser/test.registration", null);
    assertThat(put.status()).as(put.body()).isEqualTo(201);
    assertThat(admin.put("/grants/a-browser/test.registration", null).status()).isEqualTo(200);
    assertThat(login(password).json().getJsonArray("grants").getString(0))
        .isEqualTo("test.registration");
    assertThat(admin.get("/grants").body()).contains("a-browser");

    assertThat(admin.delete("/grants/a-browser/test.registration").status()).isEqualTo(204);
    assertThat(admin.delete("/grants/a-browser/test.registration").code()).isEqualTo("SCHED-0978");
    assertThat(
            stack.value(
                "SELECT concat_ws(' ', action, subject) FROM scheduler.audit ORDER BY id DESC LIMIT"
                    + " 1"))
        .isEqualTo("delete grant a-browser");
  }

  @Test
  void the_console_needs_no_login_and_runs_its_own_scripts_only() {
    Answer page = get(stack.node(1).url() + "/scheduler/");

    assertThat(page.status()).as(page.body()).isEqualTo(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.header("Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src"
                + " 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
                + " require-trusted-types-for 'script'; trusted-types lit-html");
    assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(page.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
    assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
    assertThat(get(stack.node(1).url() + "/scheduler/metrics").header("Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  }

  private void assertEnded(String cookie) {
    for (int node : new int[] {1, 2}) {
      Answer refused = send(node, "GET", "/jobs", cookie);
      assertThat(refused.status()).as(refused.body()).isEqualTo(401);
      assertThat(refused.code()).isEqualTo("SCHED-0975");
      assertThat(refused.header("Set-Cookie")).contains("Max-Age=0");
    }
  }

  private String session() {
    return stack.value("SELECT id FROM scheduler.api_session WHERE user_name = 'a-browser'");
  }

  private Answer login(String password) {
    HttpRequest.Builder request =
        request(stack.node(1).restUrl() + "/session", null, FROM_OWN_PAGE)
            .header("Content-Type", "application/json");
    String body = "{\"name\": \"a-browser\", \"password\": \"%s\"}".formatted(password);
    return send(request.POST(BodyPublishers.ofString(body)));
  }

  private static String cookie(Answer login) {
    return login.header("Set-Cookie").split(";")[0];
  }

  private Answer send(int node, String method, String path, String cookie, String... headers) {
    ServerNode payara = stack.node(node);
    return send(
        request(payara.restUrl() + path, cookie, headers).method(method, BodyPublishers.noBody()));
  }

  private Answer get(String url) {
    return send(request(url, null).GET());
  }

  private static HttpRequest.Builder request(String url, String cookie, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (cookie != null) {
      request.header("Cookie", cookie);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request;
  }

  private Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
