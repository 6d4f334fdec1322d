package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.Nullable;

/**
 * A value of the command's own configuration.
 *
 * @param value null if it is not set
 * @param source the option, variable, or file that it comes from
 */
record Setting(@Nullable String value, String source) {

  /** The first that is set, or the last. */
  static Setting first(Setting... settings) {
    for (Setting setting : settings) {
      if (setting.value != null) {
        return setting;
      }
    }
    return settings[settings.length - 1];
  }
}
