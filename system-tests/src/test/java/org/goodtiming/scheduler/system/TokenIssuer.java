package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/** Issues bearer tokens that the nodes of the tests trust, and others. */
final class TokenIssuer {

  static final String NAME = "https://issuer.example";
  static final String AUDIENCE = "scheduler";

  /** The one that the nodes trust. */
  static final TokenIssuer TRUSTED = new TokenIssuer();

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final KeyPair keys;

  TokenIssuer() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      keys = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  String publicKey() {
    return Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
  }

  String token(String user, String group, Duration validity) {
    return token("RS256", NAME, user, group, validity);
  }

  String token(String algorithm, String issuer, String user, String group, Duration validity) {
    String header = "{\"alg\":\"%s\",\"typ\":\"JWT\"}".formatted(algorithm);
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
