package org.goodtiming.scheduler.registration.sql;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.registration.Registrar;
import org.goodtiming.scheduler.registration.Reply;

/**
 * Registers what applications ask for by SQL, in the caller's transaction. The time of a request is
 * by the database's clock; delays count from it.
 */
@Singleton
public record SqlRegistrations(Registrar registrar) {

  @Inject
  public SqlRegistrations {}

  /**
   * @param requests in the order of the calls
   * @return the result of each, in the same order
   */
  List<Reply> register(List<ReceivedMessage> requests) {
    return registrar.register(requests, (parser, request, now) -> read(parser, request));
  }

  /**
   * Moves requests to the quarantine that cannot be stored.
   *
   * @return the refusal of each
   */
  public List<Reply> giveUp(List<ReceivedMessage> requests) {
    return registrar.register(
        requests,
        (parser, request, now) ->
            RegistrationParser.refused(request, Refusal.STORE_FAILED.because()));
  }

  private static Intent read(RegistrationParser parser, ReceivedMessage request) {
    Instant requestedAt = requireNonNull(request.origin().sentAt());
    Intent intent = parser.parse(request, requestedAt);
    if (intent instanceof Intent.Schedule schedule) {
      return new Intent.Schedule(schedule.job().delayedFrom(requestedAt));
    }
    // A batch is limited by its requests, so each must have one job
    return intent instanceof Intent.ScheduleAll
        ? new Intent.Refused(Refusal.SQL_MANY_JOBS, Refusal.SQL_MANY_JOBS.reason(), null, null)
        : intent;
  }
}
