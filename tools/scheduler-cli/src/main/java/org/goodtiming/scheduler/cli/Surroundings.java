package org.goodtiming.scheduler.cli;

import java.io.Console;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The environment of a command on its machine. */
record Surroundings(Map<String, String> variables, Prompt prompt) {

  /** Asks somebody for a password. */
  @FunctionalInterface
  interface Prompt {

    /**
     * @return null if nobody can be asked
     */
    @Nullable String passwordOf(String owner);
  }

  /** An environment without a user at a terminal. */
  Surroundings(Map<String, String> variables) {
    this(variables, owner -> null);
  }

  static Surroundings ofThisProcess() {
    return new Surroundings(System.getenv(), Surroundings::ask);
  }

  private static @Nullable String ask(String owner) {
    Console console = System.console();
    char[] password = console == null ? null : console.readPassword("Password of %s: ", owner);
    return password == null ? null : new String(password);
  }

  @Nullable String variable(String name) {
    String value = variables.get(name);
    if (value != null && Utf8.isLost(value)) {
      throw new Failure(ExitStatus.USAGE, name + " is not UTF-8, or the locale is not");
    }
    return value == null || value.isBlank() ? null : value;
  }

  /** The start script says whether standard error is a terminal; Java cannot know. */
  boolean showsProgress() {
    return "line".equals(variable("GOODTIMING_PROGRESS"));
  }

  /** The file of the profiles, which may not exist. */
  Path profiles() {
    String configuration = variable("XDG_CONFIG_HOME");
    Path directory =
        configuration == null
            ? Path.of(variables.getOrDefault("HOME", "."), ".config")
            : Path.of(configuration);
    return directory.resolve("goodtiming").resolve("profiles.toml");
  }
}
