package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.goodtiming.scheduler.chaos.AttemptLedger.Delivery;
import org.goodtiming.scheduler.chaos.RunLedger.Registration;
import org.goodtiming.scheduler.chaos.worker.Calculation;
import org.junit.jupiter.api.Test;

/**
 * The suite would see an attempt that comes twice, and a job that is tried too often or too seldom.
 */
class AttemptLedgerTest {

  private final AttemptLedger ledger = new AttemptLedger();

  AttemptLedgerTest() {
    var registration = new Registration(new Calculation(1, 1), Instant.EPOCH, true);
    ledger.jobs(UnreliableQueue.FAILING).registered("a", registration);
    ledger.jobs(UnreliableQueue.SILENT).registered("s", registration);
  }

  @Test
  void a_job_that_succeeds_at_its_second_attempt_breaks_nothing() {
    ledger.delivered(failing(1, "m1"));
    ledger.delivered(failing(1, "m1"));
    ledger.delivered(failing(2, "m2"));
    succeed(failing(2, "m2"));
    assertThat(ledger.unfinished()).isEmpty();
    assertThat(ledger.attemptsTwice()).isEmpty();
    assertThat(ledger.afterSuccess()).isEmpty();
    assertThat(ledger.invented()).isEmpty();
    assertThat(ledger.latestAttempt("a")).isEqualTo(2);
    assertThat(ledger.retries(UnreliableQueue.FAILING)).isEqualTo(1);
  }

  @Test
  void an_acknowledged_job_without_a_success_is_not_finished() {
    ledger.delivered(failing(1, "m1"));
    assertThat(ledger.unfinished()).containsExactly("a");
    ledger.mayHaveSucceeded(failing(1, "m1"));
    assertThat(ledger.unfinished()).isEmpty();
  }

  @Test
  void an_attempt_with_two_messages_came_twice() {
    ledger.delivered(failing(1, "m1"));
    ledger.delivered(failing(1, "m2"));
    assertThat(ledger.attemptsTwice()).containsExactly("attempt 1 of a");
  }

  @Test
  void an_attempt_after_a_success_is_one_too_many_unless_its_run_has_a_limit() {
    succeed(failing(1, "m1"));
    ledger.delivered(failing(2, "m2"));
    assertThat(ledger.afterSuccess()).containsExactly("a");
  }

  @Test
  void a_run_with_a_limit_may_come_after_a_success_and_an_uncertain_one_proves_nothing() {
    succeed(new Delivery(UnreliableQueue.SILENT, "s", 1, "m1"));
    ledger.delivered(new Delivery(UnreliableQueue.SILENT, "s", 2, "m2"));
    ledger.mayHaveSucceeded(failing(1, "m3"));
    ledger.delivered(failing(2, "m4"));
    assertThat(ledger.afterSuccess()).isEmpty();
  }

  @Test
  void a_job_that_nobody_registered_is_invented() {
    ledger.delivered(new Delivery(UnreliableQueue.FAILING, "b", 1, "m1"));
    assertThat(ledger.invented()).containsExactly("b");
  }

  private void succeed(Delivery delivery) {
    ledger.delivered(delivery);
    ledger.mayHaveSucceeded(delivery);
    ledger.succeeded(delivery);
  }

  private static Delivery failing(int attempt, String messageId) {
    return new Delivery(UnreliableQueue.FAILING, "a", attempt, messageId);
  }
}
