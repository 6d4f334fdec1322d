package org.goodtiming.scheduler.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Something that has to happen within a time; otherwise a job is dispatched. {@link #otherwise}
 * registers that job, and {@link JobScheduler#fulfil} cancels it. One of both comes first: either
 * the worker gets the job, or the job is cancelled, never both.
 *
 * <p>Not thread-safe.
 */
public final class Expectation {

  private final JobScheduler scheduler;
  private final String jobId;
  private @Nullable Duration within;
  private @Nullable Instant since;

  Expectation(JobScheduler scheduler, String jobId) {
    this.scheduler = scheduler;
    this.jobId = StorableText.name("jobId", jobId);
  }

  /**
   * How long the expectation waits, from the time at which it is stored, by the database's clock.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public Expectation within(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("within is " + time + " but must not be negative");
    }
    this.within = time;
    return this;
  }

  /**
   * Fulfilments that were sent after this moment count, too: then the expectation is fulfilled
   * already, and nothing is stored. By default those count that are sent after the expectation. The
   * scheduler knows the fulfilments of the last day.
   *
   * @param moment for example when the payment was requested; allow for the difference between the
   *     clocks of those who expect and those who fulfil
   */
  public Expectation since(Instant moment) {
    this.since = Objects.requireNonNull(moment, "moment");
    return this;
  }

  /**
   * Registers the job that is dispatched unless the expectation is fulfilled, without payload.
   *
   * @param queue the worker queue, as on the scheduler's allow-list
   * @return the key for {@link JobScheduler#fulfil}
   * @throws IllegalStateException if {@link #within} was not called
   * @throws JobSchedulerException as by {@link JobScheduler#schedule}; nothing is expected then
   */
  public JobKey otherwise(String queue) {
    return otherwise(queue, UnaryOperator.identity());
  }

  /**
   * The same with a payload, properties, a group and so on.
   *
   * @param details adds them; job id and due time are set after it
   */
  public JobKey otherwise(String queue, UnaryOperator<JobRequestBuilder> details) {
    if (within == null) {
      throw new IllegalStateException("an expectation needs a time: call within(...)");
    }
    JobRequestBuilder job = details.apply(JobRequest.on(queue)).jobId(jobId).delay(within);
    JobRequest request = (since == null ? job : job.since(since)).build();
    scheduler.schedule(request);
    return request.key();
  }
}
