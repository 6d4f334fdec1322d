package org.goodtiming.scheduler.install;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The users, and the roles with their members, in the property files of a broker. */
final class AccountLines {

  private AccountLines() {}

  /** Whether the file has a line for this name. */
  static boolean has(String text, String name) {
    return text.lines().anyMatch(line -> isOf(line, name));
  }

  /** Adds a line, unless there is one for this name. */
  static String withUser(String text, String user, String password) {
    return has(text, user) ? text : line(text, user, password);
  }

  /** Adds a member to a role, unless it has it. */
  static String withMember(String text, String role, String user) {
    if (!has(text, role)) {
      return line(text, role, user);
    }
    return text.lines()
        .map(line -> isOf(line, role) ? withMember(line, user) : line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String withMember(String line, String user) {
    String members = line.substring(line.indexOf('=') + 1);
    List<String> all =
        new ArrayList<>(Arrays.stream(members.split(",")).map(String::strip).toList());
    return all.contains(user) ? line : line.stripTrailing() + "," + user;
  }

  private static boolean isOf(String line, String name) {
    int equals = line.indexOf('=');
    return equals > 0 && line.substring(0, equals).strip().equals(name);
  }

  private static String line(String text, String name, String value) {
    String separator = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
    return text + separator + name + " = " + value + "\n";
  }
}
