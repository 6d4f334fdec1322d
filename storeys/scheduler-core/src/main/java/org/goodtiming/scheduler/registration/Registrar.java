package org.goodtiming.scheduler.registration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.job.BatchChange;
import org.goodtiming.scheduler.job.BatchFault;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.ParentFault;
import org.goodtiming.scheduler.job.QuietPeriod;
import org.goodtiming.scheduler.job.Registered;
import org.goodtiming.scheduler.job.Registered.Outcome;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.jspecify.annotations.Nullable;

/**
 * Stores a batch of registrations, in the caller's transaction.
 *
 * @param quietPeriod at a time by the database's clock
 */
public record Registrar(
    JobStore jobs,
    WorkerQueueStore workerQueues,
    Quarantine quarantine,
    RegistrationParser parser,
    Function<Instant, QuietPeriod> quietPeriod,
    JobTracing traces) {

  /** How a message is read. */
  public interface Reading {

    /**
     * @param now by the database's clock
     */
    Intent of(RegistrationParser parser, ReceivedMessage message, Instant now);
  }

  /**
   * @param messages in order of arrival
   * @return the result of each, in the same order
   */
  public List<Reply> register(List<ReceivedMessage> messages) {
    return register(messages, RegistrationParser::parse);
  }

  public List<Reply> register(List<ReceivedMessage> messages, Reading reading) {
    AllowList allowList = workerQueues.allowList();
    RegistrationRequests requests = new RegistrationRequests();
    RegistrationParser parserOfBatch = parser.reading();
    messages.forEach(
        message -> requests.add(message, reading.of(parserOfBatch, message, allowList.now())));
    return register(
        requests,
        new CanaryAdmission(new MessageAdmission(allowList, quarantine), allowList, workerQueues),
        quietPeriod.apply(allowList.now()));
  }

  /** Registers requests that arrived without waiting in the broker. */
  public List<Reply> register(RegistrationRequests requests, Admission admission) {
    return register(requests, admission, QuietPeriod.NONE);
  }

  private List<Reply> register(
      RegistrationRequests requests, Admission admission, QuietPeriod quiet) {
    for (Step step : Step.plan(requests.all(), admission::admit)) {
      if (step instanceof Step.Write write) {
        store(write, admission, quiet);
      } else if (step instanceof Step.Remove remove) {
        remove.request().answer(cancel(remove.cancel(), remove.request().login()));
      } else if (step instanceof Step.Batch batch) {
        change(batch, admission);
      } else if (step instanceof Step.Answer answer) {
        check(answer.request(), answer.check().job(), admission);
      } else if (step instanceof Step.Refuse refuse) {
        refuse(refuse.request(), refuse.refused(), admission);
      }
    }
    return requests.replies();
  }

  private void check(RegistrationRequest request, NewJob job, Admission admission) {
    refusalByParents(job)
        .ifPresentOrElse(
            refused -> refuse(request, refused, admission),
            () -> request.answer(Receipt.acceptable(job.key())));
  }

  /** Why the job could not wait for its parents, as they are now. */
  public Optional<Intent.Refused> refusalByParents(NewJob job) {
    return Optional.ofNullable(jobs.parentFault(job)).map(fault -> refused(job.key(), fault));
  }

  private void store(Step.Write write, Admission admission, QuietPeriod quiet) {
    Map<JobKey, Intent.Refused> refused = new LinkedHashMap<>();
    jobs.parentFaults(jobsOf(write, refused))
        .forEach((key, fault) -> refused.put(key, refused(key, fault)));
    jobs.batchFaults(jobsOf(write, refused))
        .forEach((key, fault) -> refused.put(key, refused(key, fault)));
    refused.forEach(
        (key, why) -> refuse(requireNonNull(write.jobs().get(key)).request(), why, admission));
    List<NewJob> newJobs = jobsOf(write, refused);
    for (Registered registered : jobs.register(traces.registering(newJobs), quiet)) {
      JobKey key = registered.job().key();
      RegistrationRequest request = requireNonNull(write.jobs().get(key)).request();
      if (registered.outcome() == Outcome.REJECTED) {
        refuse(request, admission.alreadyWaiting(key), admission);
      } else {
        request.answer(Receipt.of(registered));
      }
    }
  }

  private static List<NewJob> jobsOf(Step.Write write, Map<JobKey, Intent.Refused> refused) {
    return write.jobs().values().stream()
        .map(Step.Accepted::job)
        .filter(job -> !refused.containsKey(job.key()))
        .toList();
  }

  private void change(Step.Batch batch, Admission admission) {
    RegistrationRequest request = batch.request();
    jobs.change(batch.change(), request.login())
        .map(fault -> refused(batch.change(), fault))
        .ifPresentOrElse(
            refused -> refuse(request, refused, admission),
            () -> request.answer(Receipt.ofBatch()));
  }

  private static Intent.Refused refused(BatchChange change, BatchFault fault) {
    String reason =
        fault.kind() == BatchFault.Kind.SIZE
            ? Refusal.BATCH_SIZE.reason(
                fault.batch(), fault.reason(), String.valueOf(change.size()))
            : refusal(fault).reason(fault.batch(), fault.reason());
    return new Intent.Refused(refusal(fault), reason, null, null);
  }

  private static Intent.Refused refused(JobKey key, BatchFault fault) {
    return Intent.Refused.of(refusal(fault), key, fault.batch(), fault.reason());
  }

  private static Refusal refusal(BatchFault fault) {
    return switch (fault.kind()) {
      case UNTRACKED -> Refusal.BATCH_UNTRACKED;
      case FULL -> Refusal.BATCH_FULL;
      case SIZE -> Refusal.BATCH_SIZE;
      case LOGIN -> Refusal.BATCH_LOGIN;
    };
  }

  private static Intent.Refused refused(JobKey key, ParentFault fault) {
    Refusal refusal =
        switch (fault.kind()) {
          case CYCLE -> Refusal.AFTER_CYCLE;
          case UNTRACKED -> Refusal.AFTER_UNTRACKED;
          case RECURRING -> Refusal.AFTER_RECURRING;
        };
    return Intent.Refused.of(refusal, key, fault.parent());
  }

  private Receipt cancel(Intent.Cancel cancel, @Nullable String login) {
    return Receipt.of(cancel.key(), jobs.cancel(cancel.key(), cancel.sentAt(), login));
  }

  private static void refuse(
      RegistrationRequest request, Intent.Refused refused, Admission admission) {
    admission.keep(request, refused);
    request.answer(Receipt.rejected(refused));
  }
}
