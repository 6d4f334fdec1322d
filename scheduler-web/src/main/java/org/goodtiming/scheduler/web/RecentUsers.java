package org.goodtiming.scheduler.web;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.operations.ApiUsers.ApiUser;

/**
 * Users whose rows were read within the last second: a client that polls is not looked up in the
 * database for each request. Only for requests that change nothing.
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

  /** Empty if there is no such user, which is not remembered. */
  Optional<ApiUser> find(String name, Function<String, Optional<ApiUser>> database) {
    long now = nanoTime.getAsLong();
    Optional<ApiUser> seen = seen(name, now);
    if (seen.isPresent()) {
      return seen;
    }
    Optional<ApiUser> user = database.apply(name);
    user.ifPresent(each -> add(name, new Seen(each, now)));
    return user;
  }

  synchronized void forget(String name) {
    byName.remove(name);
  }

  private synchronized Optional<ApiUser> seen(String name, long now) {
    return Optional.ofNullable(byName.get(name))
        .filter(seen -> now - seen.at() < VALID)
        .map(Seen::user);
  }

  private synchronized void add(String name, Seen seen) {
    byName.remove(name);
    byName.put(name, seen);
  }
}
