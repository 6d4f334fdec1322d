package org.goodtiming.scheduler.registration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.job.AllowList;
import org.goodtiming.scheduler.job.WorkerQueueStore;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.quarantine.Quarantine;

/**
 * Registers what applications ask for by SQL, in the caller's transaction. The time of a request is
 * by the database's clock; delays count from it.
 */
final class SqlRegistrations {

  private final Registrar registrar;
  private final RegistrationParser parser;
  private final WorkerQueueStore workerQueues;
  private final Quarantine quarantine;

  SqlRegistrations(
      Registrar registrar,
      RegistrationParser parser,
      WorkerQueueStore workerQueues,
      Quarantine quarantine) {
    this.registrar = registrar;
    this.parser = parser;
    this.workerQueues = workerQueues;
    this.quarantine = quarantine;
  }

  /**
   * @param requests in the order of the calls
   * @return the result of each, in the same order
   */
  List<Reply> register(List<ReceivedMessage> requests) {
    AllowList allowList = workerQueues.allowList();
    RegistrationParser reading = parser.reading();
    RegistrationRequests arrivals = new RegistrationRequests();
    for (ReceivedMessage request : requests) {
      Instant requestedAt = requireNonNull(request.origin().sentAt());
      arrivals.add(request, asOf(requestedAt, reading.parse(request, requestedAt)));
    }
    return registrar.register(arrivals, new MessageAdmission(allowList, quarantine));
  }

  private static Intent asOf(Instant requestedAt, Intent intent) {
    if (intent instanceof Intent.Schedule schedule) {
      return new Intent.Schedule(schedule.job().delayedFrom(requestedAt));
    }
    // A batch is limited by its requests, so each must have one job
    return intent instanceof Intent.ScheduleAll
        ? new Intent.Refused(Refusal.SQL_MANY_JOBS, Refusal.SQL_MANY_JOBS.reason(), null, null)
        : intent;
  }
}
