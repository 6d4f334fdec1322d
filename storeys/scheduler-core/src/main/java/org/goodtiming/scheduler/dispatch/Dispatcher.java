package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.goodtiming.scheduler.dispatch.DispatchEvent.BatchAbandoned;
import org.goodtiming.scheduler.dispatch.DispatchEvent.BatchFailed;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.lease.Term;
import org.goodtiming.scheduler.policy.DueQueues;
import org.goodtiming.scheduler.telemetry.Events;
import org.goodtiming.scheduler.telemetry.Failures;

/** The leader's work: poll, dispatch what is due, wait for the next due time. */
record Dispatcher(
    Poll poll,
    DelayedRegistrations delayed,
    DueSignal signal,
    JobDispatch dispatch,
    Executor executor,
    DispatchConfig config,
    Events events) {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  /** Between two polls while the node rests: what no signal tells waits for so long. */
  private static final Duration REST = Duration.ofSeconds(1);

  /** A job that is due within this time is polled for at the interval, and needs the clocks. */
  private static final Duration SOON = EarlyDispatch.SOON.plus(REST);

  Dispatcher {
    dispatch = new ReportedDispatch(dispatch, poll, events, config);
  }

  /** Works until the deadline, or the end of the term. */
  void run(Term term, Deadline deadline) throws InterruptedException {
    while (term.lasts() && !deadline.passed()) {
      DueQueues dueQueues = poll.dueQueues(term.lease(), ClaimCursor.NONE);
      if (!dueQueues.nothingDue() && delayed.holdDispatch(dueQueues.now())) {
        TimeUnit.NANOSECONDS.sleep(min(BETWEEN_LOOKS, deadline.remaining()).toNanos());
      } else if (dispatchDue(term, dueQueues, deadline) == 0) {
        rest(dueQueues, deadline);
      }
    }
  }

  private int dispatchDue(Term term, DueQueues dueQueues, Deadline deadline) {
    Lease lease = term.lease();
    BatchQuota first = BatchQuota.first(dueQueues, config.batchSize());
    int taken;
    try {
      taken =
          first.isNothing()
              ? 0
              : new BatchRun(
                      term,
                      cursor -> poll.dueQueues(lease, cursor),
                      dispatch,
                      executor,
                      config.batchSize())
                  .run(first, deadline);
    } catch (RuntimeException e) {
      if (!term.lasts()) {
        events.tell(abandoned(term, e));
        return 0;
      }
      // Suspends early dispatch: the fallback retries only jobs that are due
      poll.suspendEarlyDispatch(config.fallbackBudget());
      BatchQuota left =
          BatchQuota.first(poll.dueQueues(lease, ClaimCursor.NONE), config.batchSize());
      events.tell(new BatchFailed(left.limits().keySet(), Failures.text(e)));
      if (delayed.holdDispatch(poll.databaseTime())) {
        return 0;
      }
      // Failing queues are not probed in the same round: the lease is to be renewed in time.
      return fallback().narrow(lease, left);
    }
    return term.lasts() ? taken + fallback().probe(lease, dueQueues.failingDue()) : taken;
  }

  private Fallback fallback() {
    return new Fallback(poll, dispatch, config);
  }

  private static BatchAbandoned abandoned(Term term, RuntimeException failure) {
    Lease lease = term.lease();
    Optional<Lease> successor = term.successor();
    return new BatchAbandoned(
        lease.partition(),
        lease.epoch(),
        successor.map(Lease::holder).orElse(null),
        successor.map(Lease::epoch).orElse(0L),
        Failures.text(failure));
  }

  private void rest(DueQueues dueQueues, Deadline deadline) throws InterruptedException {
    // What is due could not be claimed now
    Duration untilDue = dueQueues.notDue().untilNext().orElse(config.pollInterval());
    Duration wait = min(min(untilDue, config.pollInterval()), deadline.remaining());
    boolean isSoon = dueQueues.untilNext().filter(next -> next.compareTo(SOON) <= 0).isPresent();
    signal.await(dueQueues.now(), wait, isSoon ? wait : min(REST, deadline.remaining()));
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
