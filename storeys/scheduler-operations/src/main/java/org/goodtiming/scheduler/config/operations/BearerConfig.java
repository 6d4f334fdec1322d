package org.goodtiming.scheduler.config.operations;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.goodtiming.scheduler.config.Settings;

/**
 * The issuer whose bearer tokens the REST API accepts.
 *
 * @param issuer claim iss of each token
 * @param audience one of claim aud
 */
public record BearerConfig(String issuer, String audience, SigningKeys keys) {

  private static final String ISSUER = "scheduler.rest.bearer.issuer";
  private static final String AUDIENCE = "scheduler.rest.bearer.audience";
  private static final String KEY = "scheduler.rest.bearer.public-key";
  private static final String JWKS = "scheduler.rest.bearer.jwks-url";

  /** Empty if none is set: then no token is accepted. */
  static Optional<BearerConfig> from(Settings settings) {
    String issuer = settings.text(ISSUER, "");
    String audience = settings.text(AUDIENCE, "");
    String key = settings.text(KEY, "");
    String jwks = settings.text(JWKS, "");
    boolean none = (issuer + audience + key + jwks).isEmpty();
    boolean complete = !issuer.isEmpty() && !audience.isEmpty() && key.isEmpty() != jwks.isEmpty();
    settings.require(
        none || complete,
        "SCHED-0941 %s, %s and either %s or %s go together: set these three, or none",
        ISSUER,
        AUDIENCE,
        JWKS,
        KEY);
    if (!complete) {
      return Optional.empty();
    }
    return (key.isEmpty() ? published(settings) : fixed(settings, key))
        .map(keys -> new BearerConfig(issuer, audience, keys));
  }

  private static Optional<SigningKeys> published(Settings settings) {
    return IssuerUrl.read(settings, JWKS).map(SigningKeys.Published::new);
  }

  private static Optional<SigningKeys> fixed(Settings settings, String pem) {
    Optional<PublicKey> key = key(pem);
    settings.require(
        key.isPresent(),
        "SCHED-0942 %s is not a public key: set an RSA or EC key in PEM, with or without its first and last line",
        KEY);
    return key.map(SigningKeys.Fixed::new);
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
        // The text has another algorithm, or is no key
      }
    }
    return Optional.empty();
  }
}
