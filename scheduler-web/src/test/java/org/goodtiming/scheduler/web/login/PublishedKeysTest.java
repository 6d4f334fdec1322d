package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.goodtiming.scheduler.web.openid.IssuerUnavailableException;
import org.goodtiming.scheduler.web.openid.RefusedTokenException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bearer tokens whose keys their issuer publishes and changes. */
class PublishedKeysTest {

  private static final RSAKey RSA = rsa("2026-11");
  private static final RSAKey NEXT = rsa("2026-12");
  private static final ECKey EC = ec("curve");
  private static final char[] PASSWORD = "changeit".toCharArray();

  @AutoClose private KeyPublisher issuer;
  private BearerTokens tokens;

  @BeforeEach
  void an_issuer() throws Exception {
    issuer = new KeyPublisher(RSA, EC);
    tokens = tokens(issuer);
  }

  @Test
  void keys_are_read_once_for_many_tokens() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertAccepted(signed(RSA));
      assertAccepted(signed(EC));
    }
    assertThat(issuer.reads()).isEqualTo(1);
  }

  @Test
  void a_new_key_is_known_at_once_and_one_that_is_withdrawn_verifies_nothing() throws Exception {
    assertAccepted(signed(RSA));

    issuer.publish(NEXT);

    assertAccepted(signed(NEXT));
    assertThat(issuer.reads()).isEqualTo(2);
    assertRefused(signed(RSA));
    assertAccepted(signed(NEXT));
  }

  @Test
  void tokens_of_strangers_do_not_make_a_node_ask_without_limit() throws Exception {
    assertAccepted(signed(RSA));

    for (int i = 0; i < 50; i++) {
      assertRefused(signed(NEXT));
    }

    assertThat(issuer.reads()).isLessThanOrEqualTo(4);
    assertAccepted(signed(RSA));
  }

  @Test
  void another_key_with_the_id_of_a_published_one_verifies_nothing() throws Exception {
    assertRefused(signed(rsa(RSA.getKeyID())));
  }

  @Test
  void a_token_need_not_name_its_key() throws Exception {
    SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims().build());
    token.sign(new RSASSASigner(RSA));

    assertAccepted(token.serialize());
  }

  @Test
  void a_public_key_is_no_secret_and_no_signature_is_none() throws Exception {
    byte[] known = RSA.toRSAPublicKey().getEncoded();
    for (byte[] secret : List.of(known, pem(known).getBytes())) {
      assertRefused(signed(JWSAlgorithm.HS256, RSA.getKeyID(), new MACSigner(secret)));
    }
    assertRefused(new PlainJWT(claims().build()).serialize());
    assertThat(issuer.reads()).isZero();
  }

  @Test
  void a_secret_that_an_issuer_publishes_by_mistake_verifies_nothing() throws Exception {
    OctetSequenceKey secret = new OctetSequenceKeyGenerator(256).keyID("secret").generate();
    issuer.answer(200, "{\"keys\":[" + secret.toJSONString() + "]}");

    assertRefused(signed(JWSAlgorithm.HS256, "secret", new MACSigner(secret)));
  }

  @Test
  void a_key_for_encryption_verifies_nothing() throws Exception {
    JWK encryption = new RSAKey.Builder(NEXT).keyUse(KeyUse.ENCRYPTION).build();
    issuer.publish(encryption);

    assertRefused(signed(NEXT));
  }

  @Test
  void a_token_for_another_audience_is_refused_whoever_has_signed_it() throws Exception {
    JWTClaimsSet other = claims().audience("shop").build();
    JWTClaimsSet otherIssuer = claims().issuer("https://other.example").build();

    assertRefused(signed(RSA, other));
    assertRefused(signed(RSA, otherIssuer));
  }

  @Test
  void known_keys_verify_while_the_issuer_is_away() throws Exception {
    assertAccepted(signed(RSA));

    issuer.close();

    assertRefused(signed(NEXT));
    assertAccepted(signed(RSA));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "5",
        "{}",
        "{'kty': 'EC', 'crv': 'P-999', 'x': 'AQ', 'y': 'AQ'}",
        "{'kty': 'EC', 'crv': 'P-256', 'x': 'AQ', 'y': 'AQ'}",
        "{'kty': 'RSA', 'kid': 5, 'n': 'AQ', 'e': 'AQAB'}",
        "{'kty': 'RSA', 'n': 'AQ'}",
        "{'kty': 'NEW', 'kid': 'x'}"
      })
  void a_member_that_cannot_be_read_keeps_nobody_out(String member) throws Exception {
    String unreadable = member.replace('\'', '"');
    issuer.answer(200, "{\"keys\":[%s,%s]}".formatted(unreadable, RSA.toPublicJWK()));

    assertAccepted(signed(RSA));

    issuer.answer(200, "{\"keys\":[%s]}".formatted(unreadable));
    assertRefused(signed(NEXT));
    assertAccepted(signed(RSA));
    assertUnavailable(tokens(issuer), signed(RSA));
  }

  @ParameterizedTest
  @CsvSource({"500, ''", "404, no", "200, <html>", "200, {}"})
  void without_keys_nothing_is_known_about_a_token_until_they_can_be_read(int status, String text)
      throws Exception {
    issuer.answer(status, text);
    assertUnavailable(tokens, signed(RSA));

    issuer.publish(RSA);

    assertAccepted(signed(RSA));
  }

  @Test
  void while_the_issuer_is_away_no_token_is_called_bad() {
    issuer.answer(500, "");
    for (int i = 0; i < 5; i++) {
      assertUnavailable(tokens, signed(RSA));
    }
  }

  @Test
  void a_node_waits_for_a_silent_issuer_as_long_as_the_setting_says() {
    issuer.fallSilent();
    BearerTokens impatient = tokens(issuer.url(), Map.of("timeout", "PT0.2S"));
    long start = System.nanoTime();

    assertUnavailable(impatient, signed(RSA));

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
  }

  @Test
  void an_issuer_by_tls_is_asked_only_if_an_authority_of_the_settings_certifies_it(
      @TempDir Path directory) throws Exception {
    HttpsServer server = HttpsServer.create(KeyPublisher.address(), 0);
    KeyStore own = keyStore(directory);
    server.setHttpsConfigurator(new HttpsConfigurator(tls(own)));
    Path file = directory.resolve("ca.pem");
    Files.writeString(file, certificate(own));
    try (KeyPublisher secured = new KeyPublisher(server, RSA)) {
      String url = "https://localhost:%d/keys".formatted(secured.port());
      String otherName = "https://127.0.0.1:%d/keys".formatted(secured.port());
      Map<String, String> authority = Map.of("ca-file", file.toString());

      assertUnavailable(tokens(url, Map.of()), signed(RSA));
      assertUnavailable(tokens(otherName, authority), signed(RSA));
      assertThat(secured.reads()).isZero();
      assertThat(tokens(url, authority).user(signed(RSA)).name()).isEqualTo("jane");
    }
  }

  private static KeyStore keyStore(Path directory) throws Exception {
    Path file = directory.resolve("issuer.p12");
    String command =
        "%s -genkeypair -alias issuer -keyalg EC -dname CN=localhost -ext san=dns:localhost -storetype PKCS12 -storepass changeit -keystore %s"
            .formatted(Path.of(System.getProperty("java.home"), "bin", "keytool"), file);
    Process keytool = new ProcessBuilder(command.split(" ")).start();
    assertThat(keytool.waitFor(1, TimeUnit.MINUTES)).isTrue();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private static SSLContext tls(KeyStore keys) throws Exception {
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(own.getKeyManagers(), null, null);
    return tls;
  }

  private static String certificate(KeyStore keys) throws Exception {
    return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
        .formatted(
            Base64.getMimeEncoder().encodeToString(keys.getCertificate("issuer").getEncoded()));
  }

  private static String pem(byte[] key) {
    return "-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n"
        .formatted(Base64.getMimeEncoder().encodeToString(key));
  }

  private void assertAccepted(String token) throws Exception {
    assertThat(tokens.user(token).name()).isEqualTo("jane");
  }

  private void assertRefused(String token) {
    assertThatThrownBy(() -> tokens.user(token)).isInstanceOf(RefusedTokenException.class);
  }

  private static void assertUnavailable(BearerTokens tokens, String token) {
    assertThatThrownBy(() -> tokens.user(token))
        .isInstanceOf(IssuerUnavailableException.class)
        .message()
        .isNotBlank();
  }

  private static BearerTokens tokens(KeyPublisher issuer) {
    return tokens(issuer.url(), Map.of());
  }

  private static BearerTokens tokens(String url, Map<String, String> settings) {
    return BearerTokenSettings.tokens("jwks-url", url, settings);
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(BearerTokenSettings.ISSUER)
        .audience(BearerTokenSettings.AUDIENCE)
        .expirationTime(Date.from(Instant.now().plus(Duration.ofHours(1))))
        .claim("upn", "jane");
  }

  private static String signed(RSAKey key) {
    return signed(key, claims().build());
  }

  private static String signed(RSAKey key, JWTClaimsSet claims) {
    try {
      return signed(JWSAlgorithm.RS256, key.getKeyID(), new RSASSASigner(key), claims);
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String signed(ECKey key) throws JOSEException {
    return signed(JWSAlgorithm.ES256, key.getKeyID(), new ECDSASigner(key));
  }

  private static String signed(JWSAlgorithm algorithm, String keyId, JWSSigner signer)
      throws JOSEException {
    return signed(algorithm, keyId, signer, claims().build());
  }

  private static String signed(
      JWSAlgorithm algorithm, String keyId, JWSSigner signer, JWTClaimsSet claims)
      throws JOSEException {
    SignedJWT token = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(keyId).build(), claims);
    token.sign(signer);
    return token.serialize();
  }

  private static RSAKey rsa(String keyId) {
    try {
      return new RSAKeyGenerator(2048).keyID(keyId).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ECKey ec(String keyId) {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID(keyId).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }
}
