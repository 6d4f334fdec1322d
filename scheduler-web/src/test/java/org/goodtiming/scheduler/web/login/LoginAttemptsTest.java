package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoginAttemptsTest {

  private long now = Long.MAX_VALUE - Duration.ofSeconds(30).toNanos();
  private final LoginAttempts attempts = new LoginAttempts(() -> now);

  @Test
  void a_name_has_ten_failures_in_a_minute_from_each_address() {
    for (int i = 0; i < LoginAttempts.FOR_A_NAME; i++) {
      assertThat(attempts.begin("admin", "there")).isZero();
    }
    pass(Duration.ofSeconds(59));
    assertThat(attempts.begin("admin", "there")).isBetween(1L, 2L);
    assertThat(attempts.begin("admin", "another")).isZero();
    assertThat(attempts.begin("somebody", "there")).isZero();
    pass(Duration.ofSeconds(1));
    assertThat(attempts.begin("admin", "there")).isZero();
  }

  @Test
  void the_addresses_of_one_network_of_IPv6_count_together() {
    for (int i = 0; i < LoginAttempts.FOR_A_NAME; i++) {
      assertThat(attempts.begin("admin", "2001:db8:0:1::" + i)).isZero();
    }
    assertThat(attempts.begin("admin", "2001:db8:0:1:ffff::1")).isPositive();
    assertThat(attempts.begin("admin", "2001:db8:0:2::1")).isZero();
  }

  @Test
  void an_address_has_a_hundred_failures_in_a_minute_for_whatever_name() {
    for (int i = 0; i < LoginAttempts.FROM_AN_ADDRESS; i++) {
      assertThat(attempts.begin("name " + i, "there")).isZero();
    }
    assertThat(attempts.begin("admin", "there")).isPositive();
    assertThat(attempts.begin("admin", "elsewhere")).isZero();
  }

  @Test
  void successful_logins_do_not_count() {
    for (int i = 0; i < 2 * LoginAttempts.FROM_AN_ADDRESS; i++) {
      assertThat(attempts.begin("admin", "there")).isZero();
      attempts.succeeded("admin", "there");
    }
  }

  @Test
  void who_must_wait_does_not_wait_the_longer_for_trying() {
    for (int i = 0; i < LoginAttempts.FOR_A_NAME; i++) {
      attempts.begin("admin", "there");
    }
    for (int i = 0; i < 1_000; i++) {
      assertThat(attempts.begin("admin", "there")).isPositive();
    }
    pass(Duration.ofMinutes(1));
    assertThat(attempts.begin("admin", "there")).isZero();
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
