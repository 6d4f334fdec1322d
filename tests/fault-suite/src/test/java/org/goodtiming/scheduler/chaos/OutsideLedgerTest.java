package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.goodtiming.scheduler.chaos.OutsideLedger.Receipt;
import org.goodtiming.scheduler.chaos.OutsideLedger.Registration;
import org.junit.jupiter.api.Test;

/** The suite would see a broken promise; it needs no stack, but this module has no other tests. */
class OutsideLedgerTest {

  private static final Instant DUE = Instant.parse("2026-12-01T10:00:00Z");

  private final OutsideLedger ledger = new OutsideLedger();

  @Test
  void a_job_that_came_once_and_on_time_breaks_nothing() {
    acknowledged("a");
    received("m1", "f1", "a", DUE);
    assertThat(ledger.missing()).isEmpty();
    assertThat(ledger.twice()).isEmpty();
    assertThat(ledger.early()).isEmpty();
    assertThat(ledger.invented()).isEmpty();
  }

  @Test
  void an_acknowledged_job_that_did_not_come_is_missing() {
    acknowledged("a");
    assertThat(ledger.missing()).containsExactly("a");
  }

  @Test
  void a_job_whose_commit_failed_may_come_or_not() {
    ledger.registered(new Registration("a", "q", DUE, false));
    assertThat(ledger.missing()).isEmpty();
    received("m1", "f1", "a", DUE);
    assertThat(ledger.invented()).isEmpty();
  }

  @Test
  void a_message_delivered_again_is_not_a_second_one() {
    acknowledged("a");
    received("m1", "f1", "a", DUE);
    received("m1", "f1", "a", DUE.plusSeconds(1));
    assertThat(ledger.twice()).isEmpty();
  }

  @Test
  void another_message_for_the_same_fire_id_is_a_second_one() {
    acknowledged("a");
    received("m1", "f1", "a", DUE);
    received("m2", "f1", "a", DUE);
    assertThat(ledger.twice()).containsExactly("a", "f1");
  }

  @Test
  void another_fire_id_for_the_same_job_is_a_second_one() {
    acknowledged("a");
    received("m1", "f1", "a", DUE);
    received("m2", "f2", "a", DUE);
    assertThat(ledger.twice()).containsExactly("a");
  }

  @Test
  void a_millisecond_before_its_due_time_is_early() {
    acknowledged("a");
    received("m1", "f1", "a", DUE.minusMillis(1));
    assertThat(ledger.early()).containsExactly("a");
  }

  @Test
  void a_job_that_nobody_registered_is_invented() {
    received("m1", "f1", "a", DUE);
    assertThat(ledger.invented()).containsExactly("a");
  }

  @Test
  void only_what_was_due_by_a_moment_is_missing_by_then() {
    acknowledged("a");
    assertThat(ledger.missingDueBy(DUE.minusMillis(1))).isEmpty();
    assertThat(ledger.missingDueBy(DUE)).containsExactly("a");
  }

  @Test
  void a_job_waits_from_the_moment_or_from_its_due_time_on() {
    received("m1", "f1", "came before", DUE.minusSeconds(60));
    received("m2", "f2", "due before", DUE.plusSeconds(3));
    assertThat(ledger.longestWait(DUE.minusSeconds(4), DUE)).hasSeconds(3);
    assertThat(ledger.longestWait(DUE.plusSeconds(1), DUE)).hasSeconds(2);
    assertThat(ledger.longestWait(DUE, DUE.minusMillis(1))).isZero();
  }

  private void acknowledged(String jobId) {
    ledger.registered(new Registration(jobId, "q", DUE, true));
  }

  private void received(String messageId, String fireId, String jobId, Instant at) {
    ledger.received(new Receipt(messageId, "q", fireId, jobId, DUE, at, 1));
  }
}
