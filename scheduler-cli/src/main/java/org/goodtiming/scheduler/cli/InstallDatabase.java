package org.goodtiming.scheduler.cli;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.install.DatabaseInstallation;
import org.goodtiming.scheduler.install.DatabaseRole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "database",
    description =
        "Creates the database at --url, its roles and its schema, as far as they are missing.")
final class InstallDatabase extends InstallVerb {

  @Option(
      names = "--admin",
      paramLabel = "NAME",
      defaultValue = "postgres",
      description =
          "A superuser, ${DEFAULT-VALUE} if not given. The password comes from GOODTIMING_ADMIN_PASSWORD, the file GOODTIMING_ADMIN_PASSWORD_FILE, or a prompt.")
  private String admin = "";

  @Override
  public void run() {
    DatabaseLogin login =
        DatabaseLogin.of(around(), databaseUrl(), admin, "GOODTIMING_ADMIN_PASSWORD");
    DatabaseInstallation installation =
        new DatabaseInstallation(login.address(), login.user(), login.password());
    execute(() -> installation.steps(passwords(installation.rolesWithoutPassword())));
  }

  private Map<DatabaseRole, String> passwords(Set<DatabaseRole> roles) {
    Map<DatabaseRole, String> passwords = new EnumMap<>(DatabaseRole.class);
    roles.forEach(role -> passwords.put(role, password(role.login(), role.passwordVariable())));
    return passwords;
  }
}
