package org.goodtiming.scheduler.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All faults, in the order in which a run goes through them. */
final class Faults {

  static final List<Fault> ALL =
      Stream.of(
              NodeFaults.ALL,
              PointFaults.ALL,
              ServerCrashFaults.ALL,
              CommitCutFaults.ALL,
              ServerFaults.ALL,
              FailoverFaults.ALL,
              BrokerFailoverFaults.ALL,
              RestartFaults.ALL,
              NetworkFaults.ALL,
              WorkerFaults.ALL,
              LongRunFaults.ALL,
              LeaseFaults.ALL,
              SnapshotFaults.ALL,
              DiskFault.ALL,
              ClockFault.ALL)
          .flatMap(List::stream)
          .toList();

  private Faults() {}

  /** The faults for a stack; for a stack with a pair of brokers, those that need the pair. */
  static List<Fault> of(boolean pair) {
    return pair ? ALL.stream().filter(Fault::ofPair).toList() : ALL;
  }

  /** The faults with these names; a name may also be a prefix of several, such as {@code pause}. */
  static List<Fault> named(List<String> names) {
    var chosen = new ArrayList<Fault>();
    for (var name : names) {
      var found = ALL.stream().filter(fault -> fault.name().startsWith(name)).toList();
      var exact = found.stream().filter(fault -> fault.name().equals(name)).toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "there is no fault '%s': --faults list prints all names".formatted(name));
      }
      chosen.addAll(exact.isEmpty() ? found : exact);
    }
    return chosen;
  }
}
