package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.policy.DueQueues;
import org.junit.jupiter.api.Test;

class BatchQuotaTest {

  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  @Test
  void at_first_all_get_equal_parts() {
    assertThat(first(1000, "a", "b", "c").limits()).isEqualTo(Map.of("a", 333, "b", 333, "c", 333));
  }

  @Test
  void a_queue_alone_gets_a_whole_batch() {
    BatchQuota quota = first(1000, "a", "b");
    assertThat(quota.next(took(Map.of("a", 500, "b", 3)), due("a"), 1000).limits())
        .isEqualTo(Map.of("a", 1000));
  }

  @Test
  void the_unused_share_of_a_queue_goes_to_those_with_a_backlog() {
    DueQueues due = due("a", "b", "c", "d");
    BatchQuota quota = BatchQuota.first(due, 1000);
    assertThat(quota.next(took(Map.of("a", 250, "b", 250, "c", 61)), due, 1000).limits())
        .isEqualTo(Map.of("a", 408, "b", 408, "c", 122, "d", 62));
  }

  @Test
  void beside_very_many_queues_a_backlog_gets_what_they_leave() {
    String[] others = IntStream.range(0, 199).mapToObj(Integer::toString).toArray(String[]::new);
    Map<String, Integer> taken = new HashMap<>();
    Arrays.stream(others).forEach(queue -> taken.put(queue, 1));
    taken.put("backlog", 5);
    String[] all =
        Stream.concat(Stream.of("backlog"), Arrays.stream(others)).toArray(String[]::new);
    BatchQuota quota = BatchQuota.first(due(all), 1000).next(took(taken), due(all), 1000);
    assertThat(quota.limitOf("0")).isEqualTo(2);
    assertThat(quota.limitOf("backlog")).isEqualTo(1000 - 2 * 199);
  }

  @Test
  void a_queue_that_filled_its_part_shares_the_rest_equally() {
    BatchQuota quota = new BatchQuota(Map.of("a", 875, "b", 125), ClaimCursor.NONE);
    assertThat(quota.next(took(Map.of("a", 875, "b", 125)), due("a", "b"), 1000).limits())
        .isEqualTo(Map.of("a", 500, "b", 500));
  }

  @Test
  void a_queue_that_was_not_due_before_begins_with_a_quarter() {
    assertThat(first(1000, "a").next(took(Map.of("a", 1000)), due("a", "new"), 1000).limits())
        .isEqualTo(Map.of("a", 875, "new", 125));
  }

  @Test
  void without_a_backlog_the_parts_are_equal_again() {
    assertThat(
            first(1000, "a", "b").next(took(Map.of("a", 7, "b", 3)), due("a", "b"), 1000).limits())
        .isEqualTo(Map.of("a", 500, "b", 500));
  }

  @Test
  void what_a_rate_limit_leaves_goes_to_the_others() {
    DueQueues due =
        new DueQueues(
            NOW,
            List.of(
                new DueQueues.Next("a", NOW, 0),
                new DueQueues.Next("b", NOW, 0),
                new DueQueues.Next("limited", NOW, 0, Map.of(), 4),
                new DueQueues.Next("generous", NOW, 0, Map.of(), 900)));
    BatchQuota first = BatchQuota.first(due, 1000);
    assertThat(first.limits()).isEqualTo(Map.of("a", 332, "b", 332, "limited", 4, "generous", 332));
    Claim taken = took(Map.of("a", 332, "b", 3, "limited", 4));
    assertThat(first.next(taken, due, 1000).limits())
        .isEqualTo(Map.of("a", 872, "b", 62, "limited", 4, "generous", 62));
  }

  @Test
  void each_gets_one_however_small_the_batch_is() {
    BatchQuota quota = first(2, "a", "b", "c");
    assertThat(quota.limits()).isEqualTo(Map.of("a", 1, "b", 1, "c", 1));
    assertThat(quota.next(took(Map.of("a", 1)), due("a", "b", "c"), 2).limits())
        .isEqualTo(quota.limits());
  }

  @Test
  void it_is_filled_when_one_queue_took_all_that_it_might() {
    BatchQuota quota = new BatchQuota(Map.of("a", 875, "b", 125), ClaimCursor.NONE);
    assertThat(quota.isFilledBy(took(Map.of("a", 874, "b", 124)))).isFalse();
    assertThat(quota.isFilledBy(took(Map.of("a", 875)))).isTrue();
    assertThat(quota.isFilledBy(took(Map.of("b", 125)))).isTrue();
  }

  private static BatchQuota first(int batchSize, String... queues) {
    return BatchQuota.first(due(queues), batchSize);
  }

  private static DueQueues due(String... queues) {
    return new DueQueues(
        NOW, Arrays.stream(queues).map(queue -> new DueQueues.Next(queue, NOW, 0)).toList());
  }

  private static Claim took(Map<String, Integer> taken) {
    return new Claim(taken, List.of(), ClaimCursor.NONE);
  }
}
