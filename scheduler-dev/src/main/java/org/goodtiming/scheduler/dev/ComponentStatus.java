package org.goodtiming.scheduler.dev;

import java.util.Optional;

/** Whether a component is up: its process runs, and it answers at its address. */
record ComponentStatus(String name, Optional<Long> pid, String address, State state) {
  enum State {
    UP("up"),
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
    return "%-9s %-11s %-44s %s".formatted(name, process, address, state.text);
  }
}
