package org.goodtiming.scheduler.cli.doctor;

import java.util.List;

/** Commands that an administrator of the database runs as cures. */
public record Psql(String host, String port, String database) {

  /** Commands in another database of the same server. */
  Psql in(String other) {
    return new Psql(host, port, other);
  }

  /** A command with these statements, each in its own transaction. */
  String run(String... statements) {
    return run(List.of(statements));
  }

  String run(List<String> statements) {
    String primary = host.contains(",") ? "PGTARGETSESSIONATTRS=primary " : "";
    StringBuilder command =
        new StringBuilder(
            "%spsql -h %s -p %s -U postgres -d %s".formatted(primary, host, port, database));
    for (String statement : statements) {
      command.append(" -c \"").append(statement.replaceAll("([\"\\\\$`])", "\\\\$1")).append('"');
    }
    return command.toString();
  }

  /** Changes a setting of the server that needs no restart. */
  String set(String name, String value) {
    return run(assignment(name, value), "SELECT pg_reload_conf()");
  }

  /** Changes a setting of the server that takes effect with its next start. */
  String setAndRestart(String name, long value) {
    return run(assignment(name, Long.toString(value))) + ", then restart the database";
  }

  /** A name as SQL writes it. */
  static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static String assignment(String name, String value) {
    return "ALTER SYSTEM SET %s = %s".formatted(name, value);
  }
}
