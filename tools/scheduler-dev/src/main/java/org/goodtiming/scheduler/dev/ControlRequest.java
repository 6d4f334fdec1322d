package org.goodtiming.scheduler.dev;

import java.util.Locale;

/** A request of another terminal to a running stack, as a line of text. */
record ControlRequest(Action action, String component) {
  enum Action {
    START,
    STOP,
    KILL
  }

  static ControlRequest parse(String line) {
    var words = line.split(" ", 2);
    return new ControlRequest(Action.valueOf(words[0].toUpperCase(Locale.ROOT)), words[1]);
  }

  String format() {
    return action.name().toLowerCase(Locale.ROOT) + " " + component;
  }
}
