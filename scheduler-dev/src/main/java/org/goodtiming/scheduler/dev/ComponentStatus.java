package org.goodtiming.scheduler.dev;

import java.util.Optional;

/** Whether a component is up: its process lives, and it answers at its address. */
record ComponentStatus(String name, Optional<Long> pid, String address, boolean up) {
  @Override
  public String toString() {
    var process = pid.map(id -> "pid " + id).orElse("no process");
    return "%-9s %-11s %-28s %s".formatted(name, process, address, up ? "up" : "down");
  }
}
