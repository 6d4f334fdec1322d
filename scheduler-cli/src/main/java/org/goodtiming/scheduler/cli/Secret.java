package org.goodtiming.scheduler.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Passwords and tokens: from the environment, a file, or a prompt; never from an argument. */
final class Secret {

  private Secret() {}

  /** The value of the variable, or the first line of the file that the variable _FILE names. */
  static @Nullable String ofEnvironment(Surroundings around, String variable) {
    String value = around.variable(variable);
    return value == null ? ofFile(around.variable(variable + "_FILE")) : value;
  }

  /** The first line of the file. */
  static @Nullable String ofFile(@Nullable String file) {
    if (file == null) {
      return null;
    }
    try {
      return Files.readString(Path.of(file)).lines().findFirst().orElse("").strip();
    } catch (IOException e) {
      throw Failure.unreadable(file, e);
    }
  }

  /**
   * From the environment, a file, or a prompt.
   *
   * @throws Failure if there is none
   */
  static String required(Surroundings around, String user, String variable) {
    String password = ofEnvironment(around, variable);
    if (password == null) {
      password = around.prompt().passwordOf(user);
    }
    if (password == null) {
      throw new Failure(
          ExitStatus.USAGE,
          "No password for %s: set %s or %s_FILE".formatted(user, variable, variable));
    }
    return password;
  }
}
