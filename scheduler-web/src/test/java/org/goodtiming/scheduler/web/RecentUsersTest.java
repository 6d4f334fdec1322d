package org.goodtiming.scheduler.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.goodtiming.scheduler.operations.ApiUsers.ApiUser;
import org.goodtiming.scheduler.operations.Role;
import org.junit.jupiter.api.Test;

class RecentUsersTest {

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger lookups = new AtomicInteger();
  private final RecentUsers users = new RecentUsers(nanos::get);

  private final Function<String, Optional<ApiUser>> database =
      name -> {
        lookups.incrementAndGet();
        return name.equals("ann")
            ? Optional.of(new ApiUser(name, Role.VIEWER, "hash"))
            : Optional.empty();
      };

  @Test
  void a_user_is_read_once_a_second() {
    assertThat(users.find("ann", database)).isPresent();
    nanos.addAndGet(Duration.ofMillis(999).toNanos());
    assertThat(users.find("ann", database)).isPresent();
    assertThat(lookups).hasValue(1);
    nanos.addAndGet(Duration.ofMillis(1).toNanos());
    assertThat(users.find("ann", database)).isPresent();
    assertThat(lookups).hasValue(2);
  }

  @Test
  void a_user_that_has_changed_is_read_again() {
    users.find("ann", database);
    users.forget("ann");
    users.find("ann", database);
    assertThat(lookups).hasValue(2);
  }

  @Test
  void an_unknown_user_is_looked_up_each_time() {
    assertThat(users.find("bob", database)).isEmpty();
    assertThat(users.find("bob", database)).isEmpty();
    assertThat(lookups).hasValue(2);
  }
}
