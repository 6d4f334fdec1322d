package org.goodtiming.scheduler.operations.overview;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.goodtiming.scheduler.statistics.Counts;

/**
 * Statistics of a range, over all nodes.
 *
 * @param intervals all of the range, in their order
 * @param queues those of which anything was counted
 */
public record Statistics(
    StatisticRange range, List<Counts> intervals, SortedMap<String, Counts> queues) {

  static Statistics none(StatisticRange range) {
    return new Statistics(
        range, Stream.generate(Counts::new).limit(range.intervals()).toList(), new TreeMap<>());
  }
}
