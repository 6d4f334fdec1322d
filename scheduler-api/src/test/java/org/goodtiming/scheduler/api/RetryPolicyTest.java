package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

  @Test
  void none_never_tries_again() {
    assertThat(RetryPolicy.parse("none")).isEqualTo(RetryPolicy.NONE);
    assertThat(RetryPolicy.NONE.retries()).isZero();
  }

  @Test
  void a_list_has_a_delay_for_each_retry() {
    assertThat(delays("PT1M,PT10M,PT1H,P1D"))
        .containsExactly(
            Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofDays(1));
    assertThat(delays("PT30M")).containsExactly(Duration.ofMinutes(30));
  }

  @Test
  void a_number_repeats_the_delay() {
    assertThat(delays("3/PT90S")).containsOnly(Duration.ofSeconds(90)).hasSize(3);
  }

  @Test
  void growth_multiplies_the_delay_up_to_the_longest() {
    assertThat(delays("5/PT1M*2..PT6M"))
        .containsExactly(
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(4),
            Duration.ofMinutes(6),
            Duration.ofMinutes(6));
    assertThat(delays("3/PT1.5S*1.5"))
        .containsExactly(
            Duration.ofMillis(1_500), Duration.ofMillis(2_250), Duration.ofMillis(3_375));
  }

  @Test
  void growth_without_an_end_ends_at_the_longest_delay_that_is_allowed() {
    RetryPolicy policy = RetryPolicy.parse("1000/P1D*10");
    assertThat(policy.delay(1_000, 0)).isEqualTo(Duration.ofDays(366));
  }

  @Test
  void jitter_lengthens_a_delay_by_up_to_its_percentage() {
    RetryPolicy policy = RetryPolicy.parse("2/PT100S*2~20%");
    assertThat(policy.delay(1, 0)).isEqualTo(Duration.ofSeconds(100));
    assertThat(policy.delay(1, 0.5)).isEqualTo(Duration.ofSeconds(110));
    assertThat(policy.delay(2, 0.999)).isBetween(Duration.ofSeconds(239), Duration.ofSeconds(240));
    assertThat(RetryPolicy.parse("PT10S,PT20S~100%").delay(2, 0.5))
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void its_text_is_as_it_was_read() {
    assertThat(RetryPolicy.parse("5/PT1M*2..PT6H~20%")).hasToString("5/PT1M*2..PT6H~20%");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''              | '' must be a duration
          PT1M,           | '' must be a duration
          5               | '5' must be a duration
          PT1M;PT2M       | 'PT1M;PT2M' must be a duration
          P1M             | 'P1M' must be a duration
          NONE            | 'NONE' must be a duration
          PT0S            | the delay PT0S must be PT1S to P366D
          PT-5S           | 'PT-5S' must be a duration
          pt5s            | 'pt5s' must be a duration
          P367D           | the delay P367D must be PT1S to P366D
          0/PT1M          | the number of retries must be 1 to 1000
          1001/PT1M       | the number of retries must be 1 to 1000
          5/PT1M*0.5      | the factor must be 1 to 10
          5/PT1M*11       | the factor must be 1 to 10
          5/PT1M*2..PT30S | the longest delay must not be shorter than the first
          5/PT1M*x        | '5/PT1M*x' must be a duration
          PT1M~0%         | 'PT1M~0%' must be a duration
          PT1M~101%       | 'PT1M~101%' must be a duration
          none~5%         | 'none' must be a duration
          """)
  void an_invalid_policy_is_refused_with_the_reason(String text, String why) {
    assertThatThrownBy(() -> RetryPolicy.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("retry policy '%s' cannot be read, ".formatted(text) + why);
  }

  @Test
  void a_policy_is_no_longer_than_another_text_of_the_contract() {
    assertThatThrownBy(() -> RetryPolicy.parse("PT1M" + ",PT1M".repeat(50)))
        .hasMessageContaining("cannot be read, it has more than 250 characters");
  }

  @Test
  void there_is_no_delay_after_the_last_retry() {
    assertThatThrownBy(() -> RetryPolicy.parse("PT1M").delay(2, 0))
        .hasMessage("retry 2 of policy PT1M, which has 1");
  }

  private static List<Duration> delays(String text) {
    RetryPolicy policy = RetryPolicy.parse(text);
    return IntStream.rangeClosed(1, policy.retries())
        .mapToObj(retry -> policy.delay(retry, 0))
        .toList();
  }
}
