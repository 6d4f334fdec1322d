package org.goodtiming.scheduler.registration;

import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.AllowList;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.QuarantineReason;
import org.goodtiming.scheduler.registration.RegistrationRequests.RegistrationRequest;

/** Messages: their queues are on the allow-list, and their logins have grants. */
record MessageAdmission(AllowList allowList, Quarantine quarantine) implements Admission {

  /** Cancels are checked as well: each leaves a tombstone under whatever name it gives. */
  @Override
  public Intent admit(RegistrationRequest arrival) {
    Intent intent = admitAnyLogin(arrival);
    JobKey key = intent.key();
    if (key == null) {
      return intent;
    }
    String login = arrival.login();
    if (login == null) {
      return Intent.Refused.of(Refusal.LOGIN_UNKNOWN, key);
    }
    return allowList.permits(login, key.queue())
        ? intent
        : Intent.Refused.of(Refusal.LOGIN_NOT_PERMITTED, key, login, key.queue());
  }

  Intent admitAnyLogin(RegistrationRequest arrival) {
    Intent intent = arrival.intent();
    JobKey key = intent.key();
    if (key != null && !allowList.has(key.queue())) {
      return Intent.Refused.of(Refusal.QUEUE_UNKNOWN, key, key.queue());
    }
    return intent instanceof Intent.Schedule schedule ? withKnownReplyQueue(schedule) : intent;
  }

  private Intent withKnownReplyQueue(Intent.Schedule schedule) {
    Object replyTo = schedule.job().envelope().carried().get(JobProperty.REPLY_TO);
    boolean tracked = allowList.tracked().contains(schedule.key().queue());
    return replyTo == null || allowList.has(replyTo.toString())
        ? new Intent.Schedule(schedule.job().trackedUnlessSaid(tracked))
        : Intent.Refused.of(Refusal.REPLY_QUEUE_UNKNOWN, schedule.key(), replyTo);
  }

  @Override
  public Intent.Refused alreadyWaiting(JobKey key) {
    return Intent.Refused.of(Refusal.ALREADY_WAITING, key, key);
  }

  @Override
  public void keep(RegistrationRequest arrival, Intent.Refused refused) {
    Intent.Line line = arrival.line();
    QuarantineReason verdict = refused.verdict(arrival.login());
    if (line == null) {
      quarantine.keep(arrival.message(), verdict);
    } else {
      quarantine.keepLine(arrival.message(), line.number(), line.text(), verdict);
    }
  }
}
