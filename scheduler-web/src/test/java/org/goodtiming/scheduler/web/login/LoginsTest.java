package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.operations.user.ApiUsers.ApiUser;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ProblemException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginsTest {

  private final Map<String, ApiUser> stored = new HashMap<>();
  private long now;
  private int lookups;
  private int verifications;
  private final Logins logins = new Logins(this::lookUp, this::isRight, () -> now);

  @BeforeEach
  void ann_is_a_viewer() {
    put("ann", Role.VIEWER, "secret");
  }

  @Test
  void a_user_logs_in_with_name_and_password() {
    assertThat(read("ann", "secret")).contains(stored.get("ann"));
    assertThat(read("ann", "Secret")).isEmpty();
    assertThat(read("Ann", "secret")).isEmpty();
  }

  @Test
  void a_password_is_verified_once() {
    for (int i = 0; i < 200; i++) {
      assertThat(change("ann", "secret")).isPresent();
    }

    assertThat(verifications).isEqualTo(1);
  }

  @Test
  void an_unknown_user_costs_a_verification_so_that_the_time_reveals_no_names() {
    assertThat(read("nobody", "secret")).isEmpty();

    assertThat(verifications).isEqualTo(1);
  }

  @Test
  void nobody_logs_in_with_the_password_of_the_hash_for_unknown_users() {
    assertThat(read("nobody", "nobody")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0", " ", "ann\r\n", "ä"})
  void a_name_that_no_user_can_have_is_looked_up_nowhere_and_counts_as_a_failure(String name) {
    for (int i = 0; i < LoginAttempts.FOR_A_NAME; i++) {
      assertThat(read(name + "x".repeat(i * 1_000), "secret")).isEmpty();
    }

    assertThat(lookups).isZero();
    assertThat(refusal(() -> read(name, "secret"))).startsWith("429 SCHED-0925");
    assertThat(read("ann", "secret")).isPresent();
  }

  @Test
  void requests_that_read_use_a_row_that_is_up_to_a_second_old() {
    read("ann", "secret");
    put("ann", Role.OPERATOR, "secret");

    now += Duration.ofMillis(999).toNanos();
    assertThat(read("ann", "secret")).map(ApiUser::role).contains(Role.VIEWER);
    assertThat(lookups).isEqualTo(1);
    now += Duration.ofMillis(1).toNanos();
    assertThat(read("ann", "secret")).map(ApiUser::role).contains(Role.OPERATOR);
  }

  @Test
  void requests_that_change_something_use_the_row_as_it_is_now() {
    read("ann", "secret");
    put("ann", Role.OPERATOR, "secret");

    assertThat(change("ann", "secret")).map(ApiUser::role).contains(Role.OPERATOR);
  }

  @Test
  void a_change_on_this_node_takes_effect_at_once() {
    read("ann", "secret");
    stored.remove("ann");
    logins.changed("ann");

    assertThat(read("ann", "secret")).isEmpty();
  }

  @Test
  void a_password_that_was_reset_replaces_the_one_before() {
    read("ann", "secret");
    put("ann", Role.VIEWER, "new");
    logins.changed("ann");

    assertThat(read("ann", "secret")).isEmpty();
    assertThat(read("ann", "new")).isPresent();
  }

  @Test
  void a_user_who_takes_the_name_of_another_logs_in_at_once() {
    read("ann", "secret");
    put("ann", Role.OPERATOR, "other");

    assertThat(read("ann", "other")).map(ApiUser::role).contains(Role.OPERATOR);
  }

  @Test
  void a_client_that_guesses_must_wait_and_a_user_who_is_logged_in_need_not() {
    change("ann", "secret");
    for (int i = 0; i < LoginAttempts.FOR_A_NAME; i++) {
      assertThat(change("ann", "guess " + i)).isEmpty();
    }

    assertThat(refusal(() -> change("ann", "guess")))
        .isEqualTo(
            "429 SCHED-0925 too many logins of user 'ann' from this address, or of any users from there, have"
                + " failed: try again after 61 s");
    assertThat(verifications).as("a refused guess costs nothing").isEqualTo(11);
    assertThat(change("ann", "secret")).isPresent();
    now += Duration.ofMinutes(1).toNanos();
    assertThat(change("ann", "guess")).isEmpty();
  }

  @Test
  void guesses_from_elsewhere_do_not_keep_out_a_user_who_has_not_logged_in_yet() {
    for (int i = 0; i <= LoginAttempts.FOR_A_NAME; i++) {
      try {
        logins.find("ann", "guess".toCharArray(), "198.51.100.7", false);
      } catch (ProblemException e) {
        assertThat(i).isEqualTo(LoginAttempts.FOR_A_NAME);
      }
    }
    assertThat(change("ann", "secret")).isPresent();
  }

  @Test
  void logins_that_succeed_are_no_guesses() {
    for (int i = 0; i < 2 * LoginAttempts.FOR_A_NAME; i++) {
      put("ann", Role.VIEWER, "password " + i);
      assertThat(change("ann", "password " + i)).isPresent();
    }
  }

  private Optional<ApiUser> read(String name, String password) {
    return logins.find(name, password.toCharArray(), "there", true);
  }

  private Optional<ApiUser> change(String name, String password) {
    return logins.find(name, password.toCharArray(), "there", false);
  }

  private void put(String name, Role role, String password) {
    stored.put(name, new ApiUser(name, role, "hash of " + password));
  }

  private Optional<ApiUser> lookUp(String name) {
    lookups++;
    return Optional.ofNullable(stored.get(name));
  }

  private boolean isRight(char[] password, String storedHash) {
    verifications++;
    String hash = storedHash == null ? "hash of nobody" : storedHash;
    return hash.equals("hash of " + new String(password));
  }
}
