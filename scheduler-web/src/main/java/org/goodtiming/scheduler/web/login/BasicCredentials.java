package org.goodtiming.scheduler.web.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Name and password in a header, by RFC 7617. */
final class BasicCredentials {

  private static final String SCHEME = "Basic ";

  private BasicCredentials() {}

  /** Empty if the header is absent, or has none that can be read. */
  static Optional<UsernamePasswordCredential> of(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
      return split(new String(decoded, UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<UsernamePasswordCredential> split(String text) {
    int colon = text.indexOf(':');
    return colon < 1
        ? Optional.empty()
        : Optional.of(
            new UsernamePasswordCredential(text.substring(0, colon), text.substring(colon + 1)));
  }
}
