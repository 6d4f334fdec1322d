package org.goodtiming.scheduler.config.operations;

import java.util.Optional;
import org.goodtiming.scheduler.config.Settings;

/**
 * The ways to log in to the REST API beside name and password.
 *
 * @param token settings for the check of issuers' tokens
 * @param bearer issuer of accepted bearer tokens; empty if none
 * @param openId provider of logins of browsers; empty if none
 */
public record LoginConfig(
    TokenConfig token, Optional<BearerConfig> bearer, Optional<OpenIdConfig> openId) {

  static LoginConfig from(Settings settings) {
    return new LoginConfig(
        TokenConfig.from(settings), BearerConfig.from(settings), OpenIdConfig.from(settings));
  }
}
