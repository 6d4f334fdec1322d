package org.goodtiming.scheduler.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A small OpenID provider with one client: discovery, authorization code flow with PKCE, keys, and
 * logout. Its user is whoever has logged in last, so that it needs no pages.
 */
public final class IdentityProvider implements AutoCloseable {

  public static final String CLIENT = "scheduler console";
  public static final String SECRET = "a secret: with+signs";

  /** Of each provider at first: to generate keys takes half a second. */
  private static final KeyPair KEYS = newKeys();

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final HttpServer server;
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
  private volatile KeyPair keys = KEYS;
  private volatile String user = "";
  private volatile List<String> groups = List.of();
  private volatile Consumer<JsonObjectBuilder> change = claims -> {};
  private volatile int tokenStatus = 200;
  private volatile String place = "";
  private volatile String clientAuthentication = "client_secret_basic";

  public IdentityProvider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    serve("/.well-known/openid-configuration", this::discover);
    serve("/keys", exchange -> answer(exchange, 200, keySet()));
    servePages();
    server.start();
  }

  public String issuer() {
    return "http://localhost:%d".formatted(server.getAddress().getPort());
  }

  /** The user of each browser from now on. */
  public void logIn(String user, String... groups) {
    this.user = user;
    this.groups = List.of(groups);
  }

  public boolean hasUser() {
    return !user.isEmpty();
  }

  /** The key from now on; the one before is no longer published. */
  public void changeKey() {
    keys = newKeys();
  }

  /** Adds claims to each ID token, or replaces them. */
  public void changeClaims(Consumer<JsonObjectBuilder> change) {
    this.change = change;
  }

  public void failTokens(int status) {
    tokenStatus = status;
  }

  /** The only method of the token endpoint. */
  public void authenticateClientsBy(String method) {
    clientAuthentication = method;
  }

  /** Serves logins below this path from now on, and no longer where it has. */
  public void move(String path) {
    List.of("/authorize", "/token", "/logout").forEach(page -> server.removeContext(place + page));
    place = path;
    servePages();
  }

  private void servePages() {
    serve(place + "/authorize", this::authorize);
    serve(place + "/token", this::exchangeCode);
    serve(place + "/logout", this::logOut);
  }

  private void serve(String path, HttpHandler handler) {
    server.createContext(path, handler);
  }

  private void discover(HttpExchange exchange) throws IOException {
    answer(
        exchange,
        200,
        Json.createObjectBuilder()
            .add("issuer", issuer())
            .add("authorization_endpoint", issuer() + place + "/authorize?prompt=none")
            .add("token_endpoint", issuer() + place + "/token")
            .add("jwks_uri", issuer() + "/keys")
            .add(
                "token_endpoint_auth_methods_supported",
                Json.createArrayBuilder().add(clientAuthentication))
            .add("end_session_endpoint", issuer() + place + "/logout")
            .build());
  }

  private void authorize(HttpExchange exchange) throws IOException {
    Map<String, String> query = parameters(exchange.getRequestURI().getRawQuery());
    boolean valid =
        CLIENT.equals(query.get("client_id"))
            && "code".equals(query.get("response_type"))
            && "S256".equals(query.get("code_challenge_method"))
            && query.getOrDefault("scope", "").startsWith("openid");
    if (!valid) {
      answer(exchange, 400, Json.createObjectBuilder().add("error", "invalid_request").build());
    } else if (user.isEmpty()) {
      redirect(exchange, query, "error=login_required");
    } else {
      String code = UUID.randomUUID().toString();
      codes.put(code, query);
      redirect(exchange, query, "session_state=x&code=" + code);
    }
  }

  private static void redirect(HttpExchange exchange, Map<String, String> query, String answer)
      throws IOException {
    redirect(
        exchange,
        query.get("redirect_uri")
            + "?state="
            + URLEncoder.encode(query.getOrDefault("state", ""), UTF_8)
            + "&"
            + answer);
  }

  private static void redirect(HttpExchange exchange, String url) throws IOException {
    exchange.getResponseHeaders().add("Location", url);
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  private void exchangeCode(HttpExchange exchange) throws IOException {
    Map<String, String> form =
        parameters(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    Map<String, String> begun = codes.remove(form.getOrDefault("code", ""));
    if (tokenStatus != 200) {
      answer(exchange, tokenStatus, Json.createObjectBuilder().build());
    } else if (!isOfClient(exchange.getRequestHeaders().getFirst("Authorization"), form)) {
      answer(exchange, 401, Json.createObjectBuilder().add("error", "invalid_client").build());
    } else if (begun == null || !isContinued(begun, form)) {
      answer(exchange, 400, Json.createObjectBuilder().add("error", "invalid_grant").build());
    } else {
      answer(
          exchange,
          200,
          Json.createObjectBuilder()
              .add("token_type", "Bearer")
              .add("access_token", "opaque")
              .add("id_token", token(claims(begun.get("nonce"))))
              .build());
    }
  }

  private boolean isOfClient(String authorization, Map<String, String> form) {
    if (clientAuthentication.equals("client_secret_post")) {
      return authorization == null
          && CLIENT.equals(form.get("client_id"))
          && SECRET.equals(form.get("client_secret"));
    }
    String client = URLEncoder.encode(CLIENT, UTF_8) + ":" + URLEncoder.encode(SECRET, UTF_8);
    String expected = "Basic " + Base64.getEncoder().encodeToString(client.getBytes(UTF_8));
    return expected.equals(authorization);
  }

  private static boolean isContinued(Map<String, String> begun, Map<String, String> form) {
    return "authorization_code".equals(form.get("grant_type"))
        && begun.get("redirect_uri").equals(form.get("redirect_uri"))
        && begun.get("code_challenge").equals(challenge(form.getOrDefault("code_verifier", "")));
  }

  private static String challenge(String verifier) {
    try {
      return BASE64.encodeToString(
          MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonObject claims(String nonce) {
    long now = Instant.now().getEpochSecond();
    JsonObjectBuilder claims =
        Json.createObjectBuilder()
            .add("iss", issuer())
            .add("aud", CLIENT)
            .add("sub", "4711")
            .add("preferred_username", user)
            .add("groups", Json.createArrayBuilder(groups))
            .add("nonce", nonce)
            .add("iat", now)
            .add("exp", now + 300);
    change.accept(claims);
    return claims.build();
  }

  /** Any token that the key of the provider signs. */
  public String token(JsonObject claims) {
    String header = "{\"alg\":\"RS256\",\"kid\":\"%s\"}".formatted(keyId());
    String signed =
        BASE64.encodeToString(header.getBytes(UTF_8))
            + "."
            + BASE64.encodeToString(claims.toString().getBytes(UTF_8));
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(keys.getPrivate());
      signature.update(signed.getBytes(US_ASCII));
      return signed + "." + BASE64.encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void logOut(HttpExchange exchange) throws IOException {
    user = "";
    Map<String, String> query = parameters(exchange.getRequestURI().getRawQuery());
    redirect(exchange, query.get("post_logout_redirect_uri"));
  }

  private JsonObject keySet() {
    RSAPublicKey key = (RSAPublicKey) keys.getPublic();
    JsonObjectBuilder json =
        Json.createObjectBuilder()
            .add("kty", "RSA")
            .add("use", "sig")
            .add("kid", keyId())
            .add("n", encoded(key.getModulus()))
            .add("e", encoded(key.getPublicExponent()));
    return Json.createObjectBuilder().add("keys", Json.createArrayBuilder().add(json)).build();
  }

  private String keyId() {
    return Integer.toHexString(keys.getPublic().hashCode());
  }

  private static String encoded(BigInteger number) {
    byte[] bytes = number.toByteArray();
    int sign = bytes[0] == 0 ? 1 : 0;
    return BASE64.encodeToString(Arrays.copyOfRange(bytes, sign, bytes.length));
  }

  private static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The parameters of a form or a query. */
  public static Map<String, String> parameters(String text) {
    return Arrays.stream(text.split("&"))
        .map(each -> each.split("=", 2))
        .collect(
            Collectors.toMap(
                each -> URLDecoder.decode(each[0], UTF_8),
                each -> URLDecoder.decode(each[1], UTF_8)));
  }

  private static void answer(HttpExchange exchange, int status, JsonObject json)
      throws IOException {
    byte[] bytes = json.toString().getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
