package org.goodtiming.scheduler.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.operations.user.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserTransactionsTest {

  @ParameterizedTest
  @CsvSource({
    "VIEWER,    ,      user 'ann' has only role viewer now",
    "SUBMITTER, false, user 'ann' has only role submitter now",
    ",          true,  user 'ann' was locked",
    "ADMIN,     true,  user 'ann' was locked"
  })
  void a_user_who_is_locked_or_demoted_loses_the_right_to_batch_operations(
      Role role, Boolean locked, String reason) {
    assertThat(UserTransactions.lossOfRights("ann", role, locked)).contains(reason);
  }

  @Test
  void a_user_who_stays_operator_keeps_it() {
    assertThat(UserTransactions.lossOfRights("ann", Role.OPERATOR, null)).isEmpty();
    assertThat(UserTransactions.lossOfRights("ann", Role.ADMIN, false)).isEmpty();
    assertThat(UserTransactions.lossOfRights("ann", null, false)).isEmpty();
  }
}
