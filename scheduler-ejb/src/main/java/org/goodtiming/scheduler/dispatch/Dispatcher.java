package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.goodtiming.scheduler.config.TimerConfig;
import org.goodtiming.scheduler.job.Claim;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.Outlook;
import org.goodtiming.scheduler.job.Progress;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.lease.LeaseKeeper.Term;
import org.goodtiming.scheduler.telemetry.Event.BatchAbandoned;
import org.goodtiming.scheduler.telemetry.Event.BatchFailed;
import org.goodtiming.scheduler.telemetry.Events;
import org.goodtiming.scheduler.telemetry.Failures;

/** The leader's work: look, hand over what is due, wait for the next due time. */
final class Dispatcher {

  private final Poll poll;
  private final DueSignal signal;
  private final HandOff handOff;
  private final Pipeline pipeline;
  private final Fallback fallback;
  private final TimerConfig timer;
  private final DispatchConfig config;
  private final Events events;

  Dispatcher(
      Poll poll,
      DueSignal signal,
      HandOff handOff,
      Executor executor,
      TimerConfig timer,
      DispatchConfig config,
      Events events) {
    this.poll = poll;
    this.signal = signal;
    this.handOff = new ReportedHandOff(handOff, poll::databaseTime, events, config);
    this.pipeline = new Pipeline(executor);
    this.fallback = new Fallback(poll, this.handOff, config);
    this.timer = timer;
    this.config = config;
    this.events = events;
  }

  /** Works until the beat is over, or the term. */
  void run(Term term, Beat beat) throws InterruptedException {
    while (term.lasts() && !beat.over()) {
      Outlook outlook = poll.look(Progress.NONE);
      if (handOver(term, outlook, beat) == 0) {
        rest(outlook, beat);
      }
    }
  }

  private int handOver(Term term, Outlook outlook, Beat beat) {
    Lease lease = term.lease();
    Share first = Share.first(outlook, config.batchSize());
    int taken;
    try {
      taken =
          first.isNothing()
              ? 0
              : pipeline.run(
                  first,
                  (share, claim) -> next(term, share, claim),
                  (share, overlap) -> handOff.batch(lease, share, overlap).rows(),
                  beat);
    } catch (RuntimeException e) {
      if (!term.lasts()) {
        events.tell(abandoned(term, e));
        return 0;
      }
      // What is tried singly must be due: so the failing one is among them
      poll.suspendAhead(config.fallbackBudget());
      Share left = Share.first(poll.look(Progress.NONE), config.batchSize());
      events.tell(new BatchFailed(left.most().keySet(), Failures.text(e)));
      // Failing queues are not probed in the same round: the lease is to be renewed in time.
      return fallback.narrow(lease, left);
    }
    return term.lasts() ? taken + fallback.probe(lease, outlook.failingDue()) : taken;
  }

  /**
   * Nothing when the term is over, or while a failing queue waits to be probed: that is done
   * between two runs.
   */
  private Share next(Term term, Share last, Claim taken) {
    if (!term.renew()) {
      return Share.NOTHING;
    }
    Outlook outlook = poll.look(taken.progress());
    return outlook.failingDue().isEmpty()
        ? last.next(taken, outlook, config.batchSize())
        : Share.NOTHING;
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

  private void rest(Outlook outlook, Beat beat) throws InterruptedException {
    Duration untilDue =
        outlook.nothingDue() ? outlook.untilNext().orElse(timer.look()) : timer.look();
    signal.await(outlook.now(), min(untilDue, min(timer.look(), beat.remaining())));
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
