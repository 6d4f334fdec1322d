package org.goodtiming.scheduler.web;

import static jakarta.security.enterprise.identitystore.CredentialValidationResult.INVALID_RESULT;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.Pbkdf2PasswordHash;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.ConfigProvider;
import org.goodtiming.scheduler.operations.ApiUsers;
import org.goodtiming.scheduler.operations.ApiUsers.ApiUser;

/** The users in the database. */
@ApplicationScoped
public class ApiUserStore {

  private static final String FIRST_USER = "admin";
  private static final String FIRST_PASSWORD = "scheduler.rest.admin-password";

  private @Inject ApiUsers users;
  private @Inject Pbkdf2PasswordHash hash;

  private final VerifiedPasswords verified = new VerifiedPasswords();
  private final RecentUsers recent = new RecentUsers(System::nanoTime);
  private final LoginAttempts attempts = new LoginAttempts(System::nanoTime);
  private String hashOfNobody = "";

  @PostConstruct
  void prepare() {
    hash.initialize(
        Map.of(
            "Pbkdf2PasswordHash.Algorithm",
            "PBKDF2WithHmacSHA256",
            "Pbkdf2PasswordHash.Iterations",
            "210000"));
    hashOfNobody = hash.generate("nobody".toCharArray());
  }

  /**
   * Checks a login.
   *
   * @param address from which the request comes
   * @param reads whether the request changes nothing; the user's row may then be a second old, if
   *     the password matches it
   * @throws ProblemException if too many logins have failed
   */
  public CredentialValidationResult validate(
      UsernamePasswordCredential login, String address, boolean reads) {
    char[] password = login.getPassword().getValue();
    Optional<ApiUser> user =
        reads
            ? recent.find(login.getCaller()).filter(each -> verified(each, password))
            : Optional.empty();
    return user.or(() -> verify(login.getCaller(), password, address))
        .map(each -> new CredentialValidationResult(each.name(), each.role().included()))
        .orElse(INVALID_RESULT);
  }

  /** After a change of the user on this node, which takes effect at once. */
  void changed(String name) {
    recent.forget(name);
  }

  /** As it is stored. */
  String hash(String password) {
    return hash.generate(password.toCharArray());
  }

  /** By the user's row as it is now. */
  private Optional<ApiUser> verify(String name, char[] password, String address) {
    Optional<ApiUser> stored = find(name);
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

  private Optional<ApiUser> find(String name) {
    Optional<ApiUser> found = users.find(name);
    return found.isEmpty() && name.equals(FIRST_USER) && createFirst() ? users.find(name) : found;
  }

  private boolean createFirst() {
    return ConfigProvider.getConfig()
        .getOptionalValue(FIRST_PASSWORD, String.class)
        .map(password -> users.createFirst(FIRST_USER, hash.generate(password.toCharArray())))
        .orElse(false);
  }

  /** Of a password that is not known to be right: to verify one is slow on purpose. */
  private boolean isRight(Optional<ApiUser> user, char[] password, String name, String address) {
    long wait = attempts.begin(name, address);
    if (wait > 0) {
      throw Problem.TOO_MANY_LOGINS.toRetry(wait, name);
    }
    // Takes the same time for an unknown user, so that the time does not reveal user names
    boolean right = hash.verify(password, user.map(ApiUser::passwordHash).orElse(hashOfNobody));
    if (right && user.isPresent()) {
      verified.add(user.get().passwordHash(), password);
      attempts.succeeded(name, address);
    }
    return right && user.isPresent();
  }
}
