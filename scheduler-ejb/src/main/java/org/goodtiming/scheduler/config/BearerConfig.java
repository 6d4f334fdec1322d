package org.goodtiming.scheduler.config;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The issuer whose bearer tokens the REST API accepts.
 *
 * @param issuer claim iss of each token
 * @param audience one of claim aud
 * @param publicKey of the issuer, RSA or EC
 */
public record BearerConfig(String issuer, String audience, PublicKey publicKey) {

  private static final String ISSUER = "scheduler.rest.bearer.issuer";
  private static final String AUDIENCE = "scheduler.rest.bearer.audience";
  private static final String KEY = "scheduler.rest.bearer.public-key";

  /** Empty if none is set: then no token is accepted. */
  static Optional<BearerConfig> from(Settings settings) {
    List<String> values =
        List.of(settings.text(ISSUER, ""), settings.text(AUDIENCE, ""), settings.text(KEY, ""));
    long set = values.stream().filter(value -> !value.isEmpty()).count();
    settings.require(
        set == 0 || set == values.size(),
        "SCHED-0941 %s, %s and %s go together: set all of them, or none",
        ISSUER,
        AUDIENCE,
        KEY);
    Optional<PublicKey> key = set == values.size() ? key(values.get(2)) : Optional.empty();
    settings.require(
        set < values.size() || key.isPresent(),
        "SCHED-0942 %s is not a public key: set an RSA or EC key in PEM, with or without its first and last line",
        KEY);
    return key.map(publicKey -> new BearerConfig(values.get(0), values.get(1), publicKey));
  }

  private static Optional<PublicKey> key(String pem) {
    String base64 = pem.replaceAll("-----[A-Z ]*-----", "").replaceAll("\\s", "");
    try {
      return key(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<PublicKey> key(byte[] encoded) {
    for (String algorithm : List.of("RSA", "EC")) {
      try {
        KeyFactory factory = KeyFactory.getInstance(algorithm);
        return Optional.of(factory.generatePublic(new X509EncodedKeySpec(encoded)));
      } catch (GeneralSecurityException e) {
        // Another algorithm, or not a key
      }
    }
    return Optional.empty();
  }
}
