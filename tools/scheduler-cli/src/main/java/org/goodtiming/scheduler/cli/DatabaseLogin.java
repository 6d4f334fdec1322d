package org.goodtiming.scheduler.cli;

import java.sql.SQLException;
import org.goodtiming.scheduler.install.DatabaseAddress;

/** A user of a database, whose password has been found. */
record DatabaseLogin(DatabaseAddress address, String user, String password) {

  /**
   * @param variable environment variable of the password; with _FILE at its end, that of a file
   * @throws Failure if the URL is not one of PostgreSQL, or there is no password
   */
  static DatabaseLogin of(Surroundings around, String url, String user, String variable) {
    return new DatabaseLogin(address(url), user, Secret.required(around, user, variable));
  }

  /**
   * Reads a URL.
   *
   * @throws Failure if it is not one of PostgreSQL
   */
  static DatabaseAddress address(String url) {
    return DatabaseAddress.parse(url)
        .orElseThrow(
            () ->
                new Failure(
                    ExitStatus.USAGE,
                    "'%s' is not an address such as jdbc:postgresql://localhost:5432/scheduler"
                        .formatted(url)));
  }

  /** The failure for a login or statement that the database refused. */
  static Failure refusal(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    ExitStatus status =
        state.startsWith("08")
            ? ExitStatus.UNAVAILABLE
            : state.startsWith("28") || state.equals("42501")
                ? ExitStatus.FORBIDDEN
                : ExitStatus.FAILED;
    return new Failure(status, "The database refuses: " + e.getMessage());
  }
}
