package org.goodtiming.scheduler.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The samples of a table and a chart.
 *
 * @param waiting number of further jobs that were not due
 */
record Group(Measure measure, int waiting) implements Comparable<Group> {

  /** The samples of each group that has some that count. */
  static Map<Group, List<Sample>> of(List<Sample> samples) {
    var groups = new TreeMap<Group, List<Sample>>();
    for (var sample : samples) {
      groups.computeIfAbsent(of(sample), group -> new ArrayList<>()).add(sample);
    }
    groups.values().removeIf(all -> all.stream().noneMatch(Sample::counts));
    return groups;
  }

  String title() {
    return waiting == 0
        ? measure.title()
        : String.format(Locale.ROOT, "%s, %,d more jobs waiting", measure.title(), waiting);
  }

  String file() {
    var name = measure.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return (waiting == 0 ? name : name + "-" + waiting + "-waiting") + ".svg";
  }

  static Statistics statistics(List<Sample> samples, ToDoubleFunction<Sample> figure) {
    return Statistics.of(samples.stream().mapToDouble(figure).boxed().toList());
  }

  @Override
  public int compareTo(Group other) {
    return waiting == other.waiting
        ? measure.compareTo(other.measure)
        : Integer.compare(waiting, other.waiting);
  }

  private static Group of(Sample sample) {
    return new Group(sample.trial().measure(), sample.trial().waiting());
  }
}
