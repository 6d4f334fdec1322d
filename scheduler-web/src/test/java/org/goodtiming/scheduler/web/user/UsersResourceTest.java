package org.goodtiming.scheduler.web.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import org.goodtiming.scheduler.operations.user.UserChanges.Outcome;
import org.junit.jupiter.api.Test;

/** Refused changes of users. */
class UsersResourceTest {

  @Test
  void a_change_of_a_user_that_is_not_possible_is_refused() {
    UsersResource.check("ann", Outcome.CHANGED);
    assertThat(refusal(() -> UsersResource.check("ann", Outcome.NO_SUCH_USER)))
        .isEqualTo("404 SCHED-0937 there is no user 'ann': see the list of users");
    assertThat(refusal(() -> UsersResource.check("ann", Outcome.LAST_ADMINISTRATOR)))
        .isEqualTo(
            "409 SCHED-0938 'ann' is the last user with role admin that can log in: give another user the"
                + " role first");
  }
}
