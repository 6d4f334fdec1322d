package org.goodtiming.scheduler.dispatch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.goodtiming.scheduler.config.TimerConfig;
import org.goodtiming.scheduler.job.DueJobs;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.Outlook;
import org.goodtiming.scheduler.lease.Lease;

/** The leader's work: look, hand over what is due, wait for the next due time. */
final class Dispatcher {

  private static final Logger LOG = System.getLogger(Dispatcher.class.getName());

  private final DueJobs jobs;
  private final DueSignal signal;
  private final Pipeline pipeline;
  private final Fallback fallback;
  private final TimerConfig timer;
  private final DispatchConfig config;

  Dispatcher(
      DueJobs jobs,
      DueSignal signal,
      HandOff handOff,
      Executor executor,
      TimerConfig timer,
      DispatchConfig config) {
    this.jobs = jobs;
    this.signal = signal;
    this.pipeline = new Pipeline(handOff, executor);
    this.fallback = new Fallback(jobs, handOff, config);
    this.timer = timer;
    this.config = config;
  }

  /** Works until the beat is over. */
  void run(Lease lease, Beat beat) throws InterruptedException {
    while (!beat.over()) {
      Outlook outlook = jobs.look();
      if (handOver(lease, outlook, beat) == 0) {
        rest(outlook, beat);
      }
    }
  }

  private int handOver(Lease lease, Outlook outlook, Beat beat) {
    List<String> queues = outlook.healthyDue();
    int share = Math.max(1, config.batchSize() / Math.max(1, queues.size()));
    int taken;
    try {
      taken = queues.isEmpty() ? 0 : pipeline.run(lease, queues, share, beat);
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "SCHED-0201 a batch for {0} did not commit; each queue, then each job is tried alone: {1}",
          queues,
          Failures.text(e));
      // Failing queues are not probed in the same round: the lease is to be renewed in time.
      return fallback.narrow(lease, queues, share);
    }
    return taken + fallback.probe(lease, outlook.failingDue());
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
