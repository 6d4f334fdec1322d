package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailedLoginsTest {

  private final List<String> log = new ArrayList<>();
  private long now = Long.MAX_VALUE - Duration.ofSeconds(30).toNanos();
  private final FailedLogins failed = new FailedLogins(log::add, () -> now);

  @Test
  void a_failed_login_is_logged_once_a_minute_for_each_name() {
    for (int second = 0; second < 60; second++) {
      failed.wrong("ann", "10.0.0.1");
      failed.wrong("ann", "10.0.0.2");
      now += Duration.ofSeconds(1).toNanos();
    }
    failed.wrong("bob", "10.0.0.1");
    failed.wrong("ann", "10.0.0.3");

    assertThat(log).containsExactly(line("'ann'", 1), line("'bob'", 1), line("'ann'", 3));
  }

  @Test
  void a_name_that_no_user_can_have_does_not_reach_the_log() {
    failed.wrong("a\r\nSCHED-0001 forged", "10.0.0.1");
    failed.wrong("x".repeat(40_000), "10.0.0.2");

    assertThat(log).containsExactly(line("a name that no user can have", 1));
  }

  @Test
  void an_address_that_is_slowed_down_is_logged_once_a_minute() {
    failed.throttled("10.0.0.1");
    failed.throttled("10.0.0.1");
    failed.throttled("10.0.0.2");

    assertThat(log)
        .hasSize(2)
        .first()
        .isEqualTo(
            "SCHED-0973 a login from 10.0.0.1 is refused without a check: too many logins from there, or of the same user, have failed within a minute; the same is not logged again for a minute");
  }

  @Test
  void a_refused_token_is_logged_with_its_reason_once_a_minute_for_each_address() {
    failed.token("Expired JWT\r\nforged", "10.0.0.1");
    failed.token("Invalid signature", "10.0.0.1");

    assertThat(log)
        .containsExactly(
            "SCHED-0974 a bearer token from 10.0.0.1 is refused: Expired JWT\ufffd\ufffdforged; the same is not logged again for a minute");
  }

  private static String line(String who, int address) {
    return "SCHED-0972 login of %s from 10.0.0.%d failed: the user is unknown or locked, or the password is wrong; the same is not logged again for a minute"
        .formatted(who, address);
  }
}
