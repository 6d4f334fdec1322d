package org.goodtiming.scheduler.registration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.registration.RegistrationEvent.RegistrationsRefused;
import org.goodtiming.scheduler.registration.RegistrationEvent.RegistrationsStored;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.Test;

class RegistrationTallyTest {

  private final RegistrationTally tally = new RegistrationTally();

  @Test
  void one_event_a_queue_and_status_and_one_a_code() {
    add("a", Receipt.Status.ACCEPTED);
    add("a", Receipt.Status.ACCEPTED);
    add("a", Receipt.Status.CANCELLED);
    add("b", Receipt.Status.ACCEPTED);
    refuse(Refusal.DUE_MISSING);
    refuse(Refusal.DUE_MISSING);
    assertThat(told())
        .containsExactlyInAnyOrder(
            new RegistrationsStored("a", "accepted", 2),
            new RegistrationsStored("a", "cancelled", 1),
            new RegistrationsStored("b", "accepted", 1),
            new RegistrationsRefused("SCHED-0110", 2));
  }

  private void add(String queue, Receipt.Status status) {
    tally.add(new Receipt(status, new JobKey(queue, "4711"), null, List.of(), null, null));
  }

  private void refuse(Refusal refusal) {
    tally.add(Receipt.rejected(new Intent.Refused(refusal, refusal.reason(), null, null)));
  }

  private List<Event> told() {
    List<Event> told = new ArrayList<>();
    tally.tell(told::add);
    return told;
  }
}
