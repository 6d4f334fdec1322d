package org.goodtiming.scheduler.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.dev.ServerNode;

/** The effects of the faults of a storm. */
final class StormLog {

  private final Map<StormFault, List<Double>> healed = new EnumMap<>(StormFault.class);
  private final Map<StormFault, Integer> notHealed = new EnumMap<>(StormFault.class);
  private final Set<ServerNode> halfStarted = ConcurrentHashMap.newKeySet();

  synchronized void healed(StormFault fault, double seconds) {
    healed.computeIfAbsent(fault, each -> new ArrayList<>()).add(seconds);
  }

  synchronized void notHealed(StormFault fault, ServerNode node) {
    notHealed.merge(fault, 1, Integer::sum);
    if (fault == StormFault.NODE_KILL || fault == StormFault.NODE_RESTART) {
      halfStarted.add(node);
    }
  }

  /** Nodes whose start failed in the midst of the storm: they have to start again. */
  Set<ServerNode> halfStarted() {
    return halfStarted;
  }

  synchronized int faults() {
    return healed.values().stream().mapToInt(List::size).sum()
        + notHealed.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** A line for each kind of fault. */
  synchronized String rows() {
    return List.of(StormFault.values()).stream()
        .map(this::row)
        .filter(row -> !row.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private String row(StormFault fault) {
    var lengths = healed.getOrDefault(fault, List.of()).stream().sorted().toList();
    int failed = notHealed.getOrDefault(fault, 0);
    if (lengths.isEmpty() && failed == 0) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "| %s | %d | %s | %d |",
        fault.title(),
        lengths.size() + failed,
        lengths.isEmpty() ? "-" : spread(lengths),
        failed);
  }

  private static String spread(List<Double> sorted) {
    return String.format(
        Locale.ROOT, "%.1f / %.1f", sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1));
  }
}
