package org.goodtiming.scheduler.contract.due;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import org.goodtiming.scheduler.contract.ContractProperties;
import org.goodtiming.scheduler.contract.DueReader;
import org.goodtiming.scheduler.contract.Mistakes;
import org.goodtiming.scheduler.contract.Mistakes.Part;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;

/** Due times by the calendars of the scheduler. */
@Singleton
public record CalculatedDues(NamedCalendars calendars) implements DueReader {

  @Inject
  public CalculatedDues {}

  @Override
  public Part<Due> recurring(ContractProperties properties, Instant plannedFrom, Mistakes found) {
    return new RecurrenceReader(properties, calendars, found).read(plannedFrom);
  }

  @Override
  public Part<Due> workingDelay(ContractProperties properties, Instant from, Mistakes found) {
    return WorkingDelay.read(from, properties, calendars, found);
  }
}
