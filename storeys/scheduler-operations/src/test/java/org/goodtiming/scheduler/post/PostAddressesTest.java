package org.goodtiming.scheduler.post;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.config.operations.Authorities;
import org.goodtiming.scheduler.config.operations.IpNetwork;
import org.goodtiming.scheduler.config.operations.PostConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostAddressesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.31.0.1",
        "192.0.0.1",
        "192.168.1.1",
        "198.19.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2001::1",
        "2001:db8::1",
        "2002:a00:1::",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "ff02::1"
      })
  void an_address_that_is_not_public_is_refused(String address) {
    assertThatThrownBy(() -> of(List.of(), address))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has only addresses that are not public");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9.9.9.9", "93.184.216.34", "172.32.0.1", "2606:4700:4700:0:0:0:0:1111"})
  void a_public_address_is_reached(String address) throws IOException {
    assertThat(of(List.of(), address)).containsExactly(address);
  }

  @Test
  void all_addresses_that_are_allowed_are_taken_in_their_order() throws IOException {
    List<IpNetwork> own = List.of(IpNetwork.parse("10.7.0.0/16"));
    assertThat(of(own, "192.168.1.1", "10.7.3.4", "9.9.9.9"))
        .containsExactly("10.7.3.4", "9.9.9.9");
    assertThat(of(List.of(), "192.168.1.1", "9.9.9.9", "10.7.3.4")).containsExactly("9.9.9.9");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "allowed",
      textBlock =
          """
          https://example.org/jobs    | 9.9.9.9  | allowed
          https://example.org/jobs    | unknown  | allowed
          https://example.org/jobs    | 10.1.2.3 | host example.org has only addresses that are not public: [10.1.2.3]. If it is yours, add them to scheduler.webhook.private-networks
          https://example.com/jobs    | 9.9.9.9  | host example.com is not in scheduler.webhook.hosts of this node
          https://me:word@example.org | 9.9.9.9  | the URL has a user, which no node sends
          """)
  void a_url_is_refused_that_no_post_would_reach(String url, String address, String why) {
    PostAddresses.Resolver resolver =
        host -> {
          if (address.equals("unknown")) {
            throw new UnknownHostException(host);
          }
          return all(address);
        };
    assertThat(new PostAddresses(config(List.of()), resolver).refusal(URI.create(url)))
        .isEqualTo(why);
  }

  private static List<String> of(List<IpNetwork> allowed, String... addresses) throws IOException {
    return new PostAddresses(config(allowed), host -> all(addresses))
        .of(URI.create("https://example.org/")).stream().map(InetAddress::getHostAddress).toList();
  }

  private static PostConfig config(List<IpNetwork> allowed) {
    return new PostConfig(
        "scheduler.webhook.",
        List.of("a secret"),
        List.of("example.org"),
        allowed,
        Authorities.OF_THE_SERVER,
        Duration.ofSeconds(1));
  }

  private static InetAddress[] all(String... addresses) throws UnknownHostException {
    InetAddress[] all = new InetAddress[addresses.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = InetAddress.getByName(addresses[i]);
    }
    return all;
  }
}
