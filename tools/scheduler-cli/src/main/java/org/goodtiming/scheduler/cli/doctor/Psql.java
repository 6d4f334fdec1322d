package org.goodtiming.scheduler.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.install.DatabaseAddress;
import org.goodtiming.scheduler.install.DatabaseRole;

/**
 * Commands that an administrator of the database runs as cures.
 *
 * @param admin a superuser
 */
public record Psql(String admin, String host, String port, String database) {

  /**
   * @param login of the doctor, who is the administrator unless it is a role of the scheduler
   */
  static Psql of(DatabaseAddress address, String login) {
    boolean isRole = Stream.of(DatabaseRole.values()).anyMatch(role -> role.login().equals(login));
    return new Psql(
        isRole ? "postgres" : login, address.host(), address.port(), address.database());
  }

  /** Commands in another database of the same server. */
  Psql in(String other) {
    return new Psql(admin, host, port, other);
  }

  /** A command with these statements, each in its own transaction. */
  Cure run(String... statements) {
    return run(List.of(statements));
  }

  Cure run(List<String> statements) {
    List<String> words = new ArrayList<>();
    if (host.contains(",")) {
      words.add("PGTARGETSESSIONATTRS=primary");
    }
    words.addAll(List.of("psql", "-h", host, "-p", port, "-U", admin, "-d", database));
    for (String statement : statements) {
      words.addAll(List.of("-c", statement));
    }
    return Cure.by(List.of(words));
  }

  /** Changes a setting of the server that needs no restart. */
  Cure set(String name, String value) {
    return run(assignment(name, value), "SELECT pg_reload_conf()");
  }

  /** Changes a setting of the server that takes effect with its next start. */
  Cure setAndRestart(String name, long value) {
    return run(assignment(name, Long.toString(value))).with("then restart the database");
  }

  /** A name as SQL writes it. */
  static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static String assignment(String name, String value) {
    return "ALTER SYSTEM SET %s = %s".formatted(name, value);
  }
}
