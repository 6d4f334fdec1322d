package org.goodtiming.scheduler.operations;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.sql.Statements;

/** Changes a row after comparing it with the version that its editor saw. */
@Singleton
final class EditedRows {

  private static final String PURPOSE = "compare what is to change";

  private final NewTransaction transaction;
  private final Statements statements;

  @Inject
  EditedRows(NewTransaction transaction, DataSource dataSource) {
    this.transaction = transaction;
    this.statements = Statements.forClients(dataSource);
  }

  /** Changes the row in a new transaction, after a {@link #check}. */
  <T> T change(Condition condition, Supplier<T> change, EditedRow row, Object key) {
    return transaction.call(
        () -> {
          check(condition, row, key);
          return change.get();
        });
  }

  /**
   * Locks the row if there is a condition, so that later statements of the transaction change what
   * was compared.
   *
   * @throws ChangedMeanwhileException if the row does not meet the condition
   */
  void check(Condition condition, EditedRow row, Object key) {
    condition.check(() -> lock(row, key));
  }

  private Optional<String> lock(EditedRow row, Object key) {
    row.firstLocks(key).forEach(sql -> statements.query(PURPOSE, sql, found -> true));
    return statements.find(PURPOSE, row.lock(key), found -> found.getString(1));
  }
}
