package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The processes of the components, for later commands after a kill of the supervisor. */
record ProcessRecords(PropertyFile kept) {

  static final String SUPERVISOR = "supervisor";

  private static final String PROCESS = "process.";
  private static final String EXPECTED = "expected";
  private static final String STOPPED = "stopped.";
  private static final String CONTROL = "control";

  /** The components of the stack, running or not; all should run. */
  void expect(List<String> components) {
    components.forEach(this::startedAgain);
    kept.put(EXPECTED, String.join(",", components));
  }

  List<String> expected() {
    return kept.get(EXPECTED).map(all -> List.of(all.split(","))).orElse(List.of());
  }

  /** Until the component is started again, the end of its process is not a crash. */
  void stoppedOnPurpose(String component) {
    kept.put(STOPPED + component, "true");
  }

  void startedAgain(String component) {
    kept.remove(STOPPED + component);
  }

  boolean isStoppedOnPurpose(String component) {
    return kept.get(STOPPED + component).isPresent();
  }

  /** The address for requests to the supervisor; empty until the whole stack is up. */
  Optional<Path> control() {
    return kept.get(CONTROL).map(Path::of);
  }

  void controlledAt(Path socket) {
    kept.put(CONTROL, socket.toString());
  }

  void notControlled() {
    kept.remove(CONTROL);
  }

  void add(String component, OsProcess process) {
    kept.put(PROCESS + component, process.format());
  }

  void remove(String component) {
    kept.remove(PROCESS + component);
  }

  Optional<OsProcess> of(String component) {
    return kept.get(PROCESS + component).map(OsProcess::parse);
  }

  /** The running processes of the components and the supervisor. */
  Map<String, OsProcess> alive() {
    var alive = new LinkedHashMap<String, OsProcess>();
    kept.all()
        .forEach(
            (name, text) -> {
              if (name.startsWith(PROCESS) && OsProcess.parse(text).alive()) {
                alive.put(name.substring(PROCESS.length()), OsProcess.parse(text));
              }
            });
    return alive;
  }
}
