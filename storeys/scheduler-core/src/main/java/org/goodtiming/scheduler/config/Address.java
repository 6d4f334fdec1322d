package org.goodtiming.scheduler.config;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a server listens. */
public record Address(String host, int port) {

  /** A name, an IPv4 address, or an IPv6 address in brackets; and a port. */
  private static final Pattern ELEMENT =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::(\\d{1,5}))?");

  private static final int MAX_PORT = 65_535;

  /**
   * The addresses of a setting such as {@code b1:61616,b2}.
   *
   * @param name of the setting
   * @param otherwise the port of each element that names none
   */
  static List<Address> list(Settings settings, String name, int otherwise) {
    List<String> elements = settings.list(name);
    List<Address> addresses =
        elements.stream().flatMap(element -> of(element, otherwise).stream()).toList();
    settings.require(
        addresses.size() == elements.size()
            && addresses.stream().distinct().toList().equals(addresses),
        "SCHED-0441 %s is '%s' but must be HOST or HOST:PORT of one broker, or a list of all brokers of a pair, each once, such as b1:61616,b2; an IPv6 address needs brackets: [::1]",
        name,
        settings.text(name, ""));
    return addresses;
  }

  private static Optional<Address> of(String element, int otherwise) {
    Matcher parts = ELEMENT.matcher(element);
    if (!parts.matches()) {
      return Optional.empty();
    }
    int port = parts.group(2) == null ? otherwise : Integer.parseInt(parts.group(2));
    return Optional.of(new Address(parts.group(1), port))
        .filter(address -> address.port > 0 && address.port <= MAX_PORT);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
