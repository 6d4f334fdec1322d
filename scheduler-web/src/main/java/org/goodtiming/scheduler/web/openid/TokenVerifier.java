package org.goodtiming.scheduler.web.openid;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.text.ParseException;
import java.util.Set;
import org.goodtiming.scheduler.config.operations.BearerConfig;
import org.goodtiming.scheduler.config.operations.SigningKeys;
import org.goodtiming.scheduler.config.operations.TokenConfig;

/** Verifies the JSON web tokens of one issuer for one audience. */
public final class TokenVerifier {

  /** The types of RFC 9068. */
  private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");

  private static final JOSEObjectType ACCESS_TOKEN_MEDIA_TYPE =
      new JOSEObjectType("application/at+jwt");

  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
  private final IssuerConnection connection;

  private TokenVerifier(
      String issuer,
      String audience,
      SigningKeys keys,
      IssuerConnection connection,
      TokenConfig config) {
    this.connection = connection;
    processor.setJWSKeySelector(IssuerKeys.selector(keys, connection));
    DefaultJWTClaimsVerifier<SecurityContext> claims =
        new DefaultJWTClaimsVerifier<>(
            audience, new JWTClaimsSet.Builder().issuer(issuer).build(), Set.of("exp"));
    claims.setMaxClockSkew(Math.toIntExact(config.clockSkew().toSeconds()));
    processor.setJWTClaimsSetVerifier(claims);
  }

  public static TokenVerifier ofBearerTokens(
      BearerConfig bearer, IssuerConnection connection, TokenConfig config) {
    TokenVerifier verifier =
        new TokenVerifier(bearer.issuer(), bearer.audience(), bearer.keys(), connection, config);
    verifier.processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, ACCESS_TOKEN, ACCESS_TOKEN_MEDIA_TYPE, null));
    return verifier;
  }

  /** A verifier of ID tokens, which refuses access tokens. */
  static TokenVerifier ofIdTokens(
      String issuer,
      String clientId,
      SigningKeys keys,
      IssuerConnection connection,
      TokenConfig config) {
    return new TokenVerifier(issuer, clientId, keys, connection, config);
  }

  /**
   * The claims of a token.
   *
   * @throws RefusedTokenException if it is not valid
   * @throws IssuerUnavailableException if the keys of its issuer cannot be read
   */
  public JWTClaimsSet claims(String token)
      throws RefusedTokenException, IssuerUnavailableException {
    try {
      JWTClaimsSet claims = processor.process(token, null);
      if (claims.getExpirationTime() == null) {
        // The verifier only checks that the claim is there: it may be null
        throw new RefusedTokenException("it does not expire: claim exp is null");
      }
      return claims;
    } catch (ParseException e) {
      throw new RefusedTokenException("it cannot be read");
    } catch (RateLimitReachedException e) {
      // Attempts that failed count, too
      if (!connection.keysWereRead()) {
        throw new IssuerUnavailableException(e);
      }
      throw new RefusedTokenException("no key of its issuer has its kid");
    } catch (KeySourceException e) {
      throw new IssuerUnavailableException(e);
    } catch (BadJOSEException | JOSEException e) {
      throw new RefusedTokenException(String.valueOf(e.getMessage()));
    }
  }
}
