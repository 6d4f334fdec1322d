package org.goodtiming.scheduler.registration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.job.QuietPeriod;
import org.goodtiming.scheduler.server.Recovery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AfterOutageTest {

  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "PT2S,   PT0S, PT6S, as long as the outage and four seconds to store",
    "PT2S,   PT2S, PT4S, counted from its end",
    "PT1H,   PT0S, PT14S, no longer than the broker waits with a redelivery",
    "PT1H,   PT9S, PT5S, counted from its end"
  })
  void jobs_of_an_outage_wait_as_long_as_a_cancel_may(
      Duration lasted, Duration ago, Duration wait, String why) {
    assertThat(quiet(lasted, ago))
        .as(why)
        .isEqualTo(new QuietPeriod(NOW.minus(ago), NOW.plus(wait)));
  }

  @ParameterizedTest
  @CsvSource({"PT2S,PT6S", "PT1H,PT14S", "PT1H,PT24H"})
  void later_nothing_waits(Duration lasted, Duration ago) {
    assertThat(quiet(lasted, ago)).isEqualTo(QuietPeriod.NONE);
  }

  @Test
  void messages_of_a_long_outage_may_have_waited_through_a_short_one_that_followed() {
    assertThat(
            AfterOutage.of(
                List.of(
                    new Recovery(Duration.ofHours(1), Duration.ofSeconds(3)),
                    new Recovery(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                    new Recovery(Duration.ofSeconds(1), Duration.ofHours(1))),
                NOW))
        .isEqualTo(new QuietPeriod(NOW.minusSeconds(1), NOW.plusSeconds(11)));
  }

  private static QuietPeriod quiet(Duration lasted, Duration ago) {
    return AfterOutage.of(List.of(new Recovery(lasted, ago)), NOW);
  }
}
