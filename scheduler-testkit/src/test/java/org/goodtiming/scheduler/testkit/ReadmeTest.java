package org.goodtiming.scheduler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobScheduler;
import org.junit.jupiter.api.Test;

/** The example of the README. */
class ReadmeTest {

  private static final Instant TEN_O_CLOCK = Instant.parse("2026-12-01T10:00:00Z");

  private record Orders(JobScheduler scheduler) {

    void place(String orderId) {
      scheduler.schedule(
          JobRequest.on("order-check").jobId(orderId).delay(Duration.ofMinutes(30)).build());
    }
  }

  @Test
  void an_order_is_checked_after_half_an_hour() {
    TestScheduler scheduler = TestScheduler.at(TEN_O_CLOCK, "order-check");
    new Orders(scheduler).place("4711");

    scheduler.advance(Duration.ofMinutes(29));
    assertThat(scheduler.delivered("order-check")).isEmpty();

    scheduler.advance(Duration.ofMinutes(1));
    assertThat(scheduler.delivered("order-check"))
        .extracting(JobDelivery::jobId)
        .containsExactly("4711");
  }

  @Test
  void the_test_in_the_readme_is_the_one_above() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/org/goodtiming/scheduler/testkit/ReadmeTest.java"));
    String readme = Files.readString(Path.of("../README.md"));
    int start = readme.indexOf("@Test\nvoid an_order");
    String shown = readme.substring(start, readme.indexOf("```", start));
    assertThat(source).contains(shown.indent(2).replaceAll("(?m)^ +$", ""));
  }
}
