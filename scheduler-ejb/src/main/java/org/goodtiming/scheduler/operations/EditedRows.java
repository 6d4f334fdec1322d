package org.goodtiming.scheduler.operations;

import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.sql.Statements;

/** Compares a row that is to change with what its editor has seen, in the caller's transaction. */
final class EditedRows {

  private static final String PURPOSE = "compare what is to change";

  private final Statements statements;

  public EditedRows(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /**
   * Locks the row if there is a condition, so that later statements of the transaction change what
   * was compared.
   *
   * @throws ChangedMeanwhileException if the row does not meet the condition
   */
  void check(Condition condition, EditedRow row, Object... key) {
    condition.check(() -> lock(row, key));
  }

  private Optional<String> lock(EditedRow row, Object... key) {
    row.firstLocks(key).forEach(sql -> statements.query(PURPOSE, sql, found -> true));
    return statements.query(PURPOSE, row.lock(key), found -> found.getString(1)).stream()
        .findFirst();
  }
}
