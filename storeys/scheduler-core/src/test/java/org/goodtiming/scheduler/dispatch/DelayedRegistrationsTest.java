package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.goodtiming.scheduler.broker.BrokerBacklog;
import org.goodtiming.scheduler.broker.BrokerBacklogs.Questions;
import org.goodtiming.scheduler.broker.BrokerException;
import org.goodtiming.scheduler.server.Recovery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayedRegistrationsTest {

  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "scheduler.jobs, 5, 0, 1, PT0S, true, waits for another attempt",
    "scheduler.jobs.amqp, 5, 0, 1, PT0S, true, so does AMQP",
    "scheduler.jobs, 5, 0, 0, PT10S, true, has waited for long",
    "scheduler.jobs, 5, 0, 0, PT1S, false, has just come",
    "scheduler.jobs, 5, 5, 0, PT10S, false, is being stored",
    "scheduler.reports, 5, 0, 1, PT10S, false, is none of a job"
  })
  void dispatch_waits_after_an_outage_while_it_has_delayed_a_registration(
      String queue, long messages, long delivering, long scheduled, Duration age, boolean waits) {
    assertThat(
            delayed(
                    new BrokerBacklog(queue, messages, delivering, scheduled, 1),
                    NOW.minus(age),
                    recovery(Duration.ofSeconds(5), Duration.ofSeconds(8)))
                .holdDispatch(NOW))
        .isEqualTo(waits);
  }

  @ParameterizedTest
  @CsvSource({
    "PT5S, PT9S, false, the outage was shorter",
    "PT5S, PT8S, true, as long as it lasted and four seconds",
    "PT1H, PT14S, false, at most 14 s",
    "PT1H, PT13S, true, as long as the broker waits with a redelivery"
  })
  void it_waits_no_longer_than_an_outage_may_delay_them(
      Duration lasted, Duration ago, boolean waits, String why) {
    assertThat(
            delayed(
                    new BrokerBacklog("scheduler.jobs", 5, 0, 1, 1),
                    NOW,
                    recovery(Duration.ofSeconds(1), Duration.ofHours(1)),
                    recovery(lasted, ago))
                .holdDispatch(NOW))
        .as(why)
        .isEqualTo(waits);
  }

  @Test
  void while_an_outage_lasts_nobody_is_asked() {
    DelayedRegistrations delayed =
        new DelayedRegistrations(
            () -> List.of(recovery(Duration.ofSeconds(1), Duration.ZERO)),
            new Questions(
                () -> {
                  throw new IllegalStateException("asked");
                },
                queue -> Optional.empty()),
            time -> false);
    assertThat(delayed.holdDispatch(NOW)).isTrue();
  }

  @Test
  void a_broker_that_does_not_tell_delays_nothing() {
    DelayedRegistrations delayed =
        new DelayedRegistrations(
            () -> List.of(recovery(Duration.ofSeconds(1), Duration.ofSeconds(1))),
            new Questions(
                () -> {
                  throw new BrokerException("list queues", new IllegalStateException("refused"));
                },
                queue -> Optional.empty()),
            time -> false);
    assertThat(delayed.holdDispatch(NOW)).isFalse();
  }

  @Test
  void dispatch_waits_for_what_was_requested_by_sql_before_the_end_of_the_last_outage() {
    List<Instant> asked = new ArrayList<>();
    DelayedRegistrations delayed =
        new DelayedRegistrations(
            () ->
                List.of(
                    recovery(Duration.ofSeconds(60), Duration.ofSeconds(9)),
                    recovery(Duration.ofSeconds(60), Duration.ofSeconds(2))),
            new Questions(List::of, queue -> Optional.empty()),
            asked::add);
    assertThat(delayed.holdDispatch(NOW)).isTrue();
    assertThat(asked).containsExactly(NOW.minusSeconds(2));
  }

  private static DelayedRegistrations delayed(
      BrokerBacklog queue, Instant oldest, Recovery... recoveries) {
    return new DelayedRegistrations(
        () -> List.of(recoveries),
        new Questions(() -> List.of(queue), name -> Optional.of(oldest)),
        time -> false);
  }

  private static Recovery recovery(Duration lasted, Duration ago) {
    return new Recovery(lasted, ago);
  }
}
