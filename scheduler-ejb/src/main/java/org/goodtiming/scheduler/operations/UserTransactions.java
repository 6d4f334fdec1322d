package org.goodtiming.scheduler.operations;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.Optional;
import org.goodtiming.scheduler.operations.UserChanges.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Changes of users, each in its own transaction, which is committed on return. A user that does not
 * meet the condition is not changed.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class UserTransactions {

  private @Inject EditedRows rows;
  private @Inject UserChanges users;
  private @Inject BatchChanges operations;
  private @Inject IdempotencyKeys keys;

  /** False if there is a user of that name. */
  public boolean create(String login, String name, Role role, String passwordHash) {
    boolean created = users.create(login, name, role, passwordHash);
    if (created) {
      keys.forget(name);
    }
    return created;
  }

  /** Null leaves role or lock as it is. */
  public Outcome set(
      String login,
      String name,
      Condition condition,
      @Nullable Role role,
      @Nullable Boolean locked) {
    rows.check(condition, EditedRow.USER, name);
    Outcome outcome = users.set(login, name, role, locked);
    if (outcome == Outcome.CHANGED) {
      lossOfRights(name, role, locked)
          .ifPresent(reason -> operations.stopAllOf(name, login, reason));
    }
    return outcome;
  }

  /** False if there is no such user. */
  public boolean resetPassword(
      String login, String name, Condition condition, String passwordHash) {
    rows.check(condition, EditedRow.USER, name);
    return users.resetPassword(login, name, passwordHash);
  }

  public Outcome delete(String login, String name, Condition condition) {
    rows.check(condition, EditedRow.USER, name);
    Outcome outcome = users.delete(login, name);
    if (outcome == Outcome.CHANGED) {
      operations.stopAllOf(name, login, "user '" + name + "' was deleted");
    }
    return outcome;
  }

  /** Why the user may no longer run batch operations; empty if the change leaves that right. */
  static Optional<String> lossOfRights(String name, @Nullable Role role, @Nullable Boolean locked) {
    if (Boolean.TRUE.equals(locked)) {
      return Optional.of("user '" + name + "' was locked");
    }
    return Optional.ofNullable(role)
        .filter(changed -> !changed.included().contains(Role.OPERATOR.label()))
        .map(changed -> "user '" + name + "' has only role " + changed.label() + " now");
  }
}
