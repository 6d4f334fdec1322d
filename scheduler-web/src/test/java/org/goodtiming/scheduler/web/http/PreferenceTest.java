package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreferenceTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          wait=10                       | 10
          wait=0                        | 0
          wait=31                       | 30
          wait = "5"                    | 5
          respond-async, wait=7; foo=1  | 7
          return=minimal,wait=3,x       | 3
          await=9                       | 0
          wait=-1                       | 0
          wait=1.5                      | 0
          wait=99999999999999999999     | 0
          wait                          | 0
          """)
  void the_client_says_how_many_seconds_it_would_wait(String header, long seconds) {
    assertThat(Preference.wait(header)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void without_the_header_nobody_waits() {
    assertThat(Preference.wait(null)).isZero();
  }
}
