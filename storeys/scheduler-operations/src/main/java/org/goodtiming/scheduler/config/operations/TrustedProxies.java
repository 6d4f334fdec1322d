package org.goodtiming.scheduler.config.operations;

import java.util.List;
import org.goodtiming.scheduler.config.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Proxies whose headers {@code X-Forwarded-For} and {@code X-Forwarded-Proto} a node believes.
 *
 * @param networks their addresses, or ranges of addresses
 */
public record TrustedProxies(List<IpNetwork> networks) {

  /** Trusts no proxy. */
  public static final TrustedProxies NONE = new TrustedProxies(List.of());

  static TrustedProxies from(Settings settings) {
    return new TrustedProxies(
        IpNetwork.list(settings, "scheduler.rest.trusted-proxies", "SCHED-0961"));
  }

  public boolean contains(@Nullable String address) {
    return networks.stream().anyMatch(network -> network.contains(address));
  }

  /**
   * The address of a client.
   *
   * @param peer from which the node has received the request
   * @param forwarded value of {@code X-Forwarded-For}, to which each proxy appends the address of
   *     its client; null if there is none
   * @return the last address that is not that of a trusted proxy
   */
  public String client(String peer, @Nullable String forwarded) {
    String client = peer;
    String[] hops = forwarded == null ? new String[0] : forwarded.split(",");
    for (int i = hops.length - 1; i >= 0 && contains(client); i--) {
      String hop = hops[i].strip();
      if (IpNetwork.parse(hop) == null) {
        return client;
      }
      client = hop;
    }
    return client;
  }
}
