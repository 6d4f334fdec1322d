package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordsTest {
  @TempDir private Path directory;

  @Test
  void password_is_kept() {
    assertThat(passwords().of("shop")).isEqualTo(passwords().of("shop"));
  }

  @Test
  void each_user_has_a_password_of_its_own() {
    assertThat(passwords().of("shop")).isNotEqualTo(passwords().of("scheduler_xa"));
  }

  @Test
  void password_needs_no_quoting_anywhere() {
    assertThat(passwords().of("shop")).matches("[A-Za-z0-9]{24}");
  }

  private Passwords passwords() {
    return new Passwords(new PropertyFile(directory.resolve("passwords.properties")));
  }
}
