package org.goodtiming.scheduler.config.operations;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.goodtiming.scheduler.config.Settings;

/**
 * The provider by which users of the console log in (OpenID Connect).
 *
 * @param name as the login page shows it
 * @param issuer claim iss of its tokens, below which it publishes its settings
 * @param clientId under which the scheduler is registered there
 * @param scopes which the console asks for
 */
public record OpenIdConfig(
    String name, URI issuer, String clientId, String clientSecret, String scopes) {

  private static final String ISSUER = "scheduler.rest.oidc.issuer";
  private static final String CLIENT = "scheduler.rest.oidc.client-id";
  private static final String SECRET = "scheduler.rest.oidc.client-secret";

  /** Empty if none is set: then users log in by name and password only. */
  static Optional<OpenIdConfig> from(Settings settings) {
    String client = settings.text(CLIENT, "");
    String secret = settings.text(SECRET, "");
    String name = settings.text("scheduler.rest.oidc.name", "single sign-on");
    String scopes = settings.text("scheduler.rest.oidc.scopes", "openid profile");
    long set =
        List.of(settings.text(ISSUER, ""), client, secret).stream()
            .filter(text -> !text.isEmpty())
            .count();
    settings.require(
        set == 0 || set == 3,
        "SCHED-0109 %s, %s and %s go together: set all of them, or none",
        ISSUER,
        CLIENT,
        SECRET);
    return set < 3
        ? Optional.empty()
        : IssuerUrl.read(settings, ISSUER)
            .map(issuer -> new OpenIdConfig(name, issuer, client, secret, scopes));
  }

  /** Logs do not show the secret. */
  @Override
  public String toString() {
    return "OpenIdConfig[" + issuer + "]";
  }
}
