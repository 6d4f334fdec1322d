package org.goodtiming.scheduler.registration;

import java.util.Map;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/** The events of registration: the results of a batch. */
public interface RegistrationEvent extends Event {

  /**
   * @param status as in the receipt, but not rejected
   */
  record RegistrationsStored(String queue, String status, int jobs) implements RegistrationEvent {
    @Override
    public void measure(Meters meters) {
      meters.count(
          "scheduler.registrations",
          "Registrations and cancels that were stored, by the status of their receipt",
          jobs,
          Map.of("queue", queue, "status", status));
    }
  }

  /**
   * @param code of the refusal
   */
  record RegistrationsRefused(String code, int jobs) implements RegistrationEvent {
    @Override
    public void measure(Meters meters) {
      meters.count(
          "scheduler.refused.registrations",
          "Registrations and cancels that were refused",
          jobs,
          Map.of("code", code));
    }
  }
}
