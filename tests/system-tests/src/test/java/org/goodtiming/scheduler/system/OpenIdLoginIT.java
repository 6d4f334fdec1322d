package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.goodtiming.scheduler.identity.IdentityProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Logins of browsers by an OpenID provider. */
class OpenIdLoginIT {

  private final SystemStack stack = SystemStack.shared();
  private final IdentityProvider provider = stack.identityProvider();
  private final HttpClient http = HttpClient.newHttpClient();
  private final RestClient admin = new RestClient(stack.node(1));

  @AfterEach
  void no_sessions_of_the_provider() {
    provider.logIn("");
    stack.execute("DELETE FROM scheduler.api_session WHERE issuer_user IS NOT NULL");
  }

  @Test
  void a_login_that_one_node_begins_another_ends_and_all_know() throws Exception {
    provider.logIn("jane", "operator", "staff");
    HttpResponse<String> begun = get(loginUrl());
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(303);
    assertThat(header(begun, "Set-Cookie"))
        .matches(
            "scheduler-login=[A-Za-z0-9_.-]{131}; Path=/scheduler/login; Max-Age=600; HttpOnly; SameSite=Lax");

    String ended = onOtherNode(sentBack(begun), cookie(begun));

    assertThat(ended).startsWith("HTTP/1.1 303").contains("\r\nLocation: /scheduler/\r\n");
    assertThat(ended).contains("scheduler-login=; Path=/scheduler/login; Max-Age=0");
    String session = "scheduler-session=" + ended.split("scheduler-session=")[1].split(";")[0];
    HttpResponse<String> seen = get(stack.node(1).restUrl() + "/session", "Cookie", session);
    assertThat(seen.body()).contains("\"name\":\"jane\"", "\"role\":\"operator\"");
    assertThat(admin.get("/sessions").body()).contains("\"user\":\"jane\"");

    HttpResponse<String> logout =
        http.send(
            HttpRequest.newBuilder(URI.create(stack.node(1).restUrl() + "/session"))
                .header("Cookie", session)
                .header("Sec-Fetch-Site", "same-origin")
                .DELETE()
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(logout.statusCode()).as(logout.body()).isEqualTo(200);
    assertThat(logout.body()).contains("\"logoutUrl\":\"" + provider.issuer() + "/logout?");
    assertThat(get(stack.node(1).restUrl() + "/session", "Cookie", session).statusCode())
        .isEqualTo(401);
  }

  @Test
  void a_login_has_the_grants_of_its_groups_until_the_next_one() throws Exception {
    String session = session("Kim Müller", "submitter");
    assertThat(get(stack.node(2).restUrl() + "/session", "Cookie", session).body())
        .contains("\"grants\":[\"test.registration\"]");
    HttpResponse<String> registered =
        http.send(
            HttpRequest.newBuilder(URI.create(stack.node(1).restUrl() + "/jobs"))
                .headers("Cookie", session, "Sec-Fetch-Site", "same-origin")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(RestJobsIT.job("of-kim")))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(registered.statusCode()).as(registered.body()).isEqualTo(202);
    assertThat(admin.get("/grants").body())
        .contains("\"login\":\"Kim Müller\",\"queue\":\"test.registration\"")
        .contains("\"grantedBy\":\"groups of the user at " + provider.issuer() + "\"");

    String next = session("Kim Müller", "viewer");
    assertThat(get(stack.node(1).restUrl() + "/session", "Cookie", next).body())
        .contains("\"grants\":[]");
    assertThat(admin.delete("/jobs/test.registration/of-kim").status()).isEqualTo(200);
  }

  @Test
  void a_login_gives_back_what_an_administrator_has_withdrawn_and_one_without_a_group_takes_all()
      throws Exception {
    session("lee", "submitter");
    assertThat(admin.delete("/grants/lee/test.registration").body())
        .contains("lee had it by the groups of the user at " + provider.issuer());
    session("lee", "submitter");
    assertThat(admin.get("/grants").body()).contains("\"login\":\"lee\"");

    provider.logIn("lee");
    HttpResponse<String> begun = get(loginUrl());
    HttpResponse<String> refused = get(sentBack(begun), "Cookie", cookie(begun));

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(admin.get("/grants").body()).doesNotContain("\"login\":\"lee\"");
  }

  private String session(String user, String... groups) throws Exception {
    provider.logIn(user, groups);
    HttpResponse<String> begun = get(loginUrl());
    HttpResponse<String> ended = get(sentBack(begun), "Cookie", cookie(begun));
    return ended.headers().allValues("Set-Cookie").stream()
        .filter(each -> each.startsWith("scheduler-session="))
        .findFirst()
        .orElseThrow()
        .split(";")[0];
  }

  @Test
  void a_user_without_a_role_sees_a_page_that_says_why_and_has_no_session() throws Exception {
    provider.logIn("<b>eve", "staff");
    HttpResponse<String> begun = get(loginUrl());

    HttpResponse<String> refused = get(sentBack(begun), "Cookie", cookie(begun));

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(header(refused, "Content-Type")).startsWith("text/html");
    assertThat(refused.body()).contains("SCHED-0989 '&lt;b&gt;eve' has logged in at Company login");
    assertThat(header(refused, "Content-Security-Policy")).startsWith("default-src 'none'");
    assertThat(refused.headers().allValues("Set-Cookie").toString())
        .doesNotContain("scheduler-session");
  }

  @Test
  void an_answer_that_the_browser_has_not_asked_for_is_refused() throws Exception {
    provider.logIn("jane", "admin");
    HttpResponse<String> begun = get(loginUrl());
    String answer = sentBack(begun);

    assertRefused(get(answer), 400, "SCHED-0991");
    assertRefused(get(answer, "Cookie", cookie(get(loginUrl()))), 400, "SCHED-0991");
    assertRefused(
        get(answer.replaceAll("code=[^&]*", "code=x"), "Cookie", cookie(begun)), 401, "SCHED-0992");
  }

  @Test
  void a_user_who_does_not_log_in_at_the_provider_is_refused() throws Exception {
    HttpResponse<String> begun = get(loginUrl());

    assertRefused(get(sentBack(begun), "Cookie", cookie(begun)), 401, "SCHED-0992");
  }

  private static void assertRefused(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(code);
  }

  private String loginUrl() {
    return stack.node(1).url() + "/scheduler/login";
  }

  /** Where the provider sends the browser. */
  private String sentBack(HttpResponse<String> begun) throws Exception {
    return header(get(header(begun, "Location")), "Location");
  }

  /** As a proxy in front of both nodes does, which passes on the header Host. */
  private String onOtherNode(String url, String cookie) throws IOException {
    URI first = URI.create(url);
    URI second = URI.create(stack.node(2).url());
    try (Socket socket = new Socket(second.getHost(), second.getPort())) {
      String request =
          "GET %s?%s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nConnection: close\r\n\r\n"
              .formatted(first.getRawPath(), first.getRawQuery(), first.getRawAuthority(), cookie);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private HttpResponse<String> get(String url, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String cookie(HttpResponse<String> answer) {
    return header(answer, "Set-Cookie").split(";")[0];
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }
}
