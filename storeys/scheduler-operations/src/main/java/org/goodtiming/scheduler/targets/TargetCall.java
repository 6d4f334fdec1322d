package org.goodtiming.scheduler.targets;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.deadletter.DeadLetters;
import org.goodtiming.scheduler.deadletter.WorkFailure;
import org.goodtiming.scheduler.execution.Report;
import org.goodtiming.scheduler.execution.WorkerReports;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.post.PostDeadlines;
import org.goodtiming.scheduler.post.SignedPost;
import org.goodtiming.scheduler.targets.CallResult.Outcome;
import org.goodtiming.scheduler.telemetry.Events;
import org.jspecify.annotations.Nullable;

/** Posts a job to its target and stores what follows, in the caller's transaction. */
@Singleton
final class TargetCall {

  private final SignedPost post;
  private final WorkerReports reports;
  private final DeadLetters letters;
  private final Events events;
  private final Clock clock;

  @Inject
  TargetCall(
      SchedulerConfig config,
      PostDeadlines deadlines,
      WorkerReports reports,
      DeadLetters letters,
      Events events) {
    this.post = SignedPost.of(config.target(), deadlines);
    this.reports = reports;
    this.letters = letters;
    this.events = events;
    this.clock = Clock.systemUTC();
  }

  /** Whether it has written to the database. */
  boolean of(Target target, ReceivedMessage job) {
    long begin = System.nanoTime();
    CallResult result = result(target, job);
    Duration call = Duration.ofNanos(System.nanoTime() - begin);
    events.tell(new TargetCalled(target.queue(), result.outcome().label()));
    String token = text(job, WireContract.TOKEN);
    UUID fireId = job.fireId();
    if (token != null && fireId != null) {
      reports.take(report(target, fireId, token, result.asEndOfRun()), result.least(), call);
      return true;
    }
    boolean retriable = result.outcome() == Outcome.FAILED;
    if (retriable || result.outcome() == Outcome.REFUSED) {
      letters.failed(
          job,
          target.queue(),
          new WorkFailure(result.code(), result.text(), retriable, result.least()));
      return true;
    }
    return false;
  }

  private CallResult result(Target target, ReceivedMessage job) {
    UUID fireId = job.fireId();
    if (fireId == null) {
      return new CallResult(
          Outcome.REFUSED,
          "SCHED-0722",
          "the message is not from the scheduler: find out who writes to its queue",
          Duration.ZERO,
          null);
    }
    byte[] body = Objects.requireNonNullElse(job.body(), new byte[0]);
    try {
      SignedPost.Message message =
          new SignedPost.Message(fireId.toString(), JobHeaders.of(job), body);
      return CallResult.of(
          post.send(target.url(), message, CallResult.MAX_RESULT), clock.instant());
    } catch (IOException e) {
      return CallResult.of(e);
    }
  }

  private static Report report(Target target, UUID fireId, String token, CallResult result) {
    Report.Event event =
        switch (result.outcome()) {
          case FINISHED -> Report.Event.FINISHED;
          case ACCEPTED -> Report.Event.STARTED;
          case FAILED, REFUSED -> Report.Event.FAILED;
        };
    String message = result.code().isEmpty() ? null : result.code() + " " + result.text();
    return new Report(
        fireId,
        token,
        event,
        message,
        null,
        target.host(),
        null,
        null,
        result.result(),
        result.outcome() == Outcome.FAILED,
        null,
        Report.Notes.NONE);
  }

  private static @Nullable String text(ReceivedMessage job, String property) {
    Object value = job.properties().get(property);
    return value == null ? null : value.toString();
  }
}
