package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutageTest {

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"08006", "53300", "55P03", "57014", "57P01", "40001", "40P01"})
  void an_outage_passes_by_itself(String sqlState) {
    SQLException failure = new SQLException("a test", sqlState);

    assertThat(Outage.explains(failure)).isTrue();
    assertThat(Outage.explains(new IllegalStateException(new RuntimeException(failure)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"42601", "23505", "22P02", "0800", "", "XX000"})
  void another_failure_of_the_database_is_a_bug(String sqlState) {
    assertThat(Outage.explains(new RuntimeException(new SQLException("a test", sqlState))))
        .isFalse();
  }

  @Test
  void a_failure_without_the_database_is_a_bug() {
    assertThat(Outage.explains(new NullPointerException())).isFalse();
  }
}
