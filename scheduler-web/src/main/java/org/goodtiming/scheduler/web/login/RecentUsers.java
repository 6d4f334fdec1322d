package org.goodtiming.scheduler.web.login;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.operations.user.ApiUsers.ApiUser;

/**
 * Users who logged in within the last second: a client that polls is not looked up in the database
 * for each request. Only for requests that change nothing.
 */
final class RecentUsers {

  private static final long VALID = Duration.ofSeconds(1).toNanos();
  private static final int USERS = 1_000;

  private final LongSupplier nanoTime;
  private final Map<String, Seen> byName = new BoundedMap<>(USERS);

  private record Seen(ApiUser user, long at) {}

  RecentUsers(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  synchronized Optional<ApiUser> find(String name) {
    long now = nanoTime.getAsLong();
    return Optional.ofNullable(byName.get(name))
        .filter(seen -> now - seen.at() < VALID)
        .map(Seen::user);
  }

  synchronized void add(ApiUser user) {
    byName.remove(user.name());
    byName.put(user.name(), new Seen(user, nanoTime.getAsLong()));
  }

  synchronized void forget(String name) {
    byName.remove(name);
  }
}
