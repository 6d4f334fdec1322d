package org.goodtiming.scheduler.cli;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command finds on the machine.
 *
 * @param interactive whether somebody can be asked
 */
record Surroundings(Map<String, String> variables, boolean interactive) {

  static Surroundings ofThisProcess() {
    return new Surroundings(System.getenv(), System.console() != null);
  }

  @Nullable String variable(String name) {
    String value = variables.get(name);
    return value == null || value.isBlank() ? null : value;
  }

  /** The start script says whether standard error is a terminal; Java cannot know. */
  boolean showsProgress() {
    return "line".equals(variable("GOODTIMING_PROGRESS"));
  }

  /** The file of the profiles, which need not exist. */
  Path profiles() {
    String configuration = variable("XDG_CONFIG_HOME");
    Path directory =
        configuration == null
            ? Path.of(variables.getOrDefault("HOME", "."), ".config")
            : Path.of(configuration);
    return directory.resolve("goodtiming").resolve("profiles.toml");
  }
}
