package org.goodtiming.scheduler.web.openid;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.JWSKeySelector;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import java.net.MalformedURLException;
import java.net.URI;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.config.operations.SigningKeys;

/**
 * Selects the key that verifies a token. The kinds of keys decide which algorithms are possible: a
 * token must not choose one that uses a public key as a secret.
 */
final class IssuerKeys {

  private static final Set<JWSAlgorithm> RSA =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512);

  private static final Set<JWSAlgorithm> EC =
      Set.of(JWSAlgorithm.ES256, JWSAlgorithm.ES384, JWSAlgorithm.ES512);

  private static final Set<JWSAlgorithm> ALL =
      Stream.of(RSA, EC).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());

  /** A key that the issuer withdraws verifies no token after this time. */
  private static final Duration CACHED = Duration.ofMinutes(5);

  /** But for this time longer, while the issuer does not answer. */
  private static final Duration KEPT_IN_OUTAGE = Duration.ofHours(1);

  /** Tokens with unknown keys, which anybody can send, make a node ask twice within this time. */
  private static final Duration RATE = Duration.ofSeconds(10);

  private IssuerKeys() {}

  static JWSKeySelector<SecurityContext> selector(SigningKeys keys, IssuerConnection issuer) {
    if (keys instanceof SigningKeys.Published published) {
      return new JWSVerificationKeySelector<>(ALL, published(published.jwks(), issuer));
    }
    return fixed(((SigningKeys.Fixed) keys).key());
  }

  private static JWSKeySelector<SecurityContext> fixed(PublicKey key) {
    Set<JWSAlgorithm> algorithms = key instanceof ECPublicKey ? EC : RSA;
    return (header, context) ->
        algorithms.contains(header.getAlgorithm()) ? List.of(key) : List.of();
  }

  /** Without threads of its own, which a server would not know. */
  private static JWKSource<SecurityContext> published(URI jwks, IssuerConnection issuer) {
    try {
      return JWKSourceBuilder.<SecurityContext>create(jwks.toURL(), issuer.readerOfKeys())
          .cache(CACHED.toMillis(), 3L * issuer.timeoutMillis())
          .refreshAheadCache(false)
          .rateLimited(RATE.toMillis())
          .outageTolerant(KEPT_IN_OUTAGE.toMillis())
          .build();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("the settings allow only URLs", e);
    }
  }
}
