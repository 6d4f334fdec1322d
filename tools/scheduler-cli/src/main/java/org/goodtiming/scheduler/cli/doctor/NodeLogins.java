package org.goodtiming.scheduler.cli.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.install.DatabaseAddress;
import org.goodtiming.scheduler.install.DatabaseRole;
import org.goodtiming.scheduler.install.IoFailure;
import org.goodtiming.scheduler.install.PasswordFile;

/**
 * Tries the logins at the database that a node on this machine has in its variables.
 *
 * @param file with the variables
 */
record NodeLogins(Path file) {

  private static final List<DatabaseRole> ROLES =
      List.of(DatabaseRole.XA, DatabaseRole.LEASE, DatabaseRole.READER);

  /**
   * Finds logins that the database refuses.
   *
   * @return empty if there are none, or if the variables are elsewhere
   */
  List<Finding> findings() {
    try {
      Map<String, String> variables = new PasswordFile(file).all();
      List<Finding> findings = new ArrayList<>();
      for (DatabaseRole role : ROLES) {
        String password = variables.get(role.passwordVariable());
        if (password != null && findings.isEmpty()) {
          findings.addAll(of(role, password, variables));
        }
      }
      return findings;
    } catch (IOException e) {
      return List.of(
          new Finding(
              FindingCode.NO_DOMAIN,
              IoFailure.text(e),
              Cure.advice("ask as a user who may read it")));
    }
  }

  private List<Finding> of(DatabaseRole role, String password, Map<String, String> variables) {
    String url = url(variables);
    try (Connection connection =
        DatabaseAddress.parse(url)
            .orElseThrow(() -> new SQLException(url + " is not the address of a database"))
            .connect(role.login(), password)) {
      return List.of();
    } catch (SQLException e) {
      return List.of(
          new Finding(
              FindingCode.NODE_LOGIN,
              "%s of %s: %s".formatted(role.login(), file, e.getMessage()),
              Cure.advice(
                  "correct SCHEDULER_DB_HOST, SCHEDULER_DB_PORT, SCHEDULER_DB_NAME or %s there, or the password of the role, and start the node again"
                      .formatted(role.passwordVariable()))));
    }
  }

  private static String url(Map<String, String> variables) {
    String certificate = variables.getOrDefault("SCHEDULER_DB_SSL_ROOT_CERT", "none");
    return "jdbc:postgresql://%s:%s/%s?sslmode=%s%s"
        .formatted(
            variables.get("SCHEDULER_DB_HOST"),
            variables.get("SCHEDULER_DB_PORT"),
            variables.get("SCHEDULER_DB_NAME"),
            variables.getOrDefault("SCHEDULER_DB_SSL_MODE", "prefer"),
            certificate.equals("none") ? "" : "&sslrootcert=" + certificate);
  }
}
