package org.goodtiming.scheduler.cli;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.goodtiming.scheduler.install.DatabaseInstallation;
import org.goodtiming.scheduler.install.DatabaseRole;
import org.goodtiming.scheduler.install.Step;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "database",
    description = "Creates the database, its roles and its schema, as far as they are missing.")
final class InstallDatabase extends InstallVerb {

  @Option(
      names = "--admin",
      paramLabel = "NAME",
      defaultValue = "postgres",
      description =
          "A superuser, or a role with CREATEROLE and CREATEDB; ${DEFAULT-VALUE} if not given. The password comes from GOODTIMING_ADMIN_PASSWORD, the file GOODTIMING_ADMIN_PASSWORD_FILE, or a prompt.")
  private String admin = "";

  @Option(
      names = "--set-passwords",
      description =
          "Also changes the passwords of roles that exist. Nodes that have the old ones cannot log in any more.")
  private boolean setPasswords;

  @Override
  public void run() {
    DatabaseLogin login =
        DatabaseLogin.of(around(), databaseUrl(), admin, "GOODTIMING_ADMIN_PASSWORD");
    DatabaseInstallation installation =
        new DatabaseInstallation(login.address(), login.user(), login.password());
    execute(() -> steps(installation));
  }

  private List<Step> steps(DatabaseInstallation installation) throws SQLException {
    Set<DatabaseRole> wanted =
        setPasswords ? EnumSet.allOf(DatabaseRole.class) : installation.rolesWithoutPassword();
    Map<DatabaseRole, String> passwords = new EnumMap<>(DatabaseRole.class);
    wanted.forEach(role -> passwords.put(role, password(role.login(), role.passwordVariable())));
    List<Step> steps = new ArrayList<>(installation.steps(passwords));
    List<String> kept = new ArrayList<>();
    for (DatabaseRole role : DatabaseRole.values()) {
      if (!wanted.contains(role) && differs(installation, role)) {
        kept.add(role.login());
      }
    }
    if (!kept.isEmpty()) {
      steps.add(
          Step.note(
              "Leave the passwords of %s, which are not the given ones: --set-passwords changes them"
                  .formatted(String.join(", ", kept))));
    }
    return steps;
  }

  /** Whether the installation differs; ignores passwords that were not given. */
  private boolean differs(DatabaseInstallation installation, DatabaseRole role) {
    Optional<String> given = givenPassword(role.passwordVariable());
    return given.isPresent() ? installation.refuses(role, given.get()) : passwords() != null;
  }
}
