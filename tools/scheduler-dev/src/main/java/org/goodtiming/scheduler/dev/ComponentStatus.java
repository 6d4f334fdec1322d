package org.goodtiming.scheduler.dev;

import java.util.Optional;

/**
 * Whether a component is up: its process runs, and it answers at its address.
 *
 * @param problem why it is not ready; empty if it is ready, or does not say
 */
record ComponentStatus(
    String name, Optional<Long> pid, String address, State state, String problem) {
  enum State {
    UP("up"),
    NOT_READY("runs, but is not ready"),
    DOWN("down"),
    STOPPED("stopped on purpose");

    private final String text;

    State(String text) {
      this.text = text;
    }
  }

  boolean up() {
    return state == State.UP;
  }

  @Override
  public String toString() {
    var process = pid.map(id -> "pid " + id).orElse("no process");
    var reason = problem.isEmpty() ? "" : ": " + problem;
    return "%-9s %-11s %-44s %s%s".formatted(name, process, address, state.text, reason);
  }
}
