package org.goodtiming.scheduler.install;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The address of an acceptor. Our permissions are made, and tested, for three protocols. */
final class AcceptorUri {
  private static final Set<String> PROTOCOLS = Set.of("CORE", "AMQP", "STOMP");
  private static final Pattern PARAMETER = Pattern.compile("([?;]protocols=)([^;]*)");

  private static final Pattern LOOPBACK =
      Pattern.compile("^\\w+://(localhost|127\\.[0-9.]+|\\[::1])[:?]");

  private AcceptorUri() {}

  /**
   * Restricts an address to these protocols; one without the parameter accepts all.
   *
   * @return empty if none of them is left
   */
  static Optional<String> restricted(String uri) {
    Matcher parameter = PARAMETER.matcher(uri);
    if (!parameter.find()) {
      return Optional.of(uri + (uri.contains("?") ? ";" : "?") + "protocols=CORE,AMQP,STOMP");
    }
    String kept =
        Arrays.stream(parameter.group(2).split(","))
            .filter(PROTOCOLS::contains)
            .collect(Collectors.joining(","));
    return kept.isEmpty() ? Optional.empty() : Optional.of(parameter.replaceFirst("$1" + kept));
  }

  /** Whether other machines reach it without TLS. */
  static boolean isOpen(String uri) {
    return !uri.contains("sslEnabled=true") && !LOOPBACK.matcher(uri).find();
  }
}
