package org.goodtiming.scheduler.registration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.Registered;
import org.goodtiming.scheduler.job.Registered.Outcome;
import org.goodtiming.scheduler.job.WorkerQueueStore;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.ReceivedMessage;
import org.goodtiming.scheduler.quarantine.Verdict;
import org.goodtiming.scheduler.registration.Arrivals.Arrival;

/** Stores a batch of registrations, in the caller's transaction. */
public final class Registrar {

  private final JobStore jobs;
  private final WorkerQueueStore workerQueues;
  private final Quarantine quarantine;
  private final RegistrationParser parser;
  private final InstantSource clock;

  /**
   * @param clock of this node, for messages whose protocol has no send time
   */
  public Registrar(
      JobStore jobs,
      WorkerQueueStore workerQueues,
      Quarantine quarantine,
      RegistrationParser parser,
      InstantSource clock) {
    this.jobs = jobs;
    this.workerQueues = workerQueues;
    this.quarantine = quarantine;
    this.parser = parser;
    this.clock = clock;
  }

  /**
   * @param messages in order of arrival
   * @return what became of each, in the same order
   */
  public List<Answer> register(List<ReceivedMessage> messages) {
    Instant receivedAt = clock.instant();
    Set<String> allowed = workerQueues.names();
    Arrivals arrivals = new Arrivals();
    messages.forEach(message -> arrivals.add(message, parser.parse(message, receivedAt)));
    List<Intent> intents =
        arrivals.intents().stream().map(intent -> onAllowList(intent, allowed)).toList();
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
      quarantine.keep(arrival.message(), why(refused));
    } else {
      quarantine.keepLine(arrival.message(), line.number(), line.text(), why(refused));
    }
    return Receipt.rejected(refused);
  }

  private static Verdict why(Intent.Refused refused) {
    return new Verdict(
        Verdict.Stage.REGISTRATION,
        refused.refusal().code(),
        refused.reason(),
        refused.queue(),
        refused.jobId());
  }

  /** Cancels as well: each leaves a tombstone under whatever name it gives. */
  private static Intent onAllowList(Intent intent, Set<String> allowed) {
    if (intent instanceof Intent.Schedule schedule) {
      return onAllowList(intent, schedule.job().key(), allowed);
    }
    if (intent instanceof Intent.Cancel cancel) {
      return onAllowList(intent, cancel.key(), allowed);
    }
    return intent;
  }

  private static Intent onAllowList(Intent intent, JobKey key, Set<String> allowed) {
    return allowed.contains(key.queue())
        ? intent
        : refused(Refusal.QUEUE_UNKNOWN, key.queue(), key);
  }

  private static Intent.Refused alreadyWaiting(JobKey key) {
    return refused(Refusal.ALREADY_WAITING, key.toString(), key);
  }

  private static Intent.Refused refused(Refusal refusal, String seen, JobKey key) {
    return new Intent.Refused(refusal, refusal.reason(seen), key.queue(), key.jobId());
  }
}
