package org.goodtiming.scheduler.api;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Collection;

@Stateless
public class Reminders {
  @Inject JobScheduler scheduler;

  public void remind(Collection<String> customers) {
    scheduler.scheduleAll(
        customers.stream()
            .map(
                customer ->
                    JobRequest.on("mail")
                        .jobId(customer)
                        .delay(Duration.ofDays(7))
                        .text("Hello again")
                        .build())
            .toList());
  }
}
