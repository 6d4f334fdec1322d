package org.goodtiming.scheduler.operations;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
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

  /** False if there is a user of that name. */
  public boolean create(String login, String name, Role role, String passwordHash) {
    return users.create(login, name, role, passwordHash);
  }

  /** Null leaves role or lock as it is. */
  public Outcome set(
      String login,
      String name,
      Condition condition,
      @Nullable Role role,
      @Nullable Boolean locked) {
    rows.check(condition, EditedRow.USER, name);
    return users.set(login, name, role, locked);
  }

  /** False if there is no such user. */
  public boolean resetPassword(
      String login, String name, Condition condition, String passwordHash) {
    rows.check(condition, EditedRow.USER, name);
    return users.resetPassword(login, name, passwordHash);
  }

  public Outcome delete(String login, String name, Condition condition) {
    rows.check(condition, EditedRow.USER, name);
    return users.delete(login, name);
  }
}
