package org.goodtiming.scheduler.registration.resubmission;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.contract.RefusedException;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.contract.kept.KeptJob;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.job.upkeep.Ledger;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.QuarantineReason;
import org.goodtiming.scheduler.quarantine.QuarantineReason.Stage;
import org.goodtiming.scheduler.quarantine.QuarantinedMessage;
import org.goodtiming.scheduler.registration.MessageAdmission;
import org.goodtiming.scheduler.registration.Registrar;
import org.goodtiming.scheduler.registration.RegistrationRequests;
import org.goodtiming.scheduler.registration.Reply;
import org.jspecify.annotations.Nullable;

/** Registers the contents of quarantine rows, in the caller's transaction. */
@Singleton
public record Resubmissions(
    Registrar registrar,
    RegistrationParser parser,
    WorkerQueueStore workerQueues,
    Quarantine quarantine,
    Ledger ledger,
    LaterRuns laterRuns) {

  private static final Logger LOG = System.getLogger(Resubmissions.class.getName());

  @Inject
  public Resubmissions {}

  /**
   * Then the row is deleted, or contains the reason why it stays.
   *
   * @param row locked by the caller's transaction
   * @return due time of the first job that waits now; null if none waits
   */
  public @Nullable Instant resubmit(QuarantinedMessage row) {
    AllowList allowList = workerQueues.allowList();
    MessageAdmission messages = new MessageAdmission(allowList, quarantine);
    ResubmissionAdmission admission = new ResubmissionAdmission(row, messages, messages::keep);
    Reply answer = register(row, allowList.now(), admission);
    Intent.Refused refusal = admission.refusal();
    if (refusal != null) {
      refuse(row, refusal, allowList.now());
    } else if (answer != null) {
      release(row, answer);
    }
    return answer == null ? null : answer.firstNews();
  }

  /**
   * Why the row, or a line of it, would be refused; empty if all would be registered. The caller
   * must roll its transaction back, which has registered the row otherwise.
   */
  public Optional<Intent.Refused> refusal(QuarantinedMessage row) {
    AllowList allowList = workerQueues.allowList();
    List<Intent.Refused> lines = new ArrayList<>();
    ResubmissionAdmission admission =
        new ResubmissionAdmission(
            row,
            new MessageAdmission(allowList, quarantine),
            (line, because) -> lines.add(because));
    register(row, allowList.now(), admission);
    return Optional.ofNullable(admission.refusal()).or(() -> lines.stream().findFirst());
  }

  /** Null if the row cannot be read as a registration. */
  private @Nullable Reply register(
      QuarantinedMessage row, Instant now, ResubmissionAdmission admission) {
    try {
      return registrar.register(requests(row, now), admission).get(0);
    } catch (RefusedException e) {
      admission.refuse(new Intent.Refused(e.refusal(), e.reason(), row.queue(), row.jobId()));
      return null;
    }
  }

  private static void refuse(QuarantinedMessage row, Intent.Refused because, Instant now) {
    QuarantineReason reason = because.reason(null);
    row.refuseAgain(reason, now);
    LOG.log(
        Level.WARNING,
        "{0} {1}. Row {2} of scheduler.quarantine, resubmitted by {3}, stays",
        reason.code(),
        LogText.oneLine(reason.reason()),
        String.valueOf(row.id()),
        row.resubmitRequestedBy());
  }

  private void release(QuarantinedMessage row, Reply answer) {
    quarantine.release(row);
    if (row.stage() == Stage.DISPATCH) {
      ledger.leftQuarantine(answer.firstNews() != null);
    }
    LOG.log(
        Level.INFO,
        "SCHED-0636 row {0} of scheduler.quarantine, resubmitted by {1}: {2}",
        String.valueOf(row.id()),
        row.resubmitRequestedBy(),
        answer.word());
  }

  private RegistrationRequests requests(QuarantinedMessage row, Instant now) {
    ReceivedMessage message = message(row, now);
    Integer line = row.line();
    RegistrationRequests requests = new RegistrationRequests();
    requests.add(
        message,
        line == null ? parser.reading().parse(message, now) : parser.parseLine(message, line, now));
    return requests;
  }

  private ReceivedMessage message(QuarantinedMessage row, Instant now) {
    try {
      ReceivedMessage message = quarantine.messageOf(row);
      checkNotRunAgain(row, message);
      return row.stage() == Stage.REGISTRATION
          ? asNewIntent(message)
          : KeptJob.asRegistration(row, message.withoutSendTime(), now);
    } catch (IllegalArgumentException e) {
      throw Refusal.ROW_UNREADABLE.because(Objects.toString(e.getMessage()));
    }
  }

  /** Whoever has mended the row wants another job. */
  private void checkNotRunAgain(QuarantinedMessage row, ReceivedMessage message) {
    Object fireId = message.properties().get(WireContract.FIRE_ID);
    if (row.stage() == Stage.EXECUTION && !row.isMended() && fireId != null) {
      laterRuns
          .of(fireId.toString())
          .ifPresent(
              later -> {
                throw Refusal.RUN_AGAIN_ALREADY.because(String.valueOf(row.id()), later);
              });
    }
  }

  /** Sent now, so that no earlier cancel removes it; a resubmitted cancel removes no later job. */
  private static ReceivedMessage asNewIntent(ReceivedMessage message) {
    boolean cancel = WireContract.OP_CANCEL.equals(message.properties().get(WireContract.OP));
    return cancel ? message : message.withoutSendTime();
  }
}
