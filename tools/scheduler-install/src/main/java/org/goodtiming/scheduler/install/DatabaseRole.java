package org.goodtiming.scheduler.install;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The roles that {@code roles.sql} creates. */
public enum DatabaseRole {
  /** The role that owns the schema. */
  OWNER("scheduler_owner"),
  /** The role of the nodes for registration and dispatch. */
  XA("scheduler_xa"),
  /** The role of the nodes for the lease. */
  LEASE("scheduler_lease"),
  /** Reads everything except the users of the REST API. */
  READER("scheduler_read");

  private static final Pattern SETTING =
      Pattern.compile("^ALTER ROLE (\\w+) SET (\\w+) = '?([^';]+)'?;$", Pattern.MULTILINE);

  private final String login;

  DatabaseRole(String login) {
    this.login = login;
  }

  /** The name of the role. */
  public String login() {
    return login;
  }

  /** The variable of its password, in the environment of nodes and of the command line. */
  public String passwordVariable() {
    return login.toUpperCase(Locale.ROOT) + "_PASSWORD";
  }

  /** The settings that the script gives the role, by name. */
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    Matcher statement = SETTING.matcher(SqlFiles.roles());
    while (statement.find()) {
      if (statement.group(1).equals(login)) {
        settings.put(statement.group(2), statement.group(3));
      }
    }
    return settings;
  }
}
