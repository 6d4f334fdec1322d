package org.goodtiming.scheduler.registration;

import java.util.HashMap;
import java.util.Map;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.registration.Receipt.Status;
import org.goodtiming.scheduler.registration.RegistrationEvent.RegistrationsRefused;
import org.goodtiming.scheduler.registration.RegistrationEvent.RegistrationsStored;
import org.goodtiming.scheduler.telemetry.Events;

/** Counts the results of the registrations of a batch. */
final class RegistrationTally {

  private static final Status[] STATUSES = Status.values();

  /** By status, in their order. */
  private final Map<String, int[]> stored = new HashMap<>();

  private final Map<String, int[]> refused = new HashMap<>();

  void add(Receipt receipt) {
    if (receipt.key() != null && Canary.is(receipt.key())) {
      return;
    }
    if (receipt.code() != null) {
      refused.computeIfAbsent(receipt.code(), code -> new int[1])[0]++;
    } else if (receipt.key() != null && receipt.status() != Status.ACCEPTABLE) {
      stored
          .computeIfAbsent(receipt.key().queue(), queue -> new int[STATUSES.length])[
          receipt.status().ordinal()]++;
    }
  }

  void tell(Events events) {
    stored.forEach(
        (queue, counts) -> {
          for (Status status : STATUSES) {
            int jobs = counts[status.ordinal()];
            if (jobs > 0) {
              events.tell(new RegistrationsStored(queue, status.wireName(), jobs));
            }
          }
        });
    refused.forEach((code, jobs) -> events.tell(new RegistrationsRefused(code, jobs[0])));
  }
}
