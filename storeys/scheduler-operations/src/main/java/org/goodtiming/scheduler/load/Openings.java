package org.goodtiming.scheduler.load;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.goodtiming.scheduler.policy.ClosedTime;
import org.jspecify.annotations.Nullable;

/** When worker queues are served: what is due while its queue is closed waits for the opening. */
final class Openings {

  /** All queues are served at all times. */
  static final Openings ALWAYS = new Openings(List.of(), Instant.EPOCH);

  private final Map<String, NavigableMap<Instant, ClosedTime>> closed;
  private final Instant now;

  /**
   * @param now what waits in a queue that is closed then is dispatched at the opening
   */
  Openings(Collection<ClosedTime> closed, Instant now) {
    this.now = now;
    this.closed =
        closed.stream()
            .collect(
                groupingBy(
                    ClosedTime::queue,
                    toMap(ClosedTime::from, each -> each, (one, other) -> one, TreeMap::new)));
  }

  /** The queues with closed times. */
  Set<String> queues() {
    return closed.keySet();
  }

  /** The closed time of the moment; null if the queue is served. */
  @Nullable ClosedTime closedAt(String queue, Instant at) {
    Map.@Nullable Entry<Instant, ClosedTime> last = of(queue).floorEntry(at);
    return last != null && at.isBefore(last.getValue().until()) ? last.getValue() : null;
  }

  /** When a job that is due then is dispatched. */
  Instant served(String queue, Instant due) {
    ClosedTime waits = closedAt(queue, due.isBefore(now) ? now : due);
    return waits == null ? due : waits.until();
  }

  /** The first due time whose job is dispatched at that moment or later. */
  Instant firstServed(String queue, Instant from) {
    ClosedTime waits = closedAt(queue, from);
    if (waits == null) {
      return from;
    }
    return waits.from().isAfter(now) ? waits.from() : Instant.MIN;
  }

  /** When the queue closes next, or that later moment. */
  Instant closes(String queue, Instant at, Instant latest) {
    Instant next = of(queue).higherKey(at);
    return next != null && next.isBefore(latest) ? next : latest;
  }

  /** The closed times that end within an interval. */
  Collection<ClosedTime> opening(String queue, Instant from, Instant to) {
    return of(queue).values().stream()
        .filter(each -> !each.until().isBefore(from) && each.until().isBefore(to))
        .toList();
  }

  private NavigableMap<Instant, ClosedTime> of(String queue) {
    return closed.getOrDefault(queue, new TreeMap<>());
  }
}
