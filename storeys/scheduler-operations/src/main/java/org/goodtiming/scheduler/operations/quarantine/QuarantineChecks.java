package org.goodtiming.scheduler.operations.quarantine;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Optional;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.QuarantinedMessage;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.registration.resubmission.Resubmissions;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.jspecify.annotations.Nullable;

/** Tries resubmissions of rows, each in a transaction that is rolled back. */
@Singleton
public record QuarantineChecks(
    NewTransaction transaction,
    TransactionSynchronizationRegistry transactions,
    QuarantineMending mending,
    Quarantine quarantine,
    Resubmissions resubmissions) {

  @Inject
  public QuarantineChecks {}

  /**
   * The result of a check.
   *
   * @param found whether there is such a row
   * @param refusal why its resubmission would be refused; null if it would be registered
   */
  public record Check(boolean found, @Nullable Receipt refusal) {}

  /**
   * Changes the row as an operator wants it, and resubmits it; then takes all of it back.
   *
   * @param mend null checks the row as it is
   */
  public Check check(String login, long id, @Nullable QuarantineMend mend) {
    return transaction.call(
        () -> {
          Check check = tried(login, id, mend);
          // Last, because JPA finds no transaction in one that is already marked
          transactions.setRollbackOnly();
          return check;
        });
  }

  private Check tried(String login, long id, @Nullable QuarantineMend mend) {
    if (mend != null) {
      mending.mend(login, id, mend);
    }
    Optional<QuarantinedMessage> row = quarantine.lock(id);
    return new Check(
        row.isPresent(), row.flatMap(resubmissions::refusal).map(Receipt::rejected).orElse(null));
  }
}
