package org.goodtiming.scheduler.registration.resubmission;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.quarantine.QuarantineReason;
import org.goodtiming.scheduler.quarantine.QuarantineReason.Stage;
import org.goodtiming.scheduler.quarantine.QuarantinedMessage;
import org.goodtiming.scheduler.registration.Admission;
import org.goodtiming.scheduler.registration.MessageAdmission;
import org.goodtiming.scheduler.registration.RegistrationRequest;

/**
 * A row of the quarantine: it does not replace a waiting job, and stays if it is refused. A row
 * that was a job needs no grant, because its registrant had one, unless an operator has mended it.
 */
final class ResubmissionAdmission implements Admission {

  private static final Logger LOG = System.getLogger(ResubmissionAdmission.class.getName());

  private final QuarantinedMessage row;
  private final MessageAdmission messages;
  private boolean refused;

  ResubmissionAdmission(QuarantinedMessage row, MessageAdmission messages) {
    this.row = row;
    this.messages = messages;
  }

  @Override
  public Intent admit(RegistrationRequest arrival) {
    Intent intent =
        row.stage() == Stage.REGISTRATION || row.isMended()
            ? messages.admit(arrival)
            : messages.admitAnyLogin(arrival);
    return intent instanceof Intent.Schedule schedule
        ? new Intent.Schedule(schedule.job().unlessOneWaits())
        : intent;
  }

  @Override
  public Intent.Refused alreadyWaiting(JobKey key) {
    return Intent.Refused.of(Refusal.JOB_WAITS_ALREADY, key, key);
  }

  /** A bad line of a message goes to the quarantine as a separate row. */
  @Override
  public void keep(RegistrationRequest arrival, Intent.Refused because) {
    if (arrival.line() == null || row.line() != null) {
      refuse(because);
    } else {
      messages.keep(arrival, because);
    }
  }

  void refuse(Intent.Refused because) {
    refused = true;
    QuarantineReason reason = because.reason(null);
    row.refuseAgain(reason, messages.allowList().now());
    LOG.log(
        Level.WARNING,
        "{0} {1}. Row {2} of scheduler.quarantine, resubmitted by {3}, stays",
        reason.code(),
        LogText.oneLine(reason.reason()),
        String.valueOf(row.id()),
        row.resubmitRequestedBy());
  }

  boolean isRefused() {
    return refused;
  }
}
