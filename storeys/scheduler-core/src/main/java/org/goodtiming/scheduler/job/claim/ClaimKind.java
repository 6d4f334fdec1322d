package org.goodtiming.scheduler.job.claim;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/** Why a job leaves the table; its name in lower case is the kind under which it is counted. */
enum ClaimKind {
  DISPATCHED,
  CANCELLED,
  EXPIRED,
  QUARANTINED;

  /** Reads the kind of a row of a claim. */
  static ClaimKind of(ResultSet row) throws SQLException {
    return valueOf(row.getString("kind").toUpperCase(Locale.ROOT));
  }
}
