package org.goodtiming.scheduler.config.operations;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.config.Settings;
import org.jspecify.annotations.Nullable;

/**
 * A range of IP addresses.
 *
 * @param address any of them
 * @param prefixLength how many leading bits they share
 */
public record IpNetwork(InetAddress address, int prefixLength) {

  /** Matches only addresses: a host name would be looked up. */
  private static final Pattern LITERAL =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

  /**
   * Reads ranges of IP addresses, separated by commas.
   *
   * @param code of the error
   */
  static List<IpNetwork> list(Settings settings, String name, String code) {
    List<IpNetwork> networks = new ArrayList<>();
    for (String text : settings.list(name)) {
      IpNetwork network = parse(text);
      settings.require(
          network != null,
          "%s %s contains '%s' but must be a list of IP addresses, or of ranges such as 10.0.0.0/8, separated by commas",
          code,
          name,
          text);
      if (network != null) {
        networks.add(network);
      }
    }
    return networks;
  }

  /** Null if the text is neither an address nor a range such as {@code 10.0.0.0/8}. */
  public static @Nullable IpNetwork parse(String text) {
    String[] parts = text.split("/", 2);
    InetAddress address = address(parts[0]);
    if (address == null) {
      return null;
    }
    int bits = address.getAddress().length * Byte.SIZE;
    if (parts.length == 1) {
      return new IpNetwork(address, bits);
    }
    boolean valid = parts[1].matches("[0-9]{1,3}") && Integer.parseInt(parts[1]) <= bits;
    return valid ? new IpNetwork(address, Integer.parseInt(parts[1])) : null;
  }

  private static @Nullable InetAddress address(@Nullable String text) {
    if (text == null || !LITERAL.matcher(text).matches()) {
      return null;
    }
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  /** Whether the network contains the address; false if the text is no address. */
  public boolean contains(@Nullable String text) {
    InetAddress other = address(text);
    return other != null
        && other.getAddress().length == address.getAddress().length
        && prefix(other).equals(prefix(address));
  }

  /** The range of one customer: an address of IPv4, or 64 bits of IPv6. */
  public static String ofCustomer(String text) {
    InetAddress address = address(text);
    return address == null || address.getAddress().length == 4
        ? text
        : new IpNetwork(address, 64).prefix(address).toString(16) + "::/64";
  }

  private BigInteger prefix(InetAddress of) {
    byte[] bytes = of.getAddress();
    return new BigInteger(1, bytes).shiftRight(bytes.length * Byte.SIZE - prefixLength);
  }
}
