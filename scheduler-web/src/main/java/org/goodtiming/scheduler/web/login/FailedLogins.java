package org.goodtiming.scheduler.web.login;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.message.StorableText;

/**
 * Logs failed logins: each name, and each address that is slowed down or sends tokens, once a
 * minute. {@link LoginAttempts} limits how many names an address can try.
 */
public final class FailedLogins {

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final int MAX_KEYS = 10_000;
  private static final int MAX_REASON_LENGTH = 200;

  private final Consumer<String> log;
  private final LongSupplier nanoTime;
  private final Map<String, Long> logged = new BoundedMap<>(MAX_KEYS);

  public FailedLogins(Consumer<String> log, LongSupplier nanoTime) {
    this.log = log;
    this.nanoTime = nanoTime;
  }

  /** Whether it was logged, of a name that a user can have. */
  boolean wrong(String name, String address) {
    boolean known = UserJson.isName(name);
    boolean logged =
        logOnce(
            "name " + (known ? name : ""),
            "SCHED-0972 login of %s from %s failed: the user is unknown or locked, or the password is wrong"
                .formatted(known ? "'" + name + "'" : "a name that no user can have", address));
    return known && logged;
  }

  void throttled(String address) {
    logOnce(
        "address " + address,
        "SCHED-0973 a login from %s is refused without a check: too many logins from there, or of the same user, have failed within a minute"
            .formatted(address));
  }

  void token(String reason, String address) {
    logOnce(
        "token " + address,
        "SCHED-0974 a bearer token from %s is refused: %s"
            .formatted(address, LogText.oneLine(StorableText.shown(reason, MAX_REASON_LENGTH))));
  }

  public void issuer(String reason) {
    logOnce(
        "issuer",
        "SCHED-0988 the issuer of tokens cannot be asked: %s; its tokens are refused with SCHED-0100"
            .formatted(LogText.oneLine(StorableText.shown(reason, MAX_REASON_LENGTH))));
  }

  public void providerAway(String reason) {
    logOnce(
        "provider",
        "SCHED-0099 the OpenID provider cannot be asked: %s; logins by it are refused with SCHED-0108"
            .formatted(LogText.oneLine(StorableText.shown(reason, MAX_REASON_LENGTH))));
  }

  public void provider(String reason, String address) {
    logOnce(
        "provider " + address,
        "SCHED-0118 a login from %s by the OpenID provider is refused: %s"
            .formatted(address, LogText.oneLine(StorableText.shown(reason, MAX_REASON_LENGTH))));
  }

  private boolean logOnce(String key, String text) {
    boolean isNew = isNew(key);
    if (isNew) {
      log.accept(text + "; the same is not logged again for a minute");
    }
    return isNew;
  }

  private synchronized boolean isNew(String key) {
    long now = nanoTime.getAsLong();
    Long last = logged.get(key);
    if (last != null && now - last < MINUTE) {
      return false;
    }
    logged.remove(key);
    logged.put(key, now);
    return true;
  }
}
