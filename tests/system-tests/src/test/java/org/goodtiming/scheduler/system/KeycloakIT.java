package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.dev.ServerNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Logins and bearer tokens by a provider that others have written, set up as docs/security.md. */
@Disruptive
@Nightly
@TestInstance(Lifecycle.PER_CLASS)
class KeycloakIT {

  private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");

  private final SystemStack stack = SystemStack.shared();
  private final ServerNode node = stack.node(1);
  private final RestClient admin = new RestClient(node);
  private Keycloak keycloak;

  @BeforeAll
  void a_node_with_keycloak(@TempDir Path directory) throws Exception {
    assumeTrue(Keycloak.isInstalled(), Keycloak.MISSING);
    keycloak = new Keycloak(directory, node.url());
    node.stop();
    node.start(
        Map.of(
            "SCHEDULER_REST_OIDC_ISSUER", keycloak.issuer(),
            "SCHEDULER_REST_OIDC_CLIENT_ID", "scheduler",
            "SCHEDULER_REST_OIDC_CLIENT_SECRET", "secret of the client",
            "SCHEDULER_REST_BEARER_ISSUER", keycloak.issuer(),
            "SCHEDULER_REST_BEARER_AUDIENCE", "scheduler",
            "SCHEDULER_REST_BEARER_JWKS_URL", keycloak.keys(),
            "SCHEDULER_REST_TOKEN_ROLES", "batch-team=operator"));
  }

  @AfterAll
  void as_before() {
    if (keycloak != null) {
      keycloak.close();
      node.stop();
      node.start();
    }
  }

  @Test
  void a_user_logs_in_to_the_console_with_the_role_of_the_group() throws Exception {
    HttpResponse<String> ended = login("jane");

    assertThat(ended.statusCode()).as(ended.body()).isEqualTo(303);
    assertThat(ended.headers().firstValue("Location")).contains("/scheduler/");
    String session = cookies(ended);
    String seen = keycloak.get(node.restUrl() + "/session", "Cookie", session).body();
    assertThat(seen).contains("\"name\":\"jane\"", "\"role\":\"operator\"");
    assertThat(admin.get("/sessions").body()).contains("\"issuer\":\"" + keycloak.issuer());
  }

  @Test
  void a_user_whose_groups_have_no_role_gets_no_session() throws Exception {
    HttpResponse<String> refused = login("joe");

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("SCHED-0989 'joe'");
    assertThat(cookies(refused)).doesNotContain("scheduler-session");
  }

  @Test
  void a_bearer_token_has_the_role_of_the_group_also_after_a_change_of_the_key() throws Exception {
    String before = keycloak.token("jane");
    assertOperator(before);

    keycloak.addKey();
    String after = keycloak.token("jane");

    assertThat(header(after)).isNotEqualTo(header(before));
    assertOperator(after);
    assertOperator(before);
    assertThat(session(after.substring(0, after.length() - 8) + "AAAAAAAA").status())
        .isEqualTo(401);
  }

  private void assertOperator(String token) {
    RestClient.Answer answer = session(token);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).contains("\"name\":\"jane\"", "\"role\":\"operator\"");
  }

  private RestClient.Answer session(String token) {
    return admin.get("/session", "Authorization", "Bearer " + token);
  }

  /** With the id of the key. */
  private static String header(String token) {
    return new String(Base64.getUrlDecoder().decode(token.split("\\.")[0]));
  }

  /** As a browser does it. */
  private HttpResponse<String> login(String user) throws Exception {
    HttpResponse<String> begun = keycloak.get(node.url() + "/scheduler/login");
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(303);
    HttpResponse<String> page = keycloak.get(location(begun));
    Matcher form = FORM.matcher(page.body());
    assertThat(form.find()).as(page.body()).isTrue();
    HttpResponse<String> sentBack =
        keycloak.post(
            form.group(1).replace("&amp;", "&"),
            Map.of("username", user, "password", "secret of " + user),
            "Cookie",
            cookies(page));
    assertThat(sentBack.statusCode()).as(sentBack.body()).isEqualTo(302);
    return keycloak.get(location(sentBack), "Cookie", cookies(begun));
  }

  private static String location(HttpResponse<String> answer) {
    return answer.headers().firstValue("Location").orElseThrow();
  }

  /** Also those that a client of HTTP would keep for TLS. */
  private static String cookies(HttpResponse<String> answer) {
    List<String> set = answer.headers().allValues("Set-Cookie");
    return set.stream().map(cookie -> cookie.split(";")[0]).collect(Collectors.joining("; "));
  }
}
