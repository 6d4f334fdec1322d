package org.goodtiming.scheduler.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

  private final AtomicInteger begun = new AtomicInteger();
  private final Job late = new Job(0, Instant.now().minusSeconds(10));
  private final Job early = new Job(1, Instant.now().plusSeconds(60));
  private final Job absent = new Job(2, Instant.now());
  private final Arrivals arrivals =
      new Arrivals(List.of(late, early, absent), begun::incrementAndGet);

  @Test
  void a_payload_is_a_hundred_bytes_and_bears_the_number() {
    assertThat(new Job(4711, Instant.EPOCH).payload()).hasSize(100);
    assertThat(Job.numberOf(new Job(4711, Instant.EPOCH).payload())).isEqualTo(4711);
    assertThat(Job.numberOf(new Job(Integer.MAX_VALUE, Instant.EPOCH).payload()))
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void early_and_late_jobs_are_distinguished() {
    arrivals.handle(late.payload());
    arrivals.handle(early.payload());
    assertThat(arrivals.early()).isEqualTo(1);
    assertThat(arrivals.lateness()).hasSize(2);
    assertThat(arrivals.lateness()[0]).isLessThan(0);
    assertThat(arrivals.lateness()[1]).isGreaterThanOrEqualTo(10_000_000);
  }

  @Test
  void a_job_that_comes_twice_counts_once_and_is_reported() {
    arrivals.handle(late.payload());
    arrivals.handle(late.payload());
    assertThat(arrivals.handled()).isEqualTo(1);
    assertThat(arrivals.twice()).isEqualTo(1);
    assertThat(begun).hasValue(1);
  }

  @Test
  void who_waits_for_a_job_that_never_comes_gives_up() throws InterruptedException {
    arrivals.handle(late.payload());
    arrivals.await(Duration.ofMillis(1));
    assertThat(arrivals.handled()).isEqualTo(1);
  }
}
