package org.goodtiming.scheduler.install;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where the broker is, or both of a pair.
 *
 * @param all at least one, each as {@code host:port}
 */
public record BrokerAddresses(List<String> all) {
  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+):([1-9][0-9]{0,4})");

  /**
   * Reads a list such as {@code b1:61616,b2:61616}.
   *
   * @return empty if an element is no address, or is there twice
   */
  public static Optional<BrokerAddresses> parse(String list) {
    List<String> all = Arrays.stream(list.split(",", -1)).map(String::strip).toList();
    return all.stream().allMatch(ADDRESS.asMatchPredicate())
            && all.stream().distinct().count() == all.size()
        ? Optional.of(new BrokerAddresses(all))
        : Optional.empty();
  }

  /** The value of {@code SCHEDULER_BROKER_HOST}: all hosts but the last include their port. */
  String hostsOfNode() {
    return all.stream().limit(all.size() - 1L).map(each -> each + ",").collect(Collectors.joining())
        + last().substring(0, last().lastIndexOf(':'));
  }

  /** The port of the last host. */
  String lastPort() {
    return last().substring(last().lastIndexOf(':') + 1);
  }

  private String last() {
    return all.get(all.size() - 1);
  }
}
