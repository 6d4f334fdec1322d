package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.job.Claim;
import org.goodtiming.scheduler.job.Outlook;
import org.goodtiming.scheduler.job.Progress;
import org.junit.jupiter.api.Test;

class ShareTest {

  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  @Test
  void at_first_all_get_equal_parts() {
    assertThat(Share.of(due("a", "b", "c"), 1000, Claim.NONE).most())
        .isEqualTo(Map.of("a", 333, "b", 333, "c", 333));
  }

  @Test
  void a_queue_alone_gets_a_whole_batch() {
    assertThat(Share.of(due("a"), 1000, took(Map.of("a", 3))).most()).isEqualTo(Map.of("a", 1000));
  }

  @Test
  void what_a_queue_needs_little_of_goes_to_those_with_a_backlog() {
    assertThat(
            Share.of(due("a", "b", "c", "d"), 1000, took(Map.of("a", 250, "b", 250, "c", 61)))
                .most())
        .isEqualTo(Map.of("a", 438, "b", 438, "c", 62, "d", 62));
  }

  @Test
  void a_queue_that_filled_its_quarter_gets_an_equal_part_again() {
    assertThat(Share.of(due("a", "b"), 1000, took(Map.of("a", 875, "b", 125))).most())
        .isEqualTo(Map.of("a", 500, "b", 500));
  }

  @Test
  void each_gets_one_however_small_the_batch_is() {
    assertThat(Share.of(due("a", "b", "c"), 2, took(Map.of("a", 1))).most())
        .isEqualTo(Map.of("a", 1, "b", 1, "c", 1));
  }

  @Test
  void it_is_filled_when_one_queue_took_all_that_it_might() {
    Share share = new Share(Map.of("a", 875, "b", 125), Progress.NONE);
    assertThat(share.isFilledBy(took(Map.of("a", 874, "b", 124)))).isFalse();
    assertThat(share.isFilledBy(took(Map.of("a", 875)))).isTrue();
    assertThat(share.isFilledBy(took(Map.of("b", 125)))).isTrue();
  }

  private static Outlook due(String... queues) {
    return new Outlook(
        NOW, Arrays.stream(queues).map(queue -> new Outlook.Next(queue, NOW, 0)).toList());
  }

  private static Claim took(Map<String, Integer> taken) {
    return new Claim(taken, List.of(), Progress.NONE);
  }
}
