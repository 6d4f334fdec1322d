package org.goodtiming.scheduler.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Passwords and tokens: from the environment, a file, or a prompt; never from an argument. */
final class Secret {

  private Secret() {}

  /** The value of the variable, or the content of the file that the variable _FILE names. */
  static @Nullable String ofEnvironment(Surroundings around, String variable) {
    String value = ofVariable(around, variable);
    return value == null ? ofFile(around.variable(variable + "_FILE")) : value;
  }

  /** The value of the variable alone. */
  static @Nullable String ofVariable(Surroundings around, String variable) {
    String value = around.variable(variable);
    return value == null ? null : firstLine(Utf8.withoutMark(value, variable), variable);
  }

  /** The first line of the file. */
  static @Nullable String ofFile(@Nullable String file) {
    return file == null ? null : firstLine(Utf8.read(Path.of(file)), file);
  }

  /** The secret without the white space around it. No message shows it. */
  private static String firstLine(String text, String source) {
    String secret = text.lines().findFirst().orElse("").strip();
    if (secret.chars().anyMatch(Character::isISOControl)) {
      throw new Failure(
          ExitStatus.USAGE, "The secret in %s has a control character".formatted(source));
    }
    return secret;
  }

  /**
   * Reads a secret from the environment, a file, or a prompt.
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
