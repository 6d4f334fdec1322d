package org.goodtiming.scheduler.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The throughput before a forecast, summed over nodes, queues and minutes. */
class ThroughputIT {

  private static final Instant NOW = Instant.parse("2026-01-10T10:00:00Z");

  private final ContractDatabase database = ContractDatabase.shared();
  private final ForecastQueries queries = new ForecastQueries(database.reader());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void an_interval_has_the_jobs_of_the_day_and_the_week_before() {
    database.execute(
        """
        INSERT INTO scheduler.statistic (minute, queue, node, dispatched) VALUES
          ('2026-01-03T10:00Z', 'a', 'node-1', 1000),
          ('2026-01-09T09:59Z', 'a', 'node-1', 9),
          ('2026-01-09T10:00Z', 'a', 'node-1', 1),
          ('2026-01-09T10:59Z', 'a', 'node-2', 20),
          ('2026-01-09T10:59Z', 'b', 'node-2', 300),
          ('2026-01-09T12:00Z', 'a', 'node-1', 9)
        """);

    assertThat(queries.before(range(null), NOW))
        .containsExactly(new Throughput(321L, 1_000L), new Throughput(0L, 0L));
    assertThat(queries.before(range("a"), NOW))
        .containsExactly(new Throughput(21L, 1_000L), new Throughput(0L, 0L));
  }

  @Test
  void nothing_is_known_of_times_before_the_first_statistics() {
    assertThat(queries.before(range(null), NOW))
        .containsExactly(new Throughput(null, null), new Throughput(null, null));

    database.execute(
        "INSERT INTO scheduler.statistic (minute, queue, node, dispatched) VALUES ('2026-01-09T10:30Z', 'a', 'node-1', 1)");

    assertThat(queries.before(range(null), NOW))
        .containsExactly(new Throughput(null, null), new Throughput(0L, null));
  }

  private static ForecastRange range(String queue) {
    return new ForecastRange(NOW, NOW.plus(Duration.ofHours(2)), Duration.ofHours(1), queue);
  }
}
