package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.goodtiming.scheduler.web.openid.TokenUser;
import org.junit.jupiter.api.Test;

class GroupGrantsTest {
  private static final Set<String> PACK = Set.of("pack");

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 10);
  private final List<String> stored = new ArrayList<>();
  private final GroupGrants grants =
      new GroupGrants(user -> stored.add(user.name() + user.queues()), clock::get);

  @Test
  void unchanged_grants_are_stored_once_a_minute() {
    grants.set(user("jane", PACK));
    clock.addAndGet(Duration.ofSeconds(59).toNanos());
    grants.set(user("jane", PACK));
    grants.set(user("john", PACK));
    assertThat(stored).containsExactly("jane[pack]", "john[pack]");

    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    grants.set(user("jane", PACK));
    assertThat(stored).containsExactly("jane[pack]", "john[pack]", "jane[pack]");
  }

  @Test
  void a_change_is_stored_at_once() {
    grants.set(user("jane", PACK));
    grants.set(user("jane", Set.of()));
    assertThat(stored).containsExactly("jane[pack]", "jane[]");
  }

  @Test
  void grants_that_could_not_be_stored_are_tried_again() {
    List<String> attempts = new ArrayList<>();
    GroupGrants failing =
        new GroupGrants(
            user -> {
              attempts.add(user.name());
              throw new IllegalStateException("the database is away");
            },
            clock::get);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> failing.set(user("jane", PACK))).hasMessage("the database is away");
    }
    assertThat(attempts).hasSize(2);
  }

  @Test
  void a_token_without_a_role_stores_nothing() {
    grants.set(new TokenUser("https://issuer.example", "jane", Set.of(), Set.of()));

    assertThat(stored).isEmpty();
  }

  private static TokenUser user(String name, Set<String> queues) {
    return new TokenUser("https://issuer.example", name, Set.of("viewer"), queues);
  }
}
