package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AccountLinesTest {

  @Test
  void a_user_is_added_unless_there_is_one() {
    String text = "# users\n\nadmin = ENC(1024:AB)";
    assertThat(AccountLines.withUser(text, "worker", "secret"))
        .isEqualTo("# users\n\nadmin = ENC(1024:AB)\nworker = secret\n");
    assertThat(AccountLines.withUser(text, "admin", "secret")).isEqualTo(text);
  }

  @Test
  void a_member_is_added_to_a_role_that_may_have_others() {
    assertThat(AccountLines.withMember("amq = admin", "worker", "worker"))
        .isEqualTo("amq = admin\nworker = worker\n");
    assertThat(AccountLines.withMember("# roles\nadmin = a, b\n", "admin", "admin"))
        .isEqualTo("# roles\nadmin = a, b,admin\n");
    assertThat(AccountLines.withMember("admin=a,admin\n", "admin", "admin"))
        .isEqualTo("admin=a,admin\n");
  }
}
