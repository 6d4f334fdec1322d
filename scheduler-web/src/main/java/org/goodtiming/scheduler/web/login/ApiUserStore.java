package org.goodtiming.scheduler.web.login;

import static jakarta.security.enterprise.identitystore.CredentialValidationResult.INVALID_RESULT;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.Pbkdf2PasswordHash;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.ConfigProvider;
import org.goodtiming.scheduler.operations.UserTransactions;
import org.goodtiming.scheduler.operations.user.ApiUsers;
import org.goodtiming.scheduler.operations.user.ApiUsers.ApiUser;
import org.goodtiming.scheduler.web.http.ProblemException;
import org.jspecify.annotations.Nullable;

/** The users in the database. */
@ApplicationScoped
public class ApiUserStore {

  private static final Logger LOG = System.getLogger(ApiUserStore.class.getName());

  private static final String FIRST_USER = "admin";
  private static final String FIRST_PASSWORD = "scheduler.rest.admin-password";

  private @Inject ApiUsers users;
  private @Inject UserTransactions transactions;
  private @Inject Pbkdf2PasswordHash hash;

  private final FailedLogins failed =
      new FailedLogins(text -> LOG.log(Level.WARNING, text), System::nanoTime);
  private final Logins logins = new Logins(this::find, this::isRight, System::nanoTime);
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
   * Checks a login, and logs and audits its failure.
   *
   * @param address from which the request comes
   * @param reads whether the request changes nothing; the user's row may then be a second old, if
   *     the password matches it
   * @throws ProblemException if too many logins have failed
   */
  public CredentialValidationResult validate(
      UsernamePasswordCredential login, String address, boolean reads) {
    return find(login, address, reads)
        .map(each -> new CredentialValidationResult(each.name(), each.role().included()))
        .orElse(INVALID_RESULT);
  }

  /** Finds the user of a login; empty if there is no such user, or the password is wrong. */
  public Optional<ApiUser> find(UsernamePasswordCredential login, String address, boolean reads) {
    try {
      Optional<ApiUser> user =
          logins.find(login.getCaller(), login.getPassword().getValue(), address, reads);
      if (user.isEmpty() && failed.wrong(login.getCaller(), address)) {
        transactions.noteFailedLogin(login.getCaller(), address);
      }
      return user;
    } catch (ProblemException e) {
      failed.throttled(address);
      throw e;
    }
  }

  /** Applies a change of a user on this node at once. */
  public void changed(String name) {
    logins.changed(name);
  }

  /** Hashes a password for storage. */
  public String hash(String password) {
    return hash.generate(password.toCharArray());
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

  /** Takes the same time for an unknown user. */
  private boolean isRight(char[] password, @Nullable String storedHash) {
    return hash.verify(password, storedHash == null ? hashOfNobody : storedHash);
  }
}
