package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.chaos.Intent.Change;
import org.goodtiming.scheduler.chaos.OutsideLedger.Receipt;
import org.junit.jupiter.api.Test;

/** The storm detects each broken promise, and reports no false ones. */
class StormLedgerTest {

  private static final Instant DUE = Instant.parse("2026-12-01T10:00:00Z");

  private final OutsideLedger ledger = new OutsideLedger();
  private Instant now = DUE.minusSeconds(20);
  private final StormLedger books = new StormLedger(ledger, () -> now);
  private final Intent plain = Intent.toSchedule("p", "q", DUE, Change.NONE);
  private final Intent replaced = Intent.toSchedule("r", "q", DUE, Change.REPLACE);
  private final Intent cancelled = Intent.toSchedule("c", "q", DUE, Change.CANCEL);
  private final Intent replace = replaced.changed(DUE.plusSeconds(1));
  private final Intent cancel = cancelled.changed(DUE);

  @Test
  void an_acknowledged_job_that_did_not_come_is_lost_and_an_uncertain_one_is_not() {
    books.sent(List.of(plain), true);
    books.sent(List.of(replaced), false);
    assertThat(books.lost()).containsExactly("p");
    came("p");
    assertThat(books.lost()).isEmpty();
  }

  @Test
  void an_uncertain_job_whose_receipt_came_must_come() {
    books.sent(List.of(replaced), false);
    books.answered("r", "m1", "accepted");
    assertThat(books.lost()).containsExactly("r");
  }

  @Test
  void a_replaced_job_must_not_come_and_its_successor_must() {
    books.sent(List.of(replaced, replace), true);
    books.answered("r", "m1", "accepted");
    books.answered("r+replace", "m2", "replaced");
    assertThat(books.lost()).containsExactly("r+replace");
    came("r");
    came("r+replace");
    assertThat(books.forbidden()).containsExactly("r");
  }

  @Test
  void a_replacement_that_came_too_late_is_a_second_job() {
    books.sent(List.of(replaced, replace), true);
    books.answered("r", "m1", "accepted");
    books.answered("r+replace", "m2", "accepted");
    assertThat(books.lost()).containsExactly("r", "r+replace");
    came("r");
    came("r+replace");
    assertThat(books.lost()).isEmpty();
    assertThat(books.forbidden()).isEmpty();
  }

  @Test
  void one_of_a_job_and_its_uncertain_replacement_must_come() {
    books.sent(List.of(replaced), true);
    books.sent(List.of(replace), false);
    assertThat(books.lost()).containsExactly("r");
    came("r+replace");
    assertThat(books.lost()).isEmpty();
  }

  @Test
  void a_job_whose_cancel_succeeded_must_not_come() {
    books.sent(List.of(cancelled, cancel), true);
    books.answered("c", "m1", "accepted");
    books.answered("c+cancel", "m2", "cancelled");
    assertThat(books.lost()).isEmpty();
    came("c");
    assertThat(books.forbidden()).containsExactly("c");
  }

  @Test
  void a_job_whose_cancel_is_noted_may_come_or_the_ledger_counts_it_as_cancelled() {
    books.sent(List.of(cancelled, cancel), true);
    books.answered("c", "m1", "accepted");
    books.answered("c+cancel", "m2", "cancel-noted");
    assertThat(books.lost()).isEmpty();
    assertThat(books.droppedUntold()).containsExactly("c");
    came("c");
    assertThat(books.droppedUntold()).isEmpty();
    assertThat(books.forbidden()).isEmpty();
  }

  @Test
  void a_dispatched_job_that_was_asked_to_end_may_come_or_be_removed_from_its_worker_queue() {
    books.sent(List.of(cancelled, cancel), true);
    books.answered("c", "m1", "accepted");
    books.answered("c+cancel", "m2", "cancel-requested");
    assertThat(books.lost()).isEmpty();
    assertThat(books.droppedUntold()).isEmpty();
    came("c");
    assertThat(books.forbidden()).isEmpty();
  }

  @Test
  void a_job_with_a_cancel_that_nobody_answered_may_come_or_not() {
    books.sent(List.of(cancelled), true);
    books.sent(List.of(cancel), false);
    assertThat(books.lost()).isEmpty();
    came("c");
    assertThat(books.forbidden()).isEmpty();
  }

  @Test
  void a_job_that_its_cancel_has_overtaken_must_not_come() {
    books.sent(List.of(cancelled, cancel), true);
    books.answered("c+cancel", "m1", "cancel-noted");
    books.answered("c", "m2", "overtaken");
    assertThat(books.lost()).isEmpty();
    came("c");
    assertThat(books.forbidden()).containsExactly("c");
  }

  @Test
  void a_cancel_is_late_if_its_job_came_and_counts_by_how_long_before_it_was_sent() {
    books.sent(List.of(cancelled), true);
    now = DUE.minusSeconds(12);
    books.sent(List.of(cancel), true);
    assertThat(books.lateCancels(Duration.ofSeconds(11))).hasToString("0 of 1");
    came("c");
    assertThat(books.lateCancels(Duration.ofSeconds(11))).hasToString("1 of 1");
    assertThat(books.lateCancels(Duration.ofSeconds(13))).hasToString("0 of 0");
  }

  @Test
  void an_acknowledged_intent_that_wants_a_receipt_must_have_one() {
    books.sent(List.of(plain, replaced, cancelled), true);
    books.sent(List.of(replace), false);
    books.answered("r", "m1", "accepted");
    assertThat(books.withoutReceipt()).hasToString("1 of 2");
  }

  @Test
  void two_receipts_for_one_intent_are_one_too_many_and_one_delivered_twice_is_not() {
    books.answered("c", "m1", "accepted");
    books.answered("c", "m1", "accepted");
    assertThat(books.answeredTwice()).isEmpty();
    books.answered("c", "m2", "replaced");
    assertThat(books.answeredTwice()).containsExactly("c");
  }

  @Test
  void jobs_that_came_twice_or_early_are_seen_by_intent() {
    books.sent(List.of(replaced, replace), true);
    came("r");
    came("r+replace");
    assertThat(ledger.twice()).isEmpty();
    assertThat(ledger.early()).containsExactly("r+replace");
  }

  private void came(String intentId) {
    var message = "message of " + intentId;
    ledger.received(new Receipt(message, "q", "fire of " + intentId, intentId, DUE, DUE, 1));
  }
}
