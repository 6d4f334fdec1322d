package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.goodtiming.scheduler.operations.user.ApiUsers.ApiUser;
import org.goodtiming.scheduler.operations.user.Role;
import org.junit.jupiter.api.Test;

class RecentUsersTest {

  private static final ApiUser ANN = new ApiUser("ann", Role.VIEWER, "hash");

  private final AtomicLong nanos = new AtomicLong();
  private final RecentUsers users = new RecentUsers(nanos::get);

  @Test
  void a_user_is_recent_for_a_second() {
    users.add(ANN);
    nanos.addAndGet(Duration.ofMillis(999).toNanos());
    assertThat(users.find("ann")).contains(ANN);
    nanos.addAndGet(Duration.ofMillis(1).toNanos());
    assertThat(users.find("ann")).isEmpty();
  }

  @Test
  void a_user_that_has_changed_is_forgotten() {
    users.add(ANN);
    users.forget("ann");
    assertThat(users.find("ann")).isEmpty();
  }
}
