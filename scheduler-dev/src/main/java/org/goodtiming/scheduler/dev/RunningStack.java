package org.goodtiming.scheduler.dev;

/** Where the servers of a stack are and how to log in, for commands of another process. */
record RunningStack(StateDirectory state) {

  /**
   * A port of a component.
   *
   * @throws DevStackException if the component does not run
   */
  int port(String component, PortName name) {
    if (!new ServerProcess(component, new ProcessRecords(state.processes())).running()) {
      throw Problem.NOT_RUNNING.with(component);
    }
    return state.ports().get(name.key()).map(Integer::parseInt).orElseThrow();
  }

  /** The password of that name; empty if there is none. */
  String password(String name) {
    return state.passwords().get(name).orElse("");
  }
}
