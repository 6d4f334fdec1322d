package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which faults a storm consists of, and when; with the same seed the same. */
record StormPlan(List<Gust> gusts) {

  static final int MIN_A_MINUTE = 2;
  static final int MAX_A_MINUTE = 8;

  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final int MAX_OVERLAP = 10_000;

  /**
   * One fault.
   *
   * @param at since the begin of the storm
   * @param lasts until its healing begins, at the end of the storm at the latest; a server also
   *     needs time to start
   * @param node the node that it concerns, from 0; of no meaning for faults of the servers
   */
  record Gust(StormFault fault, int node, Duration at, Duration lasts) {

    Duration end() {
      return at.plus(lasts);
    }
  }

  StormPlan {
    gusts = List.copyOf(gusts);
  }

  static StormPlan of(long seed, Duration length, int nodes, Predicate<StormFault> wanted) {
    var random = new Random(seed);
    var faults = Stream.of(StormFault.values()).filter(wanted).toList();
    var gusts = new ArrayList<Gust>();
    for (long at = 0; at < length.toMillis(); ) {
      long next = at + untilNext(random);
      var fault = faults.get(random.nextInt(faults.size()));
      var lasts = Duration.ofMillis(Math.min(lasts(random, next - at), length.toMillis() - at));
      gusts.add(new Gust(fault, random.nextInt(nodes), Duration.ofMillis(at), lasts));
      at = next;
    }
    return new StormPlan(gusts);
  }

  // Calm times and wild ones
  private static long untilNext(Random random) {
    return MINUTE / random.nextInt(MIN_A_MINUTE, MAX_A_MINUTE + 1);
  }

  // Two of three outlast the begin of the next one
  private static long lasts(Random random, long untilNext) {
    return random.nextInt(3) > 0
        ? untilNext + 1 + random.nextInt(MAX_OVERLAP)
        : 1 + random.nextInt((int) untilNext);
  }
}
