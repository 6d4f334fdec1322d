package org.goodtiming.scheduler.policy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.goodtiming.scheduler.policy.DueQueues.Next;
import org.goodtiming.scheduler.policy.QueueDepths.Question;
import org.junit.jupiter.api.Test;

class DepthLimitsTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final Next FULL = next(20).limited(NOON.plusMillis(100), 1);

  private Duration elapsed = Duration.ofDays(3);
  private final QueueDepths depths = new QueueDepths(() -> elapsed.toNanos());
  private final DepthLimits limits = new DepthLimits(depths);

  @Test
  void a_queue_gets_as_many_jobs_as_messages_lack_up_to_its_maximum() {
    assertThat(poll(20)).as("not known yet").isEqualTo(FULL);
    read(13);
    assertThat(poll(20)).isEqualTo(next(20).limited(NOON, 7));
    read(20);
    assertThat(poll(20)).isEqualTo(FULL);
    read(500);
    assertThat(poll(20)).isEqualTo(FULL);
    read(19);
    assertThat(poll(20).most()).isEqualTo(1);
  }

  @Test
  void what_is_dispatched_after_the_question_counts_whenever_the_answer_comes() {
    poll(20);
    Question question = question();
    dispatch(4, 4);
    depths.read(question, Map.of("q", 10L));
    assertThat(poll(20).most()).isEqualTo(6);
    read(14);
    assertThat(poll(20).most()).isEqualTo(6);
  }

  @Test
  void while_a_transaction_runs_the_next_one_may_claim_only_what_it_leaves() {
    poll(20);
    read(0);
    Consumer<Map<String, Integer>> end = limits.begins(Map.of("q", 15));
    assertThat(poll(20).most()).isEqualTo(5);
    read(0);
    assertThat(poll(20).most()).isEqualTo(5);
    end.accept(Map.of("q", 3));
    assertThat(poll(20).most()).isEqualTo(17);
  }

  @Test
  void a_maximum_that_is_set_while_a_transaction_runs_is_kept_after_it() {
    Consumer<Map<String, Integer>> end = limits.begins(Map.of("q", 1000));
    poll(20);
    read(0);
    end.accept(Map.of("q", 3));
    assertThat(poll(20).most()).isEqualTo(17);
  }

  @Test
  void a_job_that_is_dispatched_alone_counts() {
    poll(20);
    read(19);
    limits.begins(Map.of()).accept(Map.of("q", 1));
    assertThat(poll(20)).isEqualTo(FULL);
  }

  @Test
  void a_reading_that_is_too_old_or_of_an_earlier_term_does_not_count() {
    poll(20);
    read(0);
    pass(QueueDepths.VALID.plusNanos(1));
    assertThat(poll(20)).isEqualTo(FULL);
    read(0);
    assertThat(poll(20).most()).isEqualTo(20);
    pass(Duration.ofMillis(1));
    assertThat(new DepthLimits(depths).limit(next(20), NOON)).isEqualTo(FULL);
  }

  @Test
  void a_queue_that_the_broker_does_not_list_is_empty() {
    poll(20);
    depths.read(question(), Map.of());
    assertThat(poll(20).most()).isEqualTo(20);
  }

  @Test
  void the_broker_is_asked_only_while_a_job_of_such_a_queue_is_due() {
    assertThat(depths.question()).isNull();
    limits.limit(new Next("q", NOON.plusSeconds(2), 0, max(20), Integer.MAX_VALUE), NOON);
    assertThat(depths.question()).isNull();
    poll(20);
    assertThat(depths.question()).isNotNull();
    pass(Duration.ofSeconds(11));
    assertThat(depths.question()).isNull();
  }

  @Test
  void a_changed_maximum_holds_at_once_and_none_is_none() {
    poll(20);
    read(10);
    assertThat(poll(5).claimableAt()).isAfter(NOON);
    assertThat(poll(30).most()).isEqualTo(20);
    assertThat(poll(0)).isEqualTo(next(0));
    assertThat(depths.question()).isNull();
  }

  private Next poll(int max) {
    return limits.limit(next(max), NOON);
  }

  private static Next next(int max) {
    return new Next("q", NOON, 0, max(max), Integer.MAX_VALUE);
  }

  private static Map<String, String> max(int messages) {
    return Map.of("max_depth", Integer.toString(messages));
  }

  private void read(long messages) {
    depths.read(question(), Map.of("q", messages));
  }

  private Question question() {
    return requireNonNull(depths.question());
  }

  private void dispatch(int reserved, int dispatched) {
    limits.begins(Map.of("q", reserved)).accept(Map.of("q", dispatched));
  }

  private void pass(Duration time) {
    elapsed = elapsed.plus(time);
  }
}
