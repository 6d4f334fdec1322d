package org.goodtiming.scheduler.config.operations;

import java.net.URI;
import java.security.PublicKey;

/** The public keys of an issuer, which verify the signatures of its tokens. */
public sealed interface SigningKeys {

  /**
   * A single key from the settings.
   *
   * @param key RSA or EC
   */
  record Fixed(PublicKey key) implements SigningKeys {}

  /**
   * A JSON web key set (RFC 7517) that the issuer publishes and changes.
   *
   * @param jwks its URL, https, or http of this machine
   */
  record Published(URI jwks) implements SigningKeys {}
}
