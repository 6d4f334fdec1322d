package org.goodtiming.scheduler.web.openid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.goodtiming.scheduler.config.operations.LoginConfig;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.identity.IdentityProvider;
import org.goodtiming.scheduler.operations.user.Role;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins by a provider, which answers by HTTP. */
class OpenIdProviderTest {

  private static final String CALLBACK = "http://localhost:8080/scheduler/login/callback";

  @AutoClose private final IdentityProvider server = new IdentityProvider();
  private final HttpClient browser = HttpClient.newHttpClient();
  private final LoginState login = LoginState.random();
  private OpenIdProvider provider;
  private long now;

  @BeforeEach
  void a_user() {
    server.logIn("jane", "operator", "staff");
    provider = provider(Map.of());
  }

  @Test
  void a_login_yields_the_user_and_the_highest_role_of_the_groups() throws Exception {
    TokenUser user = provider.user(code(), login, CALLBACK);

    assertThat(user.name()).isEqualTo("jane");
    assertThat(user.highestRole()).contains(Role.OPERATOR);
  }

  @Test
  void the_answer_of_the_provider_has_the_state_of_the_browser() throws Exception {
    String answer = answer().get("state");

    assertThat(login.isStateOf(answer)).isTrue();
    assertThat(LoginState.random().isStateOf(answer)).isFalse();
    assertThat(login.isStateOf(null)).isFalse();
  }

  @Test
  void groups_without_a_role_have_none() throws Exception {
    server.logIn("jane", "staff");

    assertThat(provider.user(code(), login, CALLBACK).highestRole()).isEmpty();
  }

  @Test
  void a_code_is_of_no_use_without_the_verifier_of_the_browser_that_began() throws Exception {
    String code = code();

    assertRefused(() -> provider.user(code, LoginState.random(), CALLBACK), "400 invalid_grant");
  }

  @Test
  void a_code_is_of_use_once() throws Exception {
    String code = code();
    provider.user(code, login, CALLBACK);

    assertRefused(() -> provider.user(code, login, CALLBACK), "invalid_grant");
  }

  @Test
  void a_wrong_secret_of_the_client_is_reported() throws Exception {
    OpenIdProvider wrong = provider(Map.of("scheduler.rest.oidc.client-secret", "wrong"));

    assertRefused(() -> wrong.user(code(), login, CALLBACK), "401 invalid_client");
  }

  @Test
  void a_provider_that_takes_the_secret_only_in_the_form_gets_it_there() throws Exception {
    server.authenticateClientsBy("client_secret_post");

    assertThat(provider.user(code(), login, CALLBACK).name()).isEqualTo("jane");
  }

  @Test
  void a_provider_that_takes_no_secret_is_reported() {
    server.authenticateClientsBy("private_key_jwt");

    assertThatThrownBy(() -> provider.authorization(login, CALLBACK))
        .isInstanceOf(IssuerUnavailableException.class)
        .hasMessageEndingWith("only [private_key_jwt]");
  }

  @Test
  void a_token_of_another_login_is_refused() {
    assertClaimsRefused(claims -> claims.add("nonce", "replayed"), "nonce");
    assertClaimsRefused(claims -> claims.remove("nonce"), "nonce");
  }

  @Test
  void a_token_for_another_client_or_of_another_time_is_refused() {
    long now = Instant.now().getEpochSecond();
    assertClaimsRefused(claims -> claims.add("aud", "shop"), "audience");
    assertClaimsRefused(claims -> claims.add("iss", "https://other.example"), "iss");
    assertClaimsRefused(claims -> claims.add("exp", now - 60), "Expired");
    assertClaimsRefused(
        claims ->
            claims
                .add("azp", "shop")
                .add("aud", Json.createArrayBuilder().add("shop").add(IdentityProvider.CLIENT)),
        "azp");
  }

  @Test
  void a_token_for_several_clients_names_the_one_that_asked() throws Exception {
    server.changeClaims(
        claims ->
            claims
                .add("azp", IdentityProvider.CLIENT)
                .add("aud", Json.createArrayBuilder().add("shop").add(IdentityProvider.CLIENT)));

    assertThat(provider.user(code(), login, CALLBACK).name()).isEqualTo("jane");
  }

  @Test
  void the_provider_may_change_its_key_at_any_time() throws Exception {
    provider.user(code(), login, CALLBACK);

    server.changeKey();

    assertThat(provider.user(code(), login, CALLBACK).name()).isEqualTo("jane");
  }

  @Test
  void a_provider_that_is_away_is_reported_and_does_not_keep_a_browser_from_its_logout() {
    server.close();

    assertThatThrownBy(() -> provider.authorization(login, CALLBACK))
        .isInstanceOf(IssuerUnavailableException.class);
    assertThat(provider.logout("http://localhost/")).isEmpty();
  }

  @Test
  void a_provider_that_fails_refuses_nobody() throws Exception {
    String code = code();
    server.failTokens(503);

    assertThatThrownBy(() -> provider.user(code, login, CALLBACK))
        .isInstanceOf(IssuerUnavailableException.class)
        .hasMessage("its token endpoint answers 503");
  }

  @Test
  void a_provider_that_has_moved_is_found_by_the_login_after_the_one_that_fails() throws Exception {
    String code = code();
    server.move("/new");

    assertThatThrownBy(() -> provider.user(code, login, CALLBACK))
        .isInstanceOf(IssuerUnavailableException.class)
        .hasMessage("its token endpoint answers 404");
    assertThat(provider.user(code(), login, CALLBACK).name()).isEqualTo("jane");
  }

  @Test
  void a_provider_that_has_moved_is_found_after_five_minutes() throws Exception {
    URI before = provider.authorization(login, CALLBACK);
    server.move("/new");

    now += Duration.ofMinutes(5).toNanos() - 1;
    assertThat(provider.authorization(login, CALLBACK)).isEqualTo(before);
    now += 1;
    assertThat(provider.authorization(login, CALLBACK)).hasPath("/new/authorize");
  }

  @Test
  void the_addresses_of_a_provider_that_is_away_stay_known() throws Exception {
    URI before = provider.authorization(login, CALLBACK);
    server.close();

    now += Duration.ofMinutes(5).toNanos();
    assertThat(provider.authorization(login, CALLBACK)).isEqualTo(before);
    assertThat(provider.logout("http://localhost/")).isPresent();
  }

  @Test
  void a_provider_with_another_name_is_none() {
    OpenIdProvider other =
        provider(
            Map.of(
                "scheduler.rest.oidc.issuer", server.issuer().replace("localhost", "127.0.0.1")));

    assertThatThrownBy(() -> other.authorization(login, CALLBACK))
        .isInstanceOf(IssuerUnavailableException.class)
        .hasMessageStartingWith("it calls itself http://localhost");
  }

  @Test
  void a_browser_logs_out_at_the_provider() {
    assertThat(provider.logout("http://localhost:8080/scheduler/"))
        .contains(
            URI.create(
                server.issuer()
                    + "/logout?client_id=scheduler+console&post_logout_redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fscheduler%2F"));
  }

  @Test
  void a_browser_keeps_a_login_in_a_text() {
    assertThat(LoginState.parse(login.text())).contains(login);
    assertThat(login.toString()).doesNotContain(login.verifier());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "a.b.c", "<script>"})
  void an_invalid_state_of_a_browser_is_no_login(String text) {
    assertThat(LoginState.parse(text)).isEmpty();
    assertThat(LoginState.parse(login.text() + text + ".")).isEmpty();
  }

  private void assertClaimsRefused(Consumer<JsonObjectBuilder> change, String reason) {
    server.changeClaims(change);
    assertRefused(() -> provider.user(code(), login, CALLBACK), reason);
  }

  private static void assertRefused(ThrowingCallable call, String reason) {
    assertThatThrownBy(call).isInstanceOf(RefusedTokenException.class).hasMessageContaining(reason);
  }

  private String code() throws Exception {
    return answer().get("code");
  }

  /** The provider's answer after the login of its user. */
  private Map<String, String> answer() throws Exception {
    URI url = provider.authorization(login, CALLBACK);
    String location = get(url).headers().firstValue("Location").orElseThrow();
    assertThat(location).startsWith(CALLBACK + "?");
    return IdentityProvider.parameters(URI.create(location).getRawQuery());
  }

  private HttpResponse<String> get(URI url) throws IOException, InterruptedException {
    return browser.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
  }

  private OpenIdProvider provider(Map<String, String> changed) {
    Map<String, String> settings = new HashMap<>();
    settings.put("scheduler.node.name", "node1");
    settings.put("scheduler.rest.oidc.issuer", server.issuer());
    settings.put("scheduler.rest.oidc.client-id", IdentityProvider.CLIENT);
    settings.put("scheduler.rest.oidc.client-secret", IdentityProvider.SECRET);
    settings.putAll(changed);
    LoginConfig config =
        SchedulerConfig.from(name -> Optional.ofNullable(settings.get(name))).rest().login();
    return new OpenIdProvider(config.openId().orElseThrow(), config.token(), () -> now);
  }
}
