package org.goodtiming.scheduler.registration.resubmission;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.FireIds;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** The runs that operators have started with the input of failed ones. */
@Singleton
public final class LaterRuns {

  private final Statements statements;

  @Inject
  public LaterRuns(DataSource dataSource) {
    statements = new Statements(dataSource);
  }

  /** Fire id of the latest one; empty if nobody has run that run again, or it is not tracked. */
  Optional<String> of(String fireId) {
    if (!fireId.matches(FireIds.FORM)) {
      return Optional.empty();
    }
    SqlText sql =
        new SqlText(
                "SELECT fire_id FROM scheduler.execution WHERE run_again_of = :fire_id::uuid ORDER BY submitted_at DESC LIMIT 1")
            .set("fire_id", fireId);
    return statements.find("look for a later run", sql, row -> row.getString("fire_id"));
  }
}
