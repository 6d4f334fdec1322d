package org.goodtiming.scheduler.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;
import org.goodtiming.scheduler.telemetry.OperatorLog;

/** The measurements of the broker's queues by the leader. */
public interface BacklogEvent extends Event {

  /** The number of messages that the broker withholds because they are too large for every node. */
  record OversizeCounted(long messages) implements BacklogEvent {

    @Override
    public void log(OperatorLog log) {
      if (messages > log.last(OversizeCounted.class).map(OversizeCounted::messages).orElse(0L)) {
        log.warning(
            "SCHED-0823 {0} messages of more than 48 MiB are in queue scheduler.oversize of the broker:"
                + " no node reads them, and their jobs are not registered",
            messages);
      }
    }

    @Override
    public void measure(Meters meters) {
      meters.ofLeader(
          "scheduler.oversize.messages",
          "Messages that the broker keeps from the nodes because of their size",
          messages);
    }
  }

  /** The backlogs of the worker queues at the broker; empty while they are not known. */
  record BacklogsSeen(List<QueueBacklog> queues) implements BacklogEvent {

    @Override
    public void measure(Meters meters) {
      meters
          .ofLeader(queues, each -> Map.of("queue", each.queue))
          .sum(
              "scheduler.worker.queue.messages",
              "Messages in the worker queue, also those that are delivered",
              QueueBacklog::messages)
          .sum(
              "scheduler.worker.queue.delivering",
              "Messages that consumers have and have not acknowledged",
              QueueBacklog::delivering)
          .sum(
              "scheduler.worker.queue.scheduled",
              "Messages that the broker delivers later",
              QueueBacklog::scheduled)
          .sum(
              "scheduler.worker.queue.consumers",
              "Consumers of the worker queue",
              QueueBacklog::consumers)
          .max(
              "scheduler.worker.queue.oldest.seconds",
              "Time since the first message that no consumer has was sent",
              each -> Meters.seconds(each.oldest))
          .sum(
              "scheduler.worker.queue.dead.letters",
              "Dead letters of the worker queue that are in the quarantine",
              QueueBacklog::deadLetters)
          .max(
              "scheduler.worker.queue.drain.seconds",
              "Time until the workers have finished all due jobs, at the rates of the last minutes",
              QueueBacklog::drainSeconds);
    }
  }

  /** The running ones of the worker queues that limit their concurrent runs. */
  record RunsCounted(List<QueueRuns> queues) implements BacklogEvent {

    @Override
    public void measure(Meters meters) {
      meters
          .ofLeader(queues, each -> Map.of("queue", each.queue))
          .sum(
              "scheduler.concurrent.runs",
              "Runs of a queue with a limit that are dispatched and have not ended",
              QueueRuns::runs);
    }
  }

  /** The runs of a worker queue that are dispatched and have not ended. */
  record QueueRuns(String queue, long runs) {}

  /**
   * The messages of a worker queue.
   *
   * @param messages all in the queue, including those that are being delivered or scheduled
   * @param delivering messages that consumers have received but not acknowledged
   * @param scheduled messages that the broker delivers later
   * @param oldest age of the first message that is not being delivered
   * @param deadLetters in the quarantine
   * @param drainSeconds until all due jobs are finished at the rates of the last minutes; infinite
   *     if there are not fewer than before
   */
  record QueueBacklog(
      String queue,
      long messages,
      long delivering,
      long scheduled,
      int consumers,
      Duration oldest,
      long deadLetters,
      double drainSeconds) {}
}
