package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.contract.Registration.RECEIVED_AT;
import static org.goodtiming.scheduler.contract.Registration.good;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NearMissTest {

  private final RegistrationParser parser = Parsers.of(Registration.LIMITS);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Scheduler_priority",
        "SCHEDULER_PRIORITY",
        "schedulerPriority",
        "scheduler-priority",
        "scheduler.priority",
        "_scheduler_priority",
        "Scheduler_recurrence",
        "scheduler_",
        "scheduler",
        "sheduler_priority",
        "shceduler_priority",
        "schedular_dueAt",
        "schedule_delay"
      })
  void a_property_in_the_form_of_the_contract_is_refused(String name) {
    Intent intent = parser.parse(good().with(name, "9").message(), RECEIVED_AT);

    assertThat(intent).isInstanceOf(Intent.Refused.class);
    assertThat(((Intent.Refused) intent).reason())
        .isEqualTo(
            "property '%s' is not in the wire contract, version 1: correct its name, omit it, or use the prefix x_ if it is for the worker"
                .formatted(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x_Scheduler_priority",
        "JMSXGroupID",
        "JMS_AMQP_ContentType",
        "_AMQ_ROUTING_TYPE",
        "AMQ_SCHEDULED_DELAY",
        "scheduled_at",
        "schedule",
        "school_queue",
        "priority",
        "_priority",
        "-",
        ""
      })
  void properties_of_others_are_ignored(String name) {
    assertThat(parser.parse(good().with(name, "9").message(), RECEIVED_AT))
        .isInstanceOf(Intent.Schedule.class);
  }
}
