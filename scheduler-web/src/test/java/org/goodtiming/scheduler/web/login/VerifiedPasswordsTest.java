package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VerifiedPasswordsTest {

  private final VerifiedPasswords passwords = new VerifiedPasswords();

  @Test
  void a_password_is_known_for_the_hash_with_which_it_was_verified() {
    assertThat(passwords.has("hash", "secret".toCharArray())).isFalse();

    passwords.add("hash", "secret".toCharArray());

    assertThat(passwords.has("hash", "secret".toCharArray())).isTrue();
    assertThat(passwords.has("hash", "Secret".toCharArray())).isFalse();
    assertThat(passwords.has("hash", new char[0])).isFalse();
    assertThat(passwords.has("changed hash", "secret".toCharArray())).isFalse();
  }

  @Test
  void the_oldest_of_more_than_a_thousand_is_forgotten() {
    for (int i = 0; i <= 1_000; i++) {
      passwords.add("hash " + i, "secret".toCharArray());
    }

    assertThat(passwords.has("hash 0", "secret".toCharArray())).isFalse();
    assertThat(passwords.has("hash 1", "secret".toCharArray())).isTrue();
    assertThat(passwords.has("hash 1000", "secret".toCharArray())).isTrue();
  }
}
