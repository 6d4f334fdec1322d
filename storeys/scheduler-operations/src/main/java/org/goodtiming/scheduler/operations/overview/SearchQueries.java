package org.goodtiming.scheduler.operations.overview;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Finds jobs, and objects that belong to them, by a text, with the pool of readers. */
@Singleton
public final class SearchQueries {

  /** Maximum number of findings of each kind. */
  static final int LIMIT = 20;

  private static final String MATCHED = "matched";

  private final Statements statements;

  @Inject
  SearchQueries(@Readers DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /**
   * The findings of a search.
   *
   * @param found kind by kind
   * @param complete whether all rows that match are among them
   */
  public record Findings(List<Row> found, boolean complete) {}

  /**
   * Searches all kinds of objects.
   *
   * @param withAudit whether the user may read the audit
   */
  public Findings search(String text, boolean withAudit) {
    List<Row> found = new ArrayList<>();
    boolean complete = true;
    for (SqlText sql : SearchText.all(text, withAudit)) {
      List<Row> rows = statements.query("search", sql, Row::of);
      List<Row> matching = rows.stream().filter(SearchQueries::matches).limit(LIMIT).toList();
      complete &= matching.size() == rows.size();
      found.addAll(matching);
    }
    return new Findings(found, complete);
  }

  /** A row that does not match stands for rows that were not read. */
  private static boolean matches(Row row) {
    return row.values().containsKey(MATCHED);
  }
}
