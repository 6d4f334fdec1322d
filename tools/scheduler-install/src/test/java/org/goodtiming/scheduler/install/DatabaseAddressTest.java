package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://db.example:5433/jobs?sslmode=verify-full, db.example, 5433, jdbc:postgresql://db.example:5433/postgres?sslmode=verify-full",
    "'jdbc:postgresql://a:1,b:2/jobs', 'a,b', '1,2', 'jdbc:postgresql://a:1,b:2/postgres'",
    "jdbc:postgresql://db/jobs, db, 5432, jdbc:postgresql://db/postgres",
    "jdbc:postgresql:jobs, localhost, 5432, jdbc:postgresql:postgres"
  })
  void an_address_has_a_host_and_another_database(
      String url, String host, String port, String maintenance) {
    DatabaseAddress address = DatabaseAddress.parse(url).orElseThrow();
    assertThat(address).isEqualTo(new DatabaseAddress(url, host, port, "jobs"));
    assertThat(address.withDatabase("postgres").url()).isEqualTo(maintenance);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://a:1/jobs, a, 1",
    "'jdbc:postgresql://a:1,b:2,c/jobs', 'a:1,b:2,c', 5432",
    "'jdbc:postgresql://a,[::1]:2/jobs', 'a:5432,[::1]', 2"
  })
  void a_node_is_told_all_hosts_and_the_port_of_the_last_one(
      String url, String hosts, String port) {
    DatabaseAddress address = DatabaseAddress.parse(url).orElseThrow();
    assertThat(address.hostsOfNode()).isEqualTo(hosts);
    assertThat(address.lastPort()).isEqualTo(port);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost/jobs",
        "jdbc:mysql://db/jobs",
        "jdbc:postgresql://db/",
        "http://db/jobs"
      })
  void anything_else_is_no_address(String text) {
    assertThat(DatabaseAddress.parse(text)).isEmpty();
  }
}
