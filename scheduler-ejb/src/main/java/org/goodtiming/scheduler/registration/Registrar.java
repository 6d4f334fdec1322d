package org.goodtiming.scheduler.registration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.job.AllowList;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.QuietPeriod;
import org.goodtiming.scheduler.job.Registered;
import org.goodtiming.scheduler.job.Registered.Outcome;
import org.goodtiming.scheduler.job.WorkerQueueStore;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.registration.RegistrationRequests.RegistrationRequest;
import org.goodtiming.scheduler.trace.JobTraces;
import org.jspecify.annotations.Nullable;

/** Stores a batch of registrations, in the caller's transaction. */
final class Registrar {

  /** How a message is read. */
  interface Reading {

    /**
     * @param now by the database's clock
     */
    Intent of(RegistrationParser parser, ReceivedMessage message, Instant now);
  }

  private final JobStore jobs;
  private final WorkerQueueStore workerQueues;
  private final Quarantine quarantine;
  private final RegistrationParser parser;
  private final Function<Instant, QuietPeriod> quietPeriod;
  private final JobTraces traces;

  /**
   * @param quietPeriod at a time by the database's clock
   */
  public Registrar(
      JobStore jobs,
      WorkerQueueStore workerQueues,
      Quarantine quarantine,
      RegistrationParser parser,
      Function<Instant, QuietPeriod> quietPeriod,
      JobTraces traces) {
    this.jobs = jobs;
    this.workerQueues = workerQueues;
    this.quarantine = quarantine;
    this.parser = parser;
    this.quietPeriod = quietPeriod;
    this.traces = traces;
  }

  /**
   * @param messages in order of arrival
   * @return the result of each, in the same order
   */
  public List<Reply> register(List<ReceivedMessage> messages) {
    return register(messages, RegistrationParser::parse);
  }

  List<Reply> register(List<ReceivedMessage> messages, Reading reading) {
    AllowList allowList = workerQueues.allowList();
    RegistrationRequests arrivals = new RegistrationRequests();
    RegistrationParser parserOfBatch = parser.reading();
    messages.forEach(
        message -> arrivals.add(message, reading.of(parserOfBatch, message, allowList.now())));
    return register(
        arrivals, new MessageAdmission(allowList, quarantine), quietPeriod.apply(allowList.now()));
  }

  /** What has not waited in the broker. */
  List<Reply> register(RegistrationRequests arrivals, Admission admission) {
    return register(arrivals, admission, QuietPeriod.NONE);
  }

  private List<Reply> register(
      RegistrationRequests arrivals, Admission admission, QuietPeriod quiet) {
    List<Intent> intents = arrivals.all().stream().map(admission::admit).toList();
    Receipt[] receipts = new Receipt[intents.size()];
    for (Step step : Step.plan(intents)) {
      if (step instanceof Step.Write write) {
        List<NewJob> newJobs = write.jobs().stream().map(Step.Numbered::job).toList();
        List<Registered> stored = jobs.register(traces.registering(newJobs), quiet);
        answer(stored, write.jobs(), arrivals, admission, receipts);
      } else if (step instanceof Step.Remove remove) {
        String login = arrivals.at(remove.position()).login();
        receipts[remove.position()] = cancel(remove.cancel(), login);
      } else if (step instanceof Step.Answer answer) {
        receipts[answer.position()] = Receipt.acceptable(answer.check().key());
      } else if (step instanceof Step.Refuse refuse) {
        receipts[refuse.position()] =
            refuse(arrivals.at(refuse.position()), refuse.refused(), admission);
      }
    }
    return arrivals.answers(receipts);
  }

  private static void answer(
      List<Registered> stored,
      List<Step.Numbered> numbered,
      RegistrationRequests arrivals,
      Admission admission,
      Receipt[] receipts) {
    Map<JobKey, Integer> positions = new HashMap<>();
    numbered.forEach(each -> positions.put(each.job().key(), each.position()));
    for (Registered registered : stored) {
      int position = requireNonNull(positions.get(registered.job().key()));
      JobKey key = registered.job().key();
      receipts[position] =
          registered.outcome() == Outcome.REJECTED
              ? refuse(arrivals.at(position), admission.alreadyWaiting(key), admission)
              : Receipt.of(registered);
    }
  }

  private Receipt cancel(Intent.Cancel cancel, @Nullable String login) {
    return Receipt.of(cancel.key(), jobs.cancel(cancel.key(), cancel.sentAt(), login));
  }

  private static Receipt refuse(
      RegistrationRequest arrival, Intent.Refused refused, Admission admission) {
    admission.keep(arrival, refused);
    return Receipt.rejected(refused);
  }
}
