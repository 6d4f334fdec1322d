package org.goodtiming.scheduler.post;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.goodtiming.scheduler.config.operations.IpNetwork;
import org.goodtiming.scheduler.config.operations.PostConfig;
import org.jspecify.annotations.Nullable;

/**
 * The addresses to which a node may connect for a post. A name is looked up once, and the
 * connection goes to an address that was checked: a second look-up might have another answer.
 */
public final class PostAddresses {

  /**
   * The networks that are not on the public internet (IANA's special-purpose registries), or leads
   * elsewhere.
   */
  private static final List<IpNetwork> NOT_PUBLIC =
      Stream.of(
              "0.0.0.0/8",
              "10.0.0.0/8",
              "100.64.0.0/10",
              "127.0.0.0/8",
              "169.254.0.0/16",
              "172.16.0.0/12",
              "192.0.0.0/24",
              "192.0.2.0/24",
              "192.88.99.0/24",
              "192.168.0.0/16",
              "198.18.0.0/15",
              "198.51.100.0/24",
              "203.0.113.0/24",
              "224.0.0.0/3",
              "::/3",
              "2001::/23",
              "2001:db8::/32",
              "2002::/16",
              "4000::/2",
              "8000::/1")
          .map(range -> Objects.requireNonNull(IpNetwork.parse(range), range))
          .toList();

  /** Looks up a host name. */
  public interface Resolver {
    InetAddress[] all(String host) throws UnknownHostException;
  }

  private final PostConfig config;
  private final Resolver resolver;

  public PostAddresses(PostConfig config) {
    this(config, InetAddress::getAllByName);
  }

  public PostAddresses(PostConfig config, Resolver resolver) {
    this.config = config;
    this.resolver = resolver;
  }

  /** Why this node will not post to the URL, whoever is there; null if it may. */
  public @Nullable String refusal(URI url) {
    try {
      of(url);
      return null;
    } catch (UnknownHostException e) {
      // The host may be known later
      return null;
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  /**
   * The addresses of the URL's host to which a connection is allowed, in the order of the look-up.
   *
   * @throws IOException if there is none, or the settings do not allow the host
   */
  List<InetAddress> of(URI url) throws IOException {
    String host = url.getHost();
    if (config.secrets().isEmpty()) {
      throw new IOException("this node has no secret: set %ssecrets".formatted(config.prefix()));
    }
    if (host == null || !"https".equals(url.getScheme()) || !config.allows(host)) {
      throw new IOException(
          "host %s is not in %shosts of this node".formatted(host, config.prefix()));
    }
    if (url.getRawUserInfo() != null) {
      throw new IOException("the URL has a user, which no node sends");
    }
    return allowed(host);
  }

  private List<InetAddress> allowed(String host) throws IOException {
    InetAddress[] all = resolver.all(host);
    List<InetAddress> found = Arrays.stream(all).filter(this::isAllowed).toList();
    if (!found.isEmpty()) {
      return found;
    }
    throw new IOException(
        "host %s has only addresses that are not public: %s. If it is yours, add them to %sprivate-networks"
            .formatted(
                host,
                Arrays.stream(all).map(InetAddress::getHostAddress).toList(),
                config.prefix()));
  }

  private boolean isAllowed(InetAddress address) {
    String text = address.getHostAddress().replaceFirst("%.*", "");
    return config.privateNetworks().stream().anyMatch(network -> network.contains(text))
        || NOT_PUBLIC.stream().noneMatch(network -> network.contains(text));
  }
}
