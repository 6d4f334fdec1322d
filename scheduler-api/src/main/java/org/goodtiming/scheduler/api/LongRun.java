package org.goodtiming.scheduler.api;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One attempt of a long run; it begins with the commit of the message's transaction. */
final class LongRun implements RunContext {

  private static final Logger LOG = System.getLogger(LongRun.class.getName());

  private record Report(
      String event, Map<String, Object> fields, @Nullable ExecutionResult result) {

    /** Whether it ends this attempt, and another one may follow. */
    boolean mayBeFollowed() {
      return event.equals("failed") || event.equals("returned");
    }
  }

  private final JobDelivery job;
  private final int attempt;
  private final Reporter reporter;
  private final LongRunningTask task;
  private final Duration timeout;
  private final RunNotes notes = new RunNotes();
  private final AtomicReference<@Nullable Report> end = new AtomicReference<>();
  private volatile boolean cancelled;
  private volatile boolean cancelRequested;
  private volatile boolean reported;

  LongRun(JobDelivery job, int attempt, Reporter reporter, LongRunningTask task, Duration timeout) {
    this.job = job;
    this.attempt = attempt;
    this.reporter = reporter;
    this.task = task;
    this.timeout = timeout;
  }

  @Override
  public JobDelivery job() {
    return job;
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public boolean cancelled() {
    return cancelled;
  }

  @Override
  public void checkpoint(String json) {
    notes.checkpoint(json);
  }

  @Override
  public void log(String line) {
    notes.log(line);
  }

  @Override
  public void progress(int percent, @Nullable String text) {
    Map<String, Object> fields = Reporter.progress(percent, text);
    fields.put("timeout", timeout);
    send(new Report("progress", fields, null));
  }

  void work() {
    endAs(outcome());
  }

  private Report outcome() {
    try {
      return new Report("finished", Map.of(), task.run(this));
    } catch (CancellationException e) {
      String event = cancelRequested ? "cancelled" : "failed";
      return new Report(event, Map.of("message", String.valueOf(e.getMessage())), null);
    } catch (DoNotRetryException e) {
      return new Report("failed", Map.of("message", e.toString(), "retry", false), null);
    } catch (RetryAtException e) {
      return new Report("failed", Map.of("message", e.toString(), "retryAt", e.at()), null);
    } catch (Throwable e) {
      // An error, too: the heartbeats of a task that is gone would keep its run running for ever
      return new Report("failed", Map.of("message", e.toString()), null);
    }
  }

  /** The scheduler asks the task to stop. The task itself ends the run. */
  void cancel() {
    cancelRequested = true;
    cancelled = true;
  }

  /** The application stops: another worker should repeat the work from its beginning. */
  void handBack() {
    cancelled = true;
    endAs(new Report("returned", Map.of(), null));
  }

  /** Sends a heartbeat, or the end if it could not be reported before. */
  void heartbeat() {
    Report ended = end.get();
    if (ended == null) {
      send(new Report("heartbeat", Map.of("timeout", timeout), null));
    } else {
      report(ended);
    }
  }

  /** Whether the end of the run has been reported to the scheduler. */
  boolean isReported() {
    return reported;
  }

  /** The first end counts. */
  private void endAs(Report proposed) {
    Report first = end.compareAndExchange(null, proposed);
    report(first == null ? proposed : first);
  }

  private synchronized void report(Report ended) {
    if (!reported) {
      reported = send(ended);
    }
  }

  /** One after the other, so that no report takes over a later checkpoint. */
  private synchronized boolean send(Report report) {
    RunNotes.Taken taken = report.mayBeFollowed() ? notes.takeLast() : notes.take();
    try {
      reporter.send(report.event(), taken.with(report.fields()), report.result());
      return true;
    } catch (JobSchedulerException e) {
      notes.giveBack(taken);
      LOG.log(
          Level.WARNING,
          "{0}; the next heartbeat reports that the run continues, or how it ended",
          e.getMessage());
      return false;
    }
  }
}
