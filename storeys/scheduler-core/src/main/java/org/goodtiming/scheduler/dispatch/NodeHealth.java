package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/** Health of the node, from the ticks of its partitions. */
@Singleton
public final class NodeHealth {

  /** The last tick of a partition, and its problem if it had one. */
  private record Tick(long nanoTime, Optional<String> problem) {

    Optional<String> problem(Duration silence) {
      Duration since = Duration.ofNanos(System.nanoTime() - nanoTime);
      return problem.or(
          () ->
              since.compareTo(silence) > 0
                  ? Optional.of("no tick for " + since.toSeconds() + " s")
                  : Optional.empty());
    }
  }

  private final Map<String, Tick> ticks = new ConcurrentSkipListMap<>();

  public void ticked(String partition) {
    ticks.put(partition, new Tick(System.nanoTime(), Optional.empty()));
  }

  public void failed(String partition, String reason) {
    ticks.compute(
        partition,
        (name, last) ->
            new Tick(last == null ? System.nanoTime() : last.nanoTime, Optional.of(reason)));
  }

  /** Why the node cannot lead its partitions; empty if it can. */
  public Optional<String> problem(Duration silence) {
    return ticks.isEmpty()
        ? Optional.of("no tick yet")
        : ticks.entrySet().stream()
            .flatMap(each -> problem(each.getKey(), each.getValue().problem(silence)))
            .findFirst();
  }

  private static Stream<String> problem(String partition, Optional<String> problem) {
    return problem.map(text -> "partition %s: %s".formatted(partition, text)).stream();
  }
}
