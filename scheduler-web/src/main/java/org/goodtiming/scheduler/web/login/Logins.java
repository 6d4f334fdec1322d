package org.goodtiming.scheduler.web.login;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.operations.user.ApiUsers.ApiUser;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemException;
import org.jspecify.annotations.Nullable;

/** Checks names and passwords, and slows down clients that guess them. */
final class Logins {

  /** Names that no user can have are counted together, so that they need no memory. */
  private static final String NO_NAME = "";

  private final Function<String, Optional<ApiUser>> users;
  private final PasswordCheck passwords;
  private final VerifiedPasswords verified = new VerifiedPasswords();
  private final RecentUsers recent;
  private final LoginAttempts attempts;

  /** Verifies a password by its hash, slowly on purpose. */
  @FunctionalInterface
  interface PasswordCheck {

    /**
     * @param storedHash null for an unknown user; must take the same time, so that the time does
     *     not reveal user names
     */
    boolean isRight(char[] password, @Nullable String storedHash);
  }

  /**
   * @param users reads the current row of a user
   */
  Logins(
      Function<String, Optional<ApiUser>> users, PasswordCheck passwords, LongSupplier nanoTime) {
    this.users = users;
    this.passwords = passwords;
    this.recent = new RecentUsers(nanoTime);
    this.attempts = new LoginAttempts(nanoTime);
  }

  /**
   * The user with that name and password; empty if there is none.
   *
   * @param address from which the request comes
   * @param reads whether the request changes nothing; the user's row may then be a second old, if
   *     the password matches it
   * @throws ProblemException if too many logins have failed
   */
  Optional<ApiUser> find(String name, char[] password, String address, boolean reads) {
    Optional<ApiUser> user =
        reads ? recent.find(name).filter(each -> verified(each, password)) : Optional.empty();
    return user.or(() -> verify(name, password, address));
  }

  /** Applies a change of a user on this node at once. */
  void changed(String name) {
    recent.forget(name);
  }

  /** Verifies the password against the user's current row. */
  private Optional<ApiUser> verify(String name, char[] password, String address) {
    Optional<ApiUser> stored = UserJson.isName(name) ? users.apply(name) : Optional.empty();
    boolean known = stored.filter(each -> verified(each, password)).isPresent();
    if (!known && !isRight(stored, password, name, address)) {
      return Optional.empty();
    }
    stored.ifPresent(recent::add);
    return stored;
  }

  private boolean verified(ApiUser user, char[] password) {
    return verified.has(user.passwordHash(), password);
  }

  /** Checks a password that is not known to be right. */
  private boolean isRight(Optional<ApiUser> user, char[] password, String name, String address) {
    long wait = attempts.begin(UserJson.isName(name) ? name : NO_NAME, address);
    if (wait > 0) {
      throw Problem.TOO_MANY_LOGINS.toRetry(wait, name);
    }
    boolean right = passwords.isRight(password, user.map(ApiUser::passwordHash).orElse(null));
    if (right && user.isPresent()) {
      verified.add(user.get().passwordHash(), password);
      attempts.succeeded(name, address);
    }
    return right && user.isPresent();
  }
}
