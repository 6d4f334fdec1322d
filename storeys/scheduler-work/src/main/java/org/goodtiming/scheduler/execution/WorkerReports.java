package org.goodtiming.scheduler.execution;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.goodtiming.scheduler.execution.ExecutionEvent.JobRetried;
import org.goodtiming.scheduler.execution.ExecutionEvent.ReportsTaken;
import org.goodtiming.scheduler.intake.BatchRules;
import org.goodtiming.scheduler.intake.MessageBatches;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.QuarantineReason;
import org.goodtiming.scheduler.quarantine.QuarantineReason.Stage;
import org.goodtiming.scheduler.telemetry.Events;

/** Takes the reports of workers, in the caller's transaction. */
public final class WorkerReports {

  static final BatchRules RULES = BatchRules.of(1_000, 8L * 1024 * 1024);

  private final Function<ReceivedMessage, Report> parser;
  private final ReportStore store;
  private final Quarantine quarantine;
  private final TransactionSynchronizationRegistry transactions;
  private final Events events;
  private final MessageBatches batches;

  /**
   * @param parser throws a {@link RefusedReportException} for an invalid report
   */
  WorkerReports(
      Function<ReceivedMessage, Report> parser,
      ReportStore store,
      Quarantine quarantine,
      TransactionSynchronizationRegistry transactions,
      Events events,
      BooleanSupplier serversAnswer) {
    this.parser = parser;
    this.store = store;
    this.quarantine = quarantine;
    this.transactions = transactions;
    this.events = events;
    this.batches = new MessageBatches(RULES, transactions, serversAnswer);
  }

  MessageBatches batches() {
    return batches;
  }

  /**
   * @param messages in order of arrival
   */
  void take(List<ReceivedMessage> messages) {
    List<Report> reports = new ArrayList<>(messages.size());
    for (ReceivedMessage message : messages) {
      try {
        reports.add(parsed(message));
      } catch (RefusedReportException e) {
        quarantine.keep(message, quarantineReason(e.code(), e.reason(), message));
        store.refused(ReportParser.fireIds(message));
      }
    }
    tell(store.book(reports), reports.size(), messages.size() - reports.size());
  }

  /**
   * Stores a report that came in another way than by the queue.
   *
   * @param least before the next attempt, if the run has failed
   * @param worked how long the worker had worked, if it did not report its start
   * @return false if it changes nothing, because it is late, repeated, or of another attempt
   */
  public boolean take(Report report, Duration least, Duration worked) {
    ReportStore.Booked booked = store.book(List.of(report), least, worked);
    tell(booked, 1, 0);
    return booked.ignored().isEmpty();
  }

  private void tell(ReportStore.Booked booked, int reports, int refused) {
    int ignored = booked.ignored().size();
    ReportsTaken taken = new ReportsTaken(reports - ignored, ignored, refused);
    RunTally ended = new RunTally(booked.changes());
    AfterCompletion.afterCommit(
        transactions,
        () -> {
          events.tell(taken);
          ended.tell(events);
          booked.retried().stream()
              .filter(retry -> !retry.decision().isPostponement())
              .forEach(retry -> events.tell(new JobRetried(retry.queue())));
        });
  }

  private Report parsed(ReceivedMessage message) {
    if (batches.failures().isGivenUp(message)) {
      throw ReportRefusal.STORE_FAILED.because();
    }
    return parser.apply(message);
  }

  /** A message that the broker cannot deliver; it is removed from the broker afterwards. */
  void keepOnce(String brokerKey, ReceivedMessage message) {
    ReportRefusal refusal = ReportRefusal.UNDELIVERABLE;
    quarantine.keepOnce(
        brokerKey, message, quarantineReason(refusal.code, refusal.reason(), message));
    store.refused(ReportParser.fireIds(message));
  }

  private static QuarantineReason quarantineReason(
      String code, String reason, ReceivedMessage message) {
    return new QuarantineReason(
        Stage.EXECUTION, code, reason, null, null, message.origin().sender().login());
  }
}
