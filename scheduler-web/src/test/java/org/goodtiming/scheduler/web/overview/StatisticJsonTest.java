package org.goodtiming.scheduler.web.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.goodtiming.scheduler.operations.overview.StatisticRange;
import org.goodtiming.scheduler.operations.overview.Statistics;
import org.goodtiming.scheduler.statistics.Count;
import org.goodtiming.scheduler.statistics.Counts;
import org.junit.jupiter.api.Test;

class StatisticJsonTest {

  private static final Instant TEN = Instant.parse("2026-01-01T10:00:00Z");

  @Test
  void each_interval_and_each_queue_has_its_numbers_and_percentiles_of_what_there_is() {
    Counts counts = new Counts();
    counts.add(Count.REGISTERED, 3);
    counts.add(Count.DISPATCHED, 100);
    counts.lateness().addTo(3, 100);
    StatisticRange range =
        new StatisticRange(TEN, TEN.plusSeconds(600), Duration.ofMinutes(5), null);
    TreeMap<String, Counts> queues = new TreeMap<>();
    queues.put("a", counts);

    String json = StatisticJson.of(new Statistics(range, List.of(counts, new Counts()), queues));

    String numbers =
        "\"registered\":3,\"dispatched\":100,\"finished\":0,\"failed\":0,\"quarantined\":0,"
            + "\"lateness\":{\"p50\":0.0075,\"p95\":0.00975,\"p99\":0.00995}";
    assertThat(json)
        .isEqualTo(
            "{\"from\":\"2026-01-01T10:00:00Z\",\"to\":\"2026-01-01T10:10:00Z\",\"step\":\"PT5M\","
                + "\"points\":[{\"at\":\"2026-01-01T10:00:00Z\","
                + numbers
                + "},{\"at\":\"2026-01-01T10:05:00Z\",\"registered\":0,\"dispatched\":0,\"finished\":0,\"failed\":0,\"quarantined\":0}],"
                + "\"queues\":[{\"queue\":\"a\","
                + numbers
                + "}]}");
  }
}
