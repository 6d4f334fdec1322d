package org.goodtiming.scheduler.config.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {

  private static final TrustedProxies PROXIES =
      new TrustedProxies(
          Stream.of("10.0.0.0/8", "192.0.2.1", "2001:db8::/32")
              .map(IpNetwork::parse)
              .map(Objects::requireNonNull)
              .toList());

  @ParameterizedTest
  @ValueSource(strings = {"10.255.1.2", "192.0.2.1", "2001:db8:1::7", "2001:0db8:0:0:0:0:0:1"})
  void an_address_of_the_list_or_of_one_of_its_ranges_is_trusted(String address) {
    assertThat(PROXIES.contains(address)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"11.0.0.1", "192.0.2.2", "2001:db9::1", "localhost", "", "10.1", "::"})
  void no_other_address_is_trusted_and_no_name_is_looked_up(String address) {
    assertThat(PROXIES.contains(address)).isFalse();
    assertThat(PROXIES.contains(null)).isFalse();
    assertThat(TrustedProxies.NONE.contains(address)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      textBlock =
          """
          10.0.0.1     | 198.51.100.7                      | 198.51.100.7
          10.0.0.1     | 198.51.100.7, 10.0.0.2            | 198.51.100.7
          10.0.0.1     | 203.0.113.9, 198.51.100.7         | 198.51.100.7
          10.0.0.1     | 203.0.113.9,unknown               | 10.0.0.1
          10.0.0.1     | -                                 | 10.0.0.1
          10.0.0.1     | 10.0.0.3                          | 10.0.0.3
          198.51.100.7 | 203.0.113.9                       | 198.51.100.7
          """)
  void the_client_is_the_last_address_that_is_not_of_a_trusted_proxy(
      String peer, String forwarded, String client) {
    assertThat(PROXIES.client(peer, forwarded)).isEqualTo(client);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/", "10.0.0.256", "10.0.0.0/8/8", "db8::/129"})
  void an_invalid_range_is_none(String text) {
    assertThat(IpNetwork.parse(text)).isNull();
  }

  @Test
  void a_range_of_all_addresses_contains_all_of_its_version() {
    TrustedProxies all =
        new TrustedProxies(List.of(Objects.requireNonNull(IpNetwork.parse("0.0.0.0/0"))));
    assertThat(all.contains("198.51.100.7")).isTrue();
    assertThat(all.contains("::1")).isFalse();
  }
}
