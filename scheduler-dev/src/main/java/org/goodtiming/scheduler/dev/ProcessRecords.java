package org.goodtiming.scheduler.dev;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which process is which component; what a later command finds when the supervisor was killed. */
final class ProcessRecords {
  static final String SUPERVISOR = "supervisor";

  private static final String PROCESS = "process.";
  private static final String EXPECTED = "expected";

  private final PropertyFile kept;

  ProcessRecords(PropertyFile kept) {
    this.kept = kept;
  }

  /** Which components the stack consists of, whether they live or not. */
  void expect(List<String> components) {
    kept.put(EXPECTED, String.join(",", components));
  }

  List<String> expected() {
    return kept.get(EXPECTED).map(all -> List.of(all.split(","))).orElse(List.of());
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

  /** The components, and the supervisor, whose processes live. */
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
