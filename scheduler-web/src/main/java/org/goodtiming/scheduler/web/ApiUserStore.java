package org.goodtiming.scheduler.web;

import static jakarta.security.enterprise.identitystore.CredentialValidationResult.INVALID_RESULT;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import jakarta.security.enterprise.identitystore.Pbkdf2PasswordHash;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.ConfigProvider;
import org.goodtiming.scheduler.operations.ApiUsers;
import org.goodtiming.scheduler.operations.ApiUsers.ApiUser;

/** The users in the database. */
@ApplicationScoped
public class ApiUserStore implements IdentityStore {

  private static final String FIRST_USER = "admin";
  private static final String FIRST_PASSWORD = "scheduler.rest.admin-password";

  private @Inject ApiUsers users;
  private @Inject Pbkdf2PasswordHash hash;

  private final VerifiedPasswords verified = new VerifiedPasswords();
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

  @Override
  public CredentialValidationResult validate(Credential credential) {
    if (!(credential instanceof UsernamePasswordCredential login)) {
      return CredentialValidationResult.NOT_VALIDATED_RESULT;
    }
    char[] password = login.getPassword().getValue();
    Optional<ApiUser> user = find(login.getCaller());
    if (user.isEmpty()) {
      // Takes as long as for a user, so that the time does not tell who is one
      hash.verify(password, hashOfNobody);
      return INVALID_RESULT;
    }
    return isRight(user.get(), password)
        ? new CredentialValidationResult(user.get().name(), user.get().role().included())
        : INVALID_RESULT;
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

  private boolean isRight(ApiUser user, char[] password) {
    if (verified.has(user.passwordHash(), password)) {
      return true;
    }
    boolean right = hash.verify(password, user.passwordHash());
    if (right) {
      verified.add(user.passwordHash(), password);
    }
    return right;
  }
}
