package org.goodtiming.scheduler.chaos;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The outcome of the jobs of unreliable workers, and their events. */
final class UnreliableRuns {

  private static final String DEAD_LETTERS = "scheduler.dead";

  private final AttemptLedger ledger;
  private final EventLedger events;
  private final AttemptedRuns silent;

  /**
   * @param prefix of the job ids
   */
  UnreliableRuns(FaultContext context, String prefix) {
    this.ledger = context.ledger().attempts();
    this.events = context.ledger().events();
    this.silent =
        AttemptedRuns.of(
            context.sql(),
            UnreliableQueue.SILENT.queue(),
            prefix,
            ledger.jobs(UnreliableQueue.SILENT));
  }

  /**
   * @param retries attempts after a dead letter
   * @param overdue runs that finished after an attempt that had exceeded its limit
   * @param events lifecycle events
   */
  record Figures(long retries, long overdue, long events) {
    static final Figures NONE = new Figures(0, 0, 0);

    @Override
    public String toString() {
      return "%d retries, %d runs finished after their limit, %d events"
          .formatted(retries, overdue, events);
    }
  }

  /** How many jobs, messages and events are still to come. */
  static long open(FaultContext context) throws Exception {
    long open = context.sql().number("SELECT count(*) FROM scheduler.event");
    for (var queue : UnreliableQueue.values()) {
      open += context.console().messagesOn(queue.queue());
    }
    return open
        + context.console().messagesOn(DEAD_LETTERS)
        + context.console().messagesOn(EventInbox.QUEUE)
        + context.ledger().attempts().unfinished().size();
  }

  /** The runs of silent workers, of which each attempt has a limit. */
  AttemptedRuns silent() {
    return silent;
  }

  /** Acknowledged jobs of which an event is missing, or one came that should not. */
  Set<String> untold() {
    var untold = new TreeSet<String>();
    for (var jobId : ledger.jobs(UnreliableQueue.FAILING).acknowledged()) {
      note(untold, jobId, ledger.latestAttempt(jobId), List.of());
    }
    for (var run : silent.runs()) {
      note(untold, run.jobId(), run.attempt(), List.of("finished " + run.attempt()));
    }
    return untold;
  }

  Figures figures() {
    return new Figures(
        ledger.retries(UnreliableQueue.FAILING), silent.figures().sentAgain(), events.events());
  }

  private void note(Set<String> untold, String jobId, int attempts, List<String> end) {
    if (!events.isComplete(jobId, attempts, end)) {
      untold.add("%s, %d attempts: %s".formatted(jobId, attempts, events.of(jobId)));
    }
  }
}
