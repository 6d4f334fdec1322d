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

  /** The broker converts AMQP messages in memory: 32 MiB at most, three times any job. */
  private static final String AMQP_LIMIT = ";maxFrameSize=65536;maxTransfersPerDelivery=512";

  private static final Pattern LIMITED =
      Pattern.compile("[?;]max(FrameSize|TransfersPerDelivery)=");

  private AcceptorUri() {}

  /**
   * Restricts an address to these protocols, and the size of AMQP messages unless it does so
   * already.
   *
   * @return empty if none of the protocols is left
   */
  static Optional<String> restricted(String uri) {
    return withOurProtocols(uri).map(AcceptorUri::withLimit);
  }

  private static String withLimit(String uri) {
    Matcher parameter = PARAMETER.matcher(uri);
    return parameter.find() && parameter.group(2).contains("AMQP") && !LIMITED.matcher(uri).find()
        ? uri + AMQP_LIMIT
        : uri;
  }

  /** An address without the parameter accepts all. */
  private static Optional<String> withOurProtocols(String uri) {
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
