package org.goodtiming.scheduler.registration;

import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.contract.AllowListRules;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.job.JobParents;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.QuarantineReason;
import org.jspecify.annotations.Nullable;

/** Messages: their queues are on the allow-list, and their logins have grants. */
public record MessageAdmission(AllowList allowList, Quarantine quarantine) implements Admission {

  /** Cancels are checked too, because each stores a tombstone with the given queue name. */
  @Override
  public Intent admit(RegistrationRequest arrival) {
    Intent intent = admitAnyLogin(arrival);
    JobKey key = intent.key();
    String login = arrival.login();
    if (intent instanceof Intent.Batch batch) {
      return admit(batch, login);
    }
    if (key == null) {
      return intent;
    }
    if (login == null) {
      return Intent.Refused.of(Refusal.LOGIN_UNKNOWN, key);
    }
    return Stream.concat(Stream.of(key.queue()), queuesOfParents(intent))
        .filter(queue -> !allowList.permits(login, queue))
        .findFirst()
        .<Intent>map(queue -> Intent.Refused.of(Refusal.LOGIN_NOT_PERMITTED, key, login, queue))
        .orElse(intent);
  }

  /** Who may register no jobs has no batch. */
  private Intent admit(Intent.Batch batch, @Nullable String login) {
    if (login != null && allowList.permits(login)) {
      return batch;
    }
    Refusal refusal = login == null ? Refusal.LOGIN_UNKNOWN : Refusal.BATCH_NOT_PERMITTED;
    return new Intent.Refused(refusal, refusal.reason(String.valueOf(login)), null, null);
  }

  /** The worker of a job gets the results of its parents. */
  private static Stream<String> queuesOfParents(Intent intent) {
    return intent instanceof Intent.Schedule schedule
        ? JobParents.queues(schedule.job())
        : Stream.empty();
  }

  public Intent admitAnyLogin(RegistrationRequest arrival) {
    return new AllowListRules(allowList).apply(arrival.intent());
  }

  @Override
  public Intent.Refused alreadyWaiting(JobKey key) {
    return AllowListRules.alreadyWaiting(key);
  }

  @Override
  public void keep(RegistrationRequest arrival, Intent.Refused refused) {
    if (WireContract.OP_CHECK.equals(arrival.message().properties().get(WireContract.OP))) {
      return;
    }
    Intent.Line line = arrival.line();
    QuarantineReason reason = refused.reason(arrival.login());
    if (line == null) {
      quarantine.keep(arrival.message(), reason);
    } else {
      quarantine.keepLine(arrival.message(), line.number(), line.text(), reason);
    }
  }
}
