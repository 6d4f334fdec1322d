package org.goodtiming.scheduler.operations.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.statistics.Count;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The statistics of a range are summed over nodes, and over the minutes of each interval. */
class StatisticQueriesIT {

  private static final Instant TEN = Instant.parse("2026-01-01T10:00:00Z");

  private final ContractDatabase database = ContractDatabase.shared();
  private final StatisticQueries queries = new StatisticQueries(database.reader());

  @BeforeEach
  void some() {
    database.clear();
    database.execute(
        """
        INSERT INTO scheduler.statistic (minute, queue, node, registered, dispatched, finished, failed, quarantined, lateness, duration)
        VALUES ('2026-01-01T09:59Z', 'a', 'node-1', 9, 9, 9, 9, 9, '{9}', '{9}'),
               ('2026-01-01T10:00Z', 'a', 'node-1', 1, 2, 3, 4, 5, '{0,100}', '{}'),
               ('2026-01-01T10:00Z', 'a', 'node-2', 10, 0, 0, 0, 0, '{}', '{}'),
               ('2026-01-01T10:04Z', 'b', 'node-2', 100, 20, 0, 0, 0, '{0,100,0,7}', '{0,0,1}'),
               ('2026-01-01T10:10Z', 'b', 'node-2', 1000, 0, 0, 0, 0, '{}', '{}'),
               ('2026-01-01T10:12Z', 'a', 'node-1', 9, 9, 9, 9, 9, '{9}', '{9}')
        """);
  }

  @Test
  void every_interval_has_its_sums() {
    Statistics found = queries.of(range(Duration.ofMinutes(5), null));

    assertThat(found.intervals()).hasSize(3);
    assertThat(found.intervals().stream().map(each -> each.get(Count.REGISTERED)))
        .containsExactly(111L, 0L, 1_000L);
    assertThat(found.intervals().get(0).get(Count.DISPATCHED)).isEqualTo(22);
    assertThat(found.intervals().get(0).get(Count.QUARANTINED)).isEqualTo(5);
    assertThat(found.intervals().get(0).lateness().buckets()).containsExactly(0, 200, 0, 7);
    assertThat(found.intervals().get(0).lateness().quantile(0.5).orElseThrow())
        .isCloseTo(0.0015, within(0.0001));
    assertThat(found.intervals().get(1).lateness().quantile(0.5)).isEmpty();
  }

  @Test
  void each_queue_has_its_sums_over_the_range() {
    Statistics found = queries.of(range(Duration.ofMinutes(1), null));

    assertThat(found.queues()).containsOnlyKeys("a", "b");
    assertThat(found.queues().get("a").get(Count.REGISTERED)).isEqualTo(11);
    assertThat(found.queues().get("b").get(Count.REGISTERED)).isEqualTo(1_100);
    assertThat(found.queues().get("b").duration().buckets()).containsExactly(0, 0, 1);
  }

  @Test
  void a_queue_can_be_chosen() {
    Statistics found = queries.of(range(Duration.ofHours(1), "a"));

    assertThat(found.intervals()).hasSize(1);
    assertThat(found.intervals().get(0).get(Count.REGISTERED)).isEqualTo(11);
    assertThat(found.queues()).containsOnlyKeys("a");
  }

  private static StatisticRange range(Duration step, String queue) {
    return new StatisticRange(TEN, TEN.plus(Duration.ofMinutes(12)), step, queue);
  }
}
