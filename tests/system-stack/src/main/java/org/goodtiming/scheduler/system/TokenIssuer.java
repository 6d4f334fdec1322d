package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** Issues bearer tokens that the nodes of the tests trust, and others. */
final class TokenIssuer {

  static final String NAME = "https://issuer.example";
  static final String AUDIENCE = "scheduler";

  /** The one that the nodes trust. */
  static final TokenIssuer TRUSTED = new TokenIssuer();

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private volatile KeyPair keys = newKeys();

  /** Publishes the key of the issuer, as long as the tests run. The answer is its URL. */
  String publish() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/keys", this::answer);
      server.start();
      return "http://localhost:%d/keys".formatted(server.getAddress().getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes the key; the former key is no longer published. */
  void changeKey() {
    keys = newKeys();
  }

  private void answer(HttpExchange exchange) throws IOException {
    RSAPublicKey key = (RSAPublicKey) keys.getPublic();
    byte[] answer =
        "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"kid\":\"%s\",\"n\":\"%s\",\"e\":\"%s\"}]}"
            .formatted(id(), encoded(key.getModulus()), encoded(key.getPublicExponent()))
            .getBytes(UTF_8);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private static String encoded(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return BASE64.encodeToString(
        bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
  }

  /** The id of the signing key. */
  private String id() {
    return Integer.toHexString(keys.getPublic().hashCode());
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

  String token(String user, String group, Duration validity) {
    return token("RS256", NAME, user, group, validity);
  }

  String token(String algorithm, String issuer, String user, String group, Duration validity) {
    String header = "{\"alg\":\"%s\",\"typ\":\"JWT\",\"kid\":\"%s\"}".formatted(algorithm, id());
    String claims =
        "{\"iss\":\"%s\",\"aud\":\"%s\",\"upn\":\"%s\",\"groups\":[\"%s\"],\"exp\":%d}"
            .formatted(
                issuer, AUDIENCE, user, group, Instant.now().plus(validity).getEpochSecond());
    String signed = encoded(header) + "." + encoded(claims);
    return signed + "." + (algorithm.equals("none") ? "" : BASE64.encodeToString(sign(signed)));
  }

  private byte[] sign(String text) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(keys.getPrivate());
      signature.update(text.getBytes(UTF_8));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encoded(String text) {
    return BASE64.encodeToString(text.getBytes(UTF_8));
  }
}
