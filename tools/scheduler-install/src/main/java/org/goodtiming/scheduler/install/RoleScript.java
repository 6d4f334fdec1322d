package org.goodtiming.scheduler.install;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Selects the statements of {@code roles.sql} that a server still needs. Changed settings are kept.
 */
public final class RoleScript {
  private static final Pattern STATEMENT =
      Pattern.compile(
          "^(?:(?:CREATE|ALTER) ROLE [^;]+|DO \\$\\$.*?\\$\\$);$",
          Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern OF_ROLE =
      Pattern.compile("(CREATE|ALTER) ROLE (\\w+)(?: SET (\\w+))?.*", Pattern.DOTALL);

  private RoleScript() {}

  /**
   * The statements in their order.
   *
   * @param existing the settings of each role that exists, by name
   */
  static List<String> missing(Map<String, Map<String, String>> existing) {
    List<String> missing = new ArrayList<>();
    Matcher statement = STATEMENT.matcher(SqlFiles.roles());
    while (statement.find()) {
      if (isNeeded(statement.group(), existing)) {
        missing.add(statement.group());
      }
    }
    return missing;
  }

  /** The setting that a statement gives a role; empty if it does another thing. */
  static String setting(String statement) {
    Matcher parts = OF_ROLE.matcher(statement);
    return parts.matches() && parts.group(3) != null ? parts.group(3) : "";
  }

  /** Rights are granted each time: they belong to the database, not to the role. */
  private static boolean isNeeded(String statement, Map<String, Map<String, String>> existing) {
    Matcher parts = OF_ROLE.matcher(statement);
    if (!parts.matches()) {
      return true;
    }
    Map<String, String> settings = existing.get(parts.group(2));
    String setting = parts.group(3);
    return settings == null || setting != null && !settings.containsKey(setting);
  }

  /**
   * Reads the settings of a role.
   *
   * @param assignments as in {@code pg_roles.rolconfig}
   */
  public static Map<String, String> settings(String... assignments) {
    Map<String, String> settings = new TreeMap<>();
    for (String assignment : assignments) {
      int equals = assignment.indexOf('=');
      settings.put(assignment.substring(0, equals), assignment.substring(equals + 1));
    }
    return settings;
  }
}
