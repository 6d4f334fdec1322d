package org.goodtiming.scheduler.config.operations;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;
import org.goodtiming.scheduler.config.Settings;

/** URLs of issuers of tokens, from which nodes accept keys. */
public final class IssuerUrl {

  private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

  private IssuerUrl() {}

  /** Reads the URL of an issuer of tokens, or another URL of the issuer; empty if it is invalid. */
  static Optional<URI> read(Settings settings, String name) {
    String text = settings.text(name, "");
    Optional<URI> url = parse(text);
    settings.require(
        url.isPresent(),
        "SCHED-0984 %s is '%s' but must be a URL that begins with https://, without user and fragment; http:// only of localhost",
        name,
        text);
    return url;
  }

  /**
   * Empty unless the URL begins with https://, and has neither user nor fragment; of this machine,
   * http:// will do. Others could exchange what they send if it were not encrypted.
   */
  public static Optional<URI> parse(String text) {
    try {
      URI url = new URI(text);
      return isEncryptedOrLocal(url) && url.getFragment() == null && url.getUserInfo() == null
          ? Optional.of(url)
          : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static boolean isEncryptedOrLocal(URI url) {
    return url.getHost() != null
        && ("https".equals(url.getScheme())
            || ("http".equals(url.getScheme()) && LOCAL.contains(url.getHost())));
  }
}
