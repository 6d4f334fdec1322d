package org.goodtiming.scheduler.deadletter;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.execution.RunRetries;
import org.goodtiming.scheduler.execution.RunRetries.Failure;
import org.goodtiming.scheduler.execution.RunRetry;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.queue.QueueRetry;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.job.run.JobRetries;
import org.goodtiming.scheduler.job.run.Retry;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.retry.RetryDecision;
import org.jspecify.annotations.Nullable;

/**
 * Tries jobs again that workers have failed at, as their policies or those of their queues say, in
 * the caller's transaction.
 *
 * @param random from 0 to less than 1, for jitter
 */
record JobRetrier(
    WorkerQueueStore queues,
    RegistrationParser parser,
    JobRetries jobs,
    RunRetries runs,
    DoubleSupplier random) {

  /**
   * @param queueName where the worker has failed; null if not known
   */
  RetryDecision retry(ReceivedMessage message, @Nullable String queueName, WorkFailure why) {
    FailedJob job = FailedJob.of(message, queueName).orElse(null);
    if (job == null) {
      return RetryDecision.NONE;
    }
    return job.token() == null
        ? queues
            .retry(job.key().queue())
            .map(queue -> retryOrTell(job, queue, why))
            .orElse(RetryDecision.NONE)
        : retry(job, job.token(), why);
  }

  private RetryDecision retry(FailedJob job, String token, WorkFailure why) {
    Failure failure =
        new Failure(job.fireId(), token, why.reason(), null, why.least(), Duration.ZERO);
    return runs.retry(List.of(failure)).stream()
        .map(RunRetry::decision)
        .findFirst()
        .orElse(RetryDecision.NONE);
  }

  private RetryDecision retryOrTell(FailedJob job, QueueRetry queue, WorkFailure why) {
    RetryDecision decision = why.isRetriable() ? retry(job, queue, why) : RetryDecision.NONE;
    if (decision.delay() == null && queue.events()) {
      String text =
          decision.note().isEmpty() ? why.reason() : decision.note() + ": " + why.reason();
      jobs.tellQuarantined(job.key(), job.fireId(), job.attempt(), text);
    }
    return decision;
  }

  private RetryDecision retry(FailedJob job, QueueRetry queue, WorkFailure why) {
    String policy = Objects.requireNonNullElse(job.policy(), queue.policy());
    RetryDecision decision = RetryDecision.of(policy, job.attempt(), random).notBefore(why.least());
    Duration delay = decision.delay();
    if (delay == null) {
      return decision;
    }
    if (!(job.registration(parser, queue.now()) instanceof Intent.Schedule schedule)) {
      return RetryDecision.no(decision.note() + ", and it can no longer be registered");
    }
    Retry retry =
        new Retry(
            job.fireId(),
            job.attempt() + 1,
            delay,
            decision.error(why.reason()),
            job.definition(),
            job.planned());
    NewJob again = queue.encrypted() ? schedule.job().toBeEncrypted() : schedule.job();
    return jobs.store(again, retry)
        ? decision
        : RetryDecision.no(
            decision.note()
                + ": SCHED-0649 it is not tried again, because it was cancelled after its registration, or another job waits under its key");
  }
}
