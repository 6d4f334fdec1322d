package org.goodtiming.scheduler.registration;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.AllowList;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.Registered;
import org.goodtiming.scheduler.job.Registered.Outcome;
import org.goodtiming.scheduler.job.WorkerQueueStore;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.ReceivedMessage;
import org.goodtiming.scheduler.quarantine.Verdict;
import org.goodtiming.scheduler.registration.Arrivals.Arrival;
import org.jspecify.annotations.Nullable;

/** Stores a batch of registrations, in the caller's transaction. */
public final class Registrar {

  private final JobStore jobs;
  private final WorkerQueueStore workerQueues;
  private final Quarantine quarantine;
  private final RegistrationParser parser;

  public Registrar(
      JobStore jobs,
      WorkerQueueStore workerQueues,
      Quarantine quarantine,
      RegistrationParser parser) {
    this.jobs = jobs;
    this.workerQueues = workerQueues;
    this.quarantine = quarantine;
    this.parser = parser;
  }

  /**
   * @param messages in order of arrival
   * @return what became of each, in the same order
   */
  public List<Answer> register(List<ReceivedMessage> messages) {
    AllowList allowList = workerQueues.allowList();
    Arrivals arrivals = new Arrivals();
    messages.forEach(message -> arrivals.add(message, parser.parse(message, allowList.now())));
    List<Intent> intents =
        arrivals.all().stream().map(arrival -> permitted(arrival, allowList)).toList();
    Receipt[] receipts = new Receipt[intents.size()];
    for (Step step : Step.plan(intents)) {
      if (step instanceof Step.Write write) {
        write(write.jobs(), arrivals, receipts);
      } else if (step instanceof Step.Remove remove) {
        receipts[remove.position()] = cancel(remove.cancel());
      } else if (step instanceof Step.Refuse refuse) {
        receipts[refuse.position()] = refuse(arrivals.at(refuse.position()), refuse.refused());
      }
    }
    return arrivals.answers(receipts);
  }

  private void write(List<Step.Numbered> numbered, Arrivals arrivals, Receipt[] receipts) {
    Map<JobKey, Integer> positions = new HashMap<>();
    numbered.forEach(each -> positions.put(each.job().key(), each.position()));
    List<NewJob> newJobs = numbered.stream().map(Step.Numbered::job).toList();
    for (Registered registered : jobs.register(newJobs)) {
      int position = requireNonNull(positions.get(registered.job().key()));
      receipts[position] =
          registered.outcome() == Outcome.REJECTED
              ? refuse(arrivals.at(position), alreadyWaiting(registered.job().key()))
              : Receipt.of(registered);
    }
  }

  private Receipt cancel(Intent.Cancel cancel) {
    return Receipt.cancelled(cancel.key(), jobs.cancel(cancel.key(), cancel.sentAt()));
  }

  private Receipt refuse(Arrival arrival, Intent.Refused refused) {
    Intent.Line line = arrival.line();
    if (line == null) {
      quarantine.keep(arrival.message(), why(refused, arrival.login()));
    } else {
      quarantine.keepLine(
          arrival.message(), line.number(), line.text(), why(refused, arrival.login()));
    }
    return Receipt.rejected(refused);
  }

  private static Verdict why(Intent.Refused refused, @Nullable String login) {
    return new Verdict(
        Verdict.Stage.REGISTRATION,
        refused.refusal().code(),
        refused.reason(),
        refused.queue(),
        refused.jobId(),
        login);
  }

  /** Cancels are checked as well: each leaves a tombstone under whatever name it gives. */
  private static Intent permitted(Arrival arrival, AllowList allowList) {
    Intent intent = arrival.intent();
    JobKey key =
        intent instanceof Intent.Schedule schedule
            ? schedule.job().key()
            : intent instanceof Intent.Cancel cancel ? cancel.key() : null;
    if (key == null) {
      return intent;
    }
    if (!allowList.has(key.queue())) {
      return refused(Refusal.QUEUE_UNKNOWN, key, key.queue());
    }
    String login = arrival.login();
    if (login == null) {
      return refused(Refusal.LOGIN_UNKNOWN, key);
    }
    return allowList.permits(login, key.queue())
        ? intent
        : refused(Refusal.LOGIN_NOT_PERMITTED, key, login, key.queue());
  }

  private static Intent.Refused alreadyWaiting(JobKey key) {
    return refused(Refusal.ALREADY_WAITING, key, key);
  }

  private static Intent.Refused refused(Refusal refusal, JobKey key, Object... seen) {
    return new Intent.Refused(refusal, refusal.reason(seen), key.queue(), key.jobId());
  }
}
