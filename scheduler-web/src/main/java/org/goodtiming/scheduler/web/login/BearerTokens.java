package org.goodtiming.scheduler.web.login;

import org.goodtiming.scheduler.config.operations.BearerConfig;
import org.goodtiming.scheduler.config.operations.TokenConfig;
import org.goodtiming.scheduler.web.openid.IssuerConnection;
import org.goodtiming.scheduler.web.openid.IssuerUnavailableException;
import org.goodtiming.scheduler.web.openid.RefusedTokenException;
import org.goodtiming.scheduler.web.openid.TokenUser;
import org.goodtiming.scheduler.web.openid.TokenVerifier;

/** Logs in by JSON web tokens of one issuer, by the claims of MicroProfile JWT. */
final class BearerTokens {

  private final TokenVerifier verifier;
  private final TokenConfig config;

  BearerTokens(BearerConfig bearer, TokenConfig config) {
    this.verifier = TokenVerifier.ofBearerTokens(bearer, new IssuerConnection(config), config);
    this.config = config;
  }

  /**
   * The user of a token.
   *
   * @throws RefusedTokenException if it is not valid
   * @throws IssuerUnavailableException if the keys of its issuer cannot be read
   */
  TokenUser user(String token) throws RefusedTokenException, IssuerUnavailableException {
    return TokenUser.of(verifier.claims(token), config);
  }
}
