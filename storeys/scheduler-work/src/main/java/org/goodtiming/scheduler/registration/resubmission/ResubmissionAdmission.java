package org.goodtiming.scheduler.registration.resubmission;

import java.util.function.BiConsumer;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.quarantine.QuarantineReason.Stage;
import org.goodtiming.scheduler.quarantine.QuarantinedMessage;
import org.goodtiming.scheduler.registration.Admission;
import org.goodtiming.scheduler.registration.MessageAdmission;
import org.goodtiming.scheduler.registration.RegistrationRequest;
import org.jspecify.annotations.Nullable;

/**
 * A row of the quarantine: it does not replace a waiting job, and stays if it is refused. A row
 * that was a job needs no grant, because its registrant had one, unless an operator has mended it.
 */
final class ResubmissionAdmission implements Admission {

  private final QuarantinedMessage row;
  private final MessageAdmission messages;
  private final BiConsumer<RegistrationRequest, Intent.Refused> badLines;
  private Intent.@Nullable Refused refusal;

  /**
   * @param badLines takes the bad lines of a message, of which the others are registered
   */
  ResubmissionAdmission(
      QuarantinedMessage row,
      MessageAdmission messages,
      BiConsumer<RegistrationRequest, Intent.Refused> badLines) {
    this.row = row;
    this.messages = messages;
    this.badLines = badLines;
  }

  @Override
  public Intent admit(RegistrationRequest arrival) {
    Intent intent =
        row.stage() == Stage.REGISTRATION || row.isMended()
            ? messages.admit(arrival)
            : messages.admitAnyLogin(arrival);
    return intent instanceof Intent.Schedule schedule
        ? new Intent.Schedule(again(schedule.job()))
        : intent;
  }

  /** A job that was dispatched has waited for its parents before. */
  private NewJob again(NewJob job) {
    NewJob later = job.unlessOneWaits();
    return row.stage() == Stage.REGISTRATION ? later : later.withoutParents();
  }

  @Override
  public Intent.Refused alreadyWaiting(JobKey key) {
    return Intent.Refused.of(Refusal.JOB_WAITS_ALREADY, key, key);
  }

  @Override
  public void keep(RegistrationRequest arrival, Intent.Refused because) {
    if (arrival.line() == null || row.line() != null) {
      refuse(because);
    } else {
      badLines.accept(arrival, because);
    }
  }

  void refuse(Intent.Refused because) {
    refusal = because;
  }

  /** Why the row is refused; null if it is not. */
  Intent.@Nullable Refused refusal() {
    return refusal;
  }
}
