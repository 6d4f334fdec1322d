package org.goodtiming.scheduler.web;

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
import org.goodtiming.scheduler.config.BearerConfig;
import org.goodtiming.scheduler.config.TokenConfig;

/** Verifies JSON web tokens of one issuer, by the claims of MicroProfile JWT. */
final class BearerTokens {

  /** The types of RFC 9068. */
  private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");

  private static final JOSEObjectType ACCESS_TOKEN_MEDIA_TYPE =
      new JOSEObjectType("application/at+jwt");

  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
  private final TokenConfig config;

  BearerTokens(BearerConfig bearer, TokenConfig config) {
    this.config = config;
    processor.setJWSKeySelector(IssuerKeys.selector(bearer.keys(), new IssuerConnection(config)));
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, ACCESS_TOKEN, ACCESS_TOKEN_MEDIA_TYPE, null));
    processor.setJWTClaimsSetVerifier(claims(bearer, config));
  }

  private static DefaultJWTClaimsVerifier<SecurityContext> claims(
      BearerConfig bearer, TokenConfig config) {
    DefaultJWTClaimsVerifier<SecurityContext> verifier =
        new DefaultJWTClaimsVerifier<>(
            bearer.audience(),
            new JWTClaimsSet.Builder().issuer(bearer.issuer()).build(),
            Set.of("exp"));
    verifier.setMaxClockSkew(Math.toIntExact(config.clockSkew().toSeconds()));
    return verifier;
  }

  /**
   * The user of a token.
   *
   * @throws RefusedTokenException if it is not valid
   * @throws IssuerUnavailableException if the keys of its issuer cannot be read
   */
  ApiLogin login(String token) throws RefusedTokenException, IssuerUnavailableException {
    TokenUser user = TokenUser.of(claims(token), config);
    return new ApiLogin(user.name(), user.roles(), ApiLogin.Way.BEARER, null);
  }

  private JWTClaimsSet claims(String token)
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
      throw new RefusedTokenException("no key of its issuer has its kid");
    } catch (KeySourceException e) {
      throw new IssuerUnavailableException(e);
    } catch (BadJOSEException | JOSEException e) {
      throw new RefusedTokenException(String.valueOf(e.getMessage()));
    }
  }
}
