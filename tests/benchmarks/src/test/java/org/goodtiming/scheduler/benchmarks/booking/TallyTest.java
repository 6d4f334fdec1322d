package org.goodtiming.scheduler.benchmarks.booking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TallyTest {

  @TempDir private Path directory;

  @Test
  void arrivals_of_all_handlers_are_in_one_file() throws IOException {
    var arrivals = new BookedArrivals(directory.resolve("bookings"));
    arrivals.clear();
    var one = BookingHandler.of(arrivals.file());
    var other = BookingHandler.of(arrivals.file());
    var before = Instant.now();
    one.accept(payload(1));
    other.accept(payload(2));
    one.accept(payload(2));
    assertThat(arrivals.count()).isEqualTo(3);
    assertThat(arrivals.tally().arrived()).isEqualTo(2);
    assertThat(arrivals.tally().twice()).isEqualTo(1);
    assertThat(arrivals.tally().last()).isBetween(before.minusMillis(1), Instant.now());
    assertThat(arrivals.busiest()).isEqualTo(ProcessHandle.current().pid());
  }

  @Test
  void a_repeated_arrival_may_be_the_last() {
    var tally =
        Tally.of(
            List.of(
                "0000000001 0000000000000100 0000000042",
                "0000000002 0000000000000200 0000000042",
                "0000000001 0000000003000000 0000000043",
                "0000000001 0000000002000000 0000000042"));
    assertThat(tally).isEqualTo(new Tally(2, 1, Instant.ofEpochSecond(3)));
  }

  @Test
  void bookings_of_another_round_are_forgotten() throws IOException {
    var arrivals = new BookedArrivals(directory.resolve("bookings"));
    var handler = BookingHandler.of(arrivals.file());
    handler.accept(payload(1));
    arrivals.clear();
    assertThat(arrivals.tally()).isEqualTo(new Tally(0, 0, Instant.EPOCH));
    handler.accept(payload(3));
    assertThat(arrivals.count()).isEqualTo(1);
  }

  private static String payload(int number) {
    return "%0100d".formatted(number);
  }
}
