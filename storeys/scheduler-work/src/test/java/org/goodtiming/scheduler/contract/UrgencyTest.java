package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.contract.Registration.SENT_AT;
import static org.goodtiming.scheduler.contract.Registration.dueless;
import static org.goodtiming.scheduler.contract.Registration.good;

import java.util.List;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UrgencyTest {

  @Test
  void a_job_that_is_due_later_can_wait() {
    assertThat(isUrgent(good())).isFalse();
    assertThat(isUrgent(dueless().with("scheduler_delay", "PT30M"))).isFalse();
    assertThat(isUrgent(dueless().with("scheduler_dueAt", SENT_AT.plusMillis(1_000).toString())))
        .isFalse();
  }

  @ParameterizedTest
  @MethodSource
  void anything_else_is_urgent(Registration registration) {
    assertThat(isUrgent(registration)).isTrue();
  }

  static List<Registration> anything_else_is_urgent() {
    return List.of(
        dueless().with("scheduler_dueAt", SENT_AT.plusMillis(999).toString()),
        dueless().with("scheduler_delay", "PT0.9S"),
        dueless().with("scheduler_delay", "PT30M").sentAt(null),
        good().sentAt(null),
        dueless().with("scheduler_delay", "half an hour"),
        dueless().with("scheduler_recurrence", "every:PT1H"),
        dueless(),
        good().with("scheduler_op", "cancel"),
        good().replyTo("replies"));
  }

  @Test
  void a_message_that_is_delivered_again_is_urgent() {
    ReceivedMessage first = good().message();
    Origin again = new Origin("ID:7b1f", SENT_AT, true, 2, first.origin().sender());
    ReceivedMessage second =
        new ReceivedMessage(first.kind(), first.properties(), first.body(), again);
    assertThat(Urgency.isUrgent(second)).isTrue();
  }

  private static boolean isUrgent(Registration registration) {
    return Urgency.isUrgent(registration.message());
  }
}
