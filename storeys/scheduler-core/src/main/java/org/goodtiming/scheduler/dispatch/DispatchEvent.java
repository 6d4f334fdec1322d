package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Histogram;
import org.goodtiming.scheduler.telemetry.Meters;
import org.goodtiming.scheduler.telemetry.OperatorLog;
import org.jspecify.annotations.Nullable;

/** The events of dispatch. */
public interface DispatchEvent extends Event {

  List<Double> STATEMENTS = List.of(0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0);
  Histogram POLL = new Histogram("scheduler.poll", "Duration of a poll", STATEMENTS);
  Histogram COMMIT =
      new Histogram("scheduler.commit", "Duration of the commit of a batch", STATEMENTS);
  Histogram BATCH =
      new Histogram(
          "scheduler.batch.jobs",
          "Number of jobs in a batch",
          List.of(1.0, 10.0, 100.0, 1_000.0, 10_000.0));
  Histogram LATENESS =
      new Histogram(
          "scheduler.lateness",
          "From a job's due time to the commit that sends it",
          List.of(
              0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0, 600.0, 3600.0));

  /** The node has started; creates the metrics, so that they exist before their first value. */
  record DispatchStarted() implements DispatchEvent {
    @Override
    public void measure(Meters meters) {
      timerCalled(meters, 0);
      meters.record(BATCH);
      List.of(POLL, COMMIT).forEach(each -> meters.time(each, Map.of()));
      showOffset(meters, Double.NaN);
    }
  }

  /** The server has called the EJB timer of this node. */
  record TimerCalled() implements DispatchEvent {
    @Override
    public void measure(Meters meters) {
      timerCalled(meters, 1);
    }
  }

  /** The leader has polled the database. */
  record Polled(Duration took) implements DispatchEvent {
    @Override
    public void measure(Meters meters) {
      meters.time(POLL, Map.of(), took.toNanos() / 1_000);
    }
  }

  /**
   * One batch's jobs of one queue were sent.
   *
   * @param dropped jobs that had expired or were cancelled, and were not sent
   * @param latenessMicros of each job that was sent: from its due time to the commit
   */
  record JobsDispatched(String queue, int dropped, long[] latenessMicros) implements DispatchEvent {
    @Override
    public void measure(Meters meters) {
      Map.of("sent", latenessMicros.length, "dropped", dropped)
          .forEach((outcome, jobs) -> dispatched(meters, queue, outcome, jobs));
      meters.time(LATENESS, Map.of("queue", queue), latenessMicros);
    }
  }

  /** The broker has refused the message of a job because it already had it. */
  record JobAlreadySent(JobKey key, UUID fireId) implements DispatchEvent {
    @Override
    public void log(OperatorLog log) {
      log.warning(
          "SCHED-0218 the broker already has the message of job {0}, fire id {1}: the job counts as dispatched and is not sent again",
          key.toString().replaceAll("\\p{Cntrl}", "\ufffd"), fireId);
    }

    @Override
    public void measure(Meters meters) {
      dispatched(meters, key.queue(), "duplicate", 1);
    }
  }

  record BatchCommitted(int jobs, Duration commit) implements DispatchEvent {
    @Override
    public void measure(Meters meters) {
      meters.record(BATCH, jobs);
      meters.time(COMMIT, Map.of(), commit.toNanos() / 1_000);
    }
  }

  record BatchFailed(Set<String> queues, String error) implements DispatchEvent {
    @Override
    public void log(OperatorLog log) {
      log.warning(
          "SCHED-0201 a batch for {0} did not commit; retrying each queue alone, then each job alone: {1}",
          queues, error);
    }
  }

  /**
   * A batch did not commit, and this node no longer leads: the new holder claims its jobs.
   *
   * @param holder of the lease now; null if not known
   */
  record BatchAbandoned(
      String partition, long epoch, @Nullable String holder, long holderEpoch, String error)
      implements DispatchEvent {
    @Override
    public void log(OperatorLog log) {
      log.warning(
          "SCHED-0212 a batch of partition {0}, epoch {1}, did not commit after the lease was lost;"
              + " {2}; its jobs wait for the holder of the lease: {3}",
          partition,
          epoch,
          holder == null
              ? "the holder of the lease is not known yet"
              : "node %s holds it now, epoch %d".formatted(holder, holderEpoch),
          error);
    }
  }

  /**
   * No job could be sent to the queue.
   *
   * @param jobs that were tried
   */
  record QueueRests(String queue, int jobs, Duration retryWithin, String error)
      implements DispatchEvent {
    @Override
    public void log(OperatorLog log) {
      log.warning(
          "SCHED-0202 no job could be sent to queue {0}; its jobs wait, next try within {1}: {2}",
          queue, retryWithin, error);
    }

    @Override
    public void measure(Meters meters) {
      failed(meters, queue, jobs);
    }
  }

  record QueueRecovered(String queue) implements DispatchEvent {
    @Override
    public void log(OperatorLog log) {
      log.info("SCHED-0203 jobs can be sent to queue {0} again", queue);
    }
  }

  /**
   * Jobs could not be sent while others of their queue could.
   *
   * @param quarantined how many of them had used up their attempts
   * @param exhausted how many tracked runs ended with that
   */
  record JobsFailed(
      String queue, int jobs, int quarantined, int exhausted, int maxAttempts, String error)
      implements DispatchEvent {
    @Override
    public void log(OperatorLog log) {
      log.warning(
          "SCHED-0204 {0} jobs of queue {1} could not be dispatched while others could; they wait"
              + " and are quarantined after {2} attempts: {3}",
          jobs, queue, maxAttempts, error);
    }

    @Override
    public void measure(Meters meters) {
      failed(meters, queue, jobs);
      FailedJobs.countQuarantined(meters, quarantined, queue, "dispatch");
    }
  }

  /** Whether this node dispatches the jobs of a partition that it may lead. */
  record PartitionLed(String partition, boolean leads) implements DispatchEvent {
    @Override
    public void measure(Meters meters) {
      meters.set(
          "scheduler.lease.held",
          "1 on the node that dispatches the jobs of the partition",
          leads ? 1 : 0,
          Map.of("partition", partition));
    }
  }

  /**
   * @param brokerAhead upper bound of the time by which the broker's clock is ahead of the
   *     database's
   */
  record ClocksCompared(Duration brokerAhead) implements DispatchEvent {
    @Override
    public void measure(Meters meters) {
      showOffset(meters, Meters.seconds(brokerAhead));
    }
  }

  /** The clocks can be compared again. */
  record ClocksKnown() implements DispatchEvent {
    @Override
    public void log(OperatorLog log) {
      log.info("SCHED-0209 the broker's clock is known again: early dispatch resumes");
    }
  }

  record ClocksUnknown(Duration retryAfter, String error) implements DispatchEvent {
    @Override
    public void log(OperatorLog log) {
      log.warning(
          "SCHED-0208 the broker''s clock offset is not known, so jobs are dispatched when they are due,"
              + " not earlier (scheduler.dispatch.lead-time); retrying every {0} s: {1}",
          retryAfter.toSeconds(), error);
    }

    @Override
    public void measure(Meters meters) {
      showOffset(meters, Double.NaN);
    }
  }

  private static void timerCalled(Meters meters, int calls) {
    meters.count("scheduler.timer.calls", "Calls of the EJB timer of this node", calls, Map.of());
  }

  private static void dispatched(Meters meters, String queue, String outcome, int jobs) {
    meters.count(
        "scheduler.dispatched.jobs",
        "Jobs sent to their worker queue, dropped because they had expired or were cancelled, or duplicates that the broker already had",
        jobs,
        Map.of("queue", queue, "outcome", outcome));
  }

  private static void failed(Meters meters, String queue, int jobs) {
    meters.count(
        "scheduler.failed.jobs",
        "Failed attempts to send a job to its worker queue",
        jobs,
        Map.of("queue", queue));
  }

  private static void showOffset(Meters meters, double seconds) {
    meters.set(
        "scheduler.broker.clock.offset.seconds",
        "Upper bound of how far the broker's clock is ahead of the database's",
        seconds,
        Map.of());
  }
}
