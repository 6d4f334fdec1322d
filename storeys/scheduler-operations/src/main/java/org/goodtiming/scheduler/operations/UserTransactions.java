package org.goodtiming.scheduler.operations;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.goodtiming.scheduler.operations.batch.BatchChanges;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.user.GrantChanges;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.operations.user.SessionChanges;
import org.goodtiming.scheduler.operations.user.UserChanges;
import org.goodtiming.scheduler.operations.user.UserChanges.Outcome;
import org.goodtiming.scheduler.operations.webhook.WebhookChanges;
import org.goodtiming.scheduler.operations.webhook.WebhookSettings;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.jspecify.annotations.Nullable;

/**
 * Changes of administrators: of users, their sessions and grants, and of webhooks, each in its own
 * transaction, which is committed on return. A user that does not meet the condition is not
 * changed.
 */
@Singleton
public record UserTransactions(
    NewTransaction transaction,
    EditedRows rows,
    UserChanges users,
    SessionChanges sessions,
    GrantChanges grants,
    BatchChanges operations,
    WebhookChanges webhooks) {

  @Inject
  public UserTransactions {}

  /** A name that belonged to a deleted user is not given again. */
  public UserChanges.Creation create(String login, String name, Role role, String passwordHash) {
    return transaction.call(() -> users.create(login, name, role, passwordHash));
  }

  /**
   * Records a failed login in the audit. On another thread, so that the time of the answer does not
   * reveal whether there is such a user.
   */
  public void noteFailedLogin(String name, String address) {
    transaction.runLater(() -> users.noteFailedLogin(name, address));
  }

  /** Changes role and lock; null leaves a value unchanged. */
  public Outcome set(
      String login,
      String name,
      Condition condition,
      @Nullable Role role,
      @Nullable Boolean locked) {
    return change(
        condition,
        name,
        () -> {
          Outcome outcome = users.set(login, name, role, locked);
          if (outcome == Outcome.CHANGED) {
            lossOfRights(name, role, locked)
                .ifPresent(reason -> operations.stopAllOf(name, login, reason));
          }
          return outcome;
        });
  }

  /** Resets the password; false if there is no such user. */
  public boolean resetPassword(
      String login, String name, Condition condition, String passwordHash) {
    return change(condition, name, () -> users.resetPassword(login, name, passwordHash));
  }

  public Outcome delete(String login, String name, Condition condition) {
    return change(
        condition,
        name,
        () -> {
          Outcome outcome = users.delete(login, name);
          if (outcome == Outcome.CHANGED) {
            operations.stopAllOf(name, login, "user '" + name + "' was deleted");
          }
          return outcome;
        });
  }

  /**
   * The reason why the user may no longer run batch operations; empty if the change leaves the
   * permission.
   */
  static Optional<String> lossOfRights(String name, @Nullable Role role, @Nullable Boolean locked) {
    if (Boolean.TRUE.equals(locked)) {
      return Optional.of("user '" + name + "' was locked");
    }
    return Optional.ofNullable(role)
        .filter(changed -> !changed.included().contains(Role.OPERATOR.label()))
        .map(changed -> "user '" + name + "' has only role " + changed.label() + " now");
  }

  /** Ends the session; false if there is no such session. */
  public boolean endSession(String login, long id) {
    return transaction.call(() -> sessions.end(login, id));
  }

  /** Stores the grants that a token gives at a login; * is all worker queues. */
  public void setGrantsByGroups(String user, String issuer, Set<String> queues) {
    transaction.run(() -> grants.setByGroups(user, issuer, queues));
  }

  /** Grants the queue; false if an administrator has already granted it. */
  public boolean putGrant(String login, String grantee, String queue) {
    return transaction.call(() -> grants.put(login, grantee, queue));
  }

  /** A new webhook needs a URL. */
  public WebhookChanges.Outcome putWebhook(
      String login, String name, Condition condition, WebhookSettings settings) {
    return rows.change(
        condition, () -> webhooks.put(login, name, settings), EditedRow.WEBHOOK, name);
  }

  /** Deletes the webhook; false if there is no such webhook. */
  public boolean deleteWebhook(String login, String name, Condition condition) {
    return rows.change(condition, () -> webhooks.delete(login, name), EditedRow.WEBHOOK, name);
  }

  /** Deletes a grant, and returns who had granted it; empty if there is no such grant. */
  public Optional<String> deleteGrant(String login, String grantee, String queue) {
    return transaction.call(() -> grants.delete(login, grantee, queue));
  }

  private <T> T change(Condition condition, String user, Supplier<T> change) {
    return rows.change(condition, change, EditedRow.USER, user);
  }
}
