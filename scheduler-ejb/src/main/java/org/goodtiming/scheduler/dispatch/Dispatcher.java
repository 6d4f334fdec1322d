package org.goodtiming.scheduler.dispatch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.goodtiming.scheduler.config.TimerConfig;
import org.goodtiming.scheduler.job.Claim;
import org.goodtiming.scheduler.job.DueJobs;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.Outlook;
import org.goodtiming.scheduler.job.Progress;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.lease.LeaseKeeper.Term;
import org.goodtiming.scheduler.telemetry.Failures;

/** The leader's work: look, hand over what is due, wait for the next due time. */
final class Dispatcher {

  private static final Logger LOG = System.getLogger(Dispatcher.class.getName());

  private final DueJobs jobs;
  private final DueSignal signal;
  private final HandOff handOff;
  private final Pipeline pipeline;
  private final Fallback fallback;
  private final Ahead ahead;
  private final TimerConfig timer;
  private final DispatchConfig config;

  Dispatcher(
      DueJobs jobs,
      DueSignal signal,
      HandOff handOff,
      Executor executor,
      Ahead ahead,
      TimerConfig timer,
      DispatchConfig config) {
    this.jobs = jobs;
    this.signal = signal;
    this.handOff = handOff;
    this.pipeline = new Pipeline(executor);
    this.fallback = new Fallback(jobs, handOff, config);
    this.ahead = ahead;
    this.timer = timer;
    this.config = config;
  }

  /** Works until the beat is over, or the term. */
  void run(Term term, Beat beat) throws InterruptedException {
    while (term.lasts() && !beat.over()) {
      Outlook outlook = look(Progress.NONE);
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
                  (share, overlap) -> handOff.batch(lease, share, overlap),
                  beat);
    } catch (RuntimeException e) {
      if (!term.lasts()) {
        return 0;
      }
      // What is tried singly must be due: so the failing one is among them
      ahead.rest(config.fallbackBudget());
      Share left = Share.first(look(Progress.NONE), config.batchSize());
      LOG.log(
          Level.WARNING,
          "SCHED-0201 a batch for {0} did not commit; each queue, then each job is tried alone: {1}",
          left.most().keySet(),
          Failures.text(e));
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
    Outlook outlook = look(taken.progress());
    return outlook.failingDue().isEmpty()
        ? last.next(taken, outlook, config.batchSize())
        : Share.NOTHING;
  }

  private Outlook look(Progress progress) {
    return jobs.look(progress, ahead.toLook());
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
