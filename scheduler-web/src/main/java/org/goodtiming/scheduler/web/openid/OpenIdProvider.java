package org.goodtiming.scheduler.web.openid;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.config.operations.IssuerUrl;
import org.goodtiming.scheduler.config.operations.OpenIdConfig;
import org.goodtiming.scheduler.config.operations.SigningKeys;
import org.goodtiming.scheduler.config.operations.TokenConfig;
import org.jspecify.annotations.Nullable;

/**
 * The OpenID provider of the settings, by the authorization code flow with PKCE (OpenID Connect
 * Core 1.0, RFC 7636). It is asked for its addresses at the first login, again after five minutes,
 * and after a login that it could not answer.
 */
public final class OpenIdProvider {

  private static final long KNOWN_FOR = Duration.ofMinutes(5).toNanos();

  /** Delay after a failed attempt. */
  private static final long NEXT_TRY = Duration.ofSeconds(10).toNanos();

  private final OpenIdConfig config;
  private final TokenConfig tokens;
  private final IssuerConnection connection;
  private final LongSupplier nanoTime;

  private volatile @Nullable Endpoints endpoints;

  private record Endpoints(
      long readAgainAt,
      URI authorization,
      URI token,
      Optional<URI> endSession,
      boolean secretInForm,
      TokenVerifier verifier) {

    /** Keeps these endpoints in use until the provider names others. */
    Endpoints readAgainAt(long nanoTime) {
      return new Endpoints(nanoTime, authorization, token, endSession, secretInForm, verifier);
    }
  }

  OpenIdProvider(OpenIdConfig config, TokenConfig tokens) {
    this(config, tokens, System::nanoTime);
  }

  OpenIdProvider(OpenIdConfig config, TokenConfig tokens, LongSupplier nanoTime) {
    this.config = config;
    this.tokens = tokens;
    this.connection = new IssuerConnection(tokens);
    this.nanoTime = nanoTime;
  }

  /** The name on the login page. */
  public String name() {
    return config.name();
  }

  /**
   * Where a browser begins a login.
   *
   * @param callback where the provider sends the browser then
   */
  public URI authorization(LoginState login, String callback) throws IssuerUnavailableException {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", config.clientId());
    query.put("redirect_uri", callback);
    query.put("scope", config.scopes());
    query.put("state", login.state());
    query.put("nonce", login.nonce());
    query.put("code_challenge", login.challenge());
    query.put("code_challenge_method", "S256");
    return withQuery(endpoints().authorization(), query);
  }

  /**
   * The user who has logged in at the provider.
   *
   * @param code from the answer of the provider
   * @param callback as when the login began
   */
  public TokenUser user(String code, LoginState login, String callback)
      throws IssuerUnavailableException, RefusedTokenException {
    JWTClaimsSet claims = claims(code, login, callback);
    if (!login.nonce().equals(claims.getClaim("nonce"))) {
      throw new RefusedTokenException("the nonce of the token is that of another login");
    }
    Object party = claims.getClaim("azp");
    if (claims.getAudience().size() > 1 && !config.clientId().equals(party)) {
      throw new RefusedTokenException("the token is for another client as well: claim azp");
    }
    return TokenUser.of(claims, tokens);
  }

  private JWTClaimsSet claims(String code, LoginState login, String callback)
      throws IssuerUnavailableException, RefusedTokenException {
    try {
      return endpoints().verifier().claims(idToken(code, login, callback));
    } catch (IssuerUnavailableException e) {
      // The endpoints may have moved
      Endpoints known = endpoints;
      endpoints = known == null ? null : known.readAgainAt(nanoTime.getAsLong());
      throw e;
    }
  }

  /**
   * Where a browser logs out of the provider; empty if the provider cannot do that, or is away.
   *
   * @param page where the provider sends the browser then
   */
  public Optional<URI> logout(String page) {
    try {
      Map<String, String> query = new LinkedHashMap<>();
      query.put("client_id", config.clientId());
      query.put("post_logout_redirect_uri", page);
      return endpoints().endSession().map(url -> withQuery(url, query));
    } catch (IssuerUnavailableException e) {
      return Optional.empty();
    }
  }

  private String idToken(String code, LoginState login, String callback)
      throws IssuerUnavailableException, RefusedTokenException {
    IssuerConnection.Answer answer = exchange(code, login, callback);
    if (answer.status() >= 500 || answer.status() == 404) {
      throw new IssuerUnavailableException("its token endpoint answers " + answer.status());
    }
    Object token = json(answer.body()).get("id_token");
    if (answer.status() == 200 && token instanceof String text) {
      return text;
    }
    throw new RefusedTokenException(
        "the provider gives no token for the code: %d %s"
            .formatted(answer.status(), json(answer.body()).get("error")));
  }

  private IssuerConnection.Answer exchange(String code, LoginState login, String callback)
      throws IssuerUnavailableException {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "authorization_code");
    form.put("code", code);
    form.put("redirect_uri", callback);
    form.put("code_verifier", login.verifier());
    Endpoints current = endpoints();
    if (current.secretInForm()) {
      form.put("client_id", config.clientId());
      form.put("client_secret", config.clientSecret());
    }
    try {
      return connection.post(
          current.token(), current.secretInForm() ? null : authorization(), form);
    } catch (IOException e) {
      throw new IssuerUnavailableException(e);
    }
  }

  /** The header of the client's login; RFC 6749 demands that both parts are encoded first. */
  private String authorization() {
    String client =
        IssuerConnection.encode(config.clientId())
            + ":"
            + IssuerConnection.encode(config.clientSecret());
    return "Basic " + Base64.getEncoder().encodeToString(client.getBytes(UTF_8));
  }

  private Endpoints endpoints() throws IssuerUnavailableException {
    Endpoints known = endpoints;
    if (known != null && nanoTime.getAsLong() - known.readAgainAt() < 0) {
      return known;
    }
    try {
      known = discover();
    } catch (IssuerUnavailableException e) {
      if (known == null) {
        throw e;
      }
      known = known.readAgainAt(nanoTime.getAsLong() + NEXT_TRY);
    }
    endpoints = known;
    return known;
  }

  private Endpoints discover() throws IssuerUnavailableException {
    Map<String, Object> published = published();
    if (!config.issuer().toString().equals(published.get("issuer"))) {
      throw new IssuerUnavailableException(
          "it calls itself %s, not %s".formatted(published.get("issuer"), config.issuer()));
    }
    SigningKeys keys = new SigningKeys.Published(url(published, "jwks_uri"));
    return new Endpoints(
        nanoTime.getAsLong() + KNOWN_FOR,
        url(published, "authorization_endpoint"),
        url(published, "token_endpoint"),
        optionalUrl(published, "end_session_endpoint"),
        secretInForm(published),
        TokenVerifier.ofIdTokens(
            config.issuer().toString(), config.clientId(), keys, connection, tokens));
  }

  /** Unless it says otherwise, a provider takes the secret in the header (RFC 8414, section 2). */
  private static boolean secretInForm(Map<String, Object> published)
      throws IssuerUnavailableException {
    if (!(published.get("token_endpoint_auth_methods_supported") instanceof List<?> methods)
        || methods.contains("client_secret_basic")) {
      return false;
    }
    if (methods.contains("client_secret_post")) {
      return true;
    }
    throw new IssuerUnavailableException(
        "its token endpoint takes neither client_secret_basic nor client_secret_post, only %s"
            .formatted(methods));
  }

  private Map<String, Object> published() throws IssuerUnavailableException {
    String base = config.issuer().toString().replaceFirst("/$", "");
    try {
      URI url = URI.create(base + "/.well-known/openid-configuration");
      return json(connection.reader().retrieveResource(url.toURL()).getContent());
    } catch (IOException e) {
      throw new IssuerUnavailableException(e);
    }
  }

  private static URI url(Map<String, Object> published, String name)
      throws IssuerUnavailableException {
    return optionalUrl(published, name)
        .orElseThrow(
            () ->
                new IssuerUnavailableException(
                    "its %s is not a URL that begins with https://: %s"
                        .formatted(name, published.get(name))));
  }

  private static Optional<URI> optionalUrl(Map<String, Object> published, String name) {
    return published.get(name) instanceof String text ? IssuerUrl.parse(text) : Optional.empty();
  }

  /** Parses a JSON object; empty if the text is no object. */
  private static Map<String, Object> json(String text) {
    try {
      return JSONObjectUtils.parse(text);
    } catch (ParseException e) {
      return Map.of();
    }
  }

  private static URI withQuery(URI url, Map<String, String> query) {
    String separator = url.getRawQuery() == null ? "?" : "&";
    return URI.create(url + separator + IssuerConnection.encoded(query));
  }
}
