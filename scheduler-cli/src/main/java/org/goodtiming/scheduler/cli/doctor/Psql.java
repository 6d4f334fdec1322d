package org.goodtiming.scheduler.cli.doctor;

import java.util.ArrayList;
import java.util.List;

/** Commands that an administrator of the database runs as cures. */
public record Psql(String host, String port, String database) {

  /** Commands in another database of the same server. */
  Psql in(String other) {
    return new Psql(host, port, other);
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
    words.addAll(List.of("psql", "-h", host, "-p", port, "-U", "postgres", "-d", database));
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
