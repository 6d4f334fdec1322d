package org.goodtiming.scheduler.telemetry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.goodtiming.scheduler.telemetry.Event.BatchAbandoned;
import org.goodtiming.scheduler.telemetry.Event.BatchFailed;
import org.goodtiming.scheduler.telemetry.Event.ClocksKnown;
import org.goodtiming.scheduler.telemetry.Event.ClocksUnknown;
import org.goodtiming.scheduler.telemetry.Event.DutiesChanged;
import org.goodtiming.scheduler.telemetry.Event.InDoubtEnded;
import org.goodtiming.scheduler.telemetry.Event.JobsFailed;
import org.goodtiming.scheduler.telemetry.Event.LeaseGained;
import org.goodtiming.scheduler.telemetry.Event.LeaseHandedOver;
import org.goodtiming.scheduler.telemetry.Event.LeaseLost;
import org.goodtiming.scheduler.telemetry.Event.LedgerChecked;
import org.goodtiming.scheduler.telemetry.Event.OversizeCounted;
import org.goodtiming.scheduler.telemetry.Event.QueueRecovered;
import org.goodtiming.scheduler.telemetry.Event.QueueRests;
import org.goodtiming.scheduler.telemetry.Event.StillInDoubt;
import org.goodtiming.scheduler.telemetry.Event.WebhookTried;
import org.jspecify.annotations.Nullable;

/** Logs the events that operators should know. */
public final class EventLog implements EventListener {

  private final Logger log;
  private final EventHandlers handlers =
      new EventHandlers()
          .on(BatchFailed.class, this::batchFailed)
          .on(BatchAbandoned.class, this::batchAbandoned)
          .on(QueueRests.class, this::queueRests)
          .on(QueueRecovered.class, this::queueRecovered)
          .on(JobsFailed.class, this::jobsFailed)
          .on(DutiesChanged.class, this::dutiesChanged)
          .on(LeaseGained.class, this::leaseGained)
          .on(LeaseLost.class, this::leaseLost)
          .on(LeaseHandedOver.class, this::leaseHandedOver)
          .on(InDoubtEnded.class, this::inDoubtEnded)
          .on(StillInDoubt.class, this::stillInDoubt)
          .on(LedgerChecked.class, this::ledgerChecked)
          .on(OversizeCounted.class, this::oversizeCounted)
          .on(WebhookTried.class, this::webhookTried)
          .on(ClocksKnown.class, this::clocksKnown)
          .on(ClocksUnknown.class, this::clocksUnknown);
  private long ledgerDifference;
  private long oversize;

  public EventLog() {
    this(System.getLogger(EventLog.class.getName()));
  }

  EventLog(Logger log) {
    this.log = log;
  }

  @Override
  public void on(Event event) {
    handlers.handle(event);
  }

  private void webhookTried(WebhookTried tried) {
    if (tried.outcome().equals("given-up") && tried.events() > 0) {
      log.log(
          Level.WARNING,
          "SCHED-0043 webhook {0} never gets {1} of the events that waited for it: {2}",
          tried.webhook(),
          Integer.toString(tried.events()),
          tried.error());
    } else if (tried.outcome().equals("paused")) {
      log.log(
          Level.WARNING, "SCHED-0074 webhook {0} is paused: {1}", tried.webhook(), tried.error());
    }
  }

  private void batchFailed(BatchFailed batch) {
    log.log(
        Level.WARNING,
        "SCHED-0201 a batch for {0} did not commit; retrying each queue alone, then each job alone: {1}",
        batch.queues(),
        batch.error());
  }

  private void batchAbandoned(BatchAbandoned batch) {
    log.log(
        Level.WARNING,
        "SCHED-0212 a batch of partition {0}, epoch {1}, did not commit after the lease was lost;"
            + " {2}; its jobs wait for the holder of the lease: {3}",
        batch.partition(),
        batch.epoch(),
        holder(batch.holder(), batch.holderEpoch(), "the holder of the lease is not known yet"),
        batch.error());
  }

  private void queueRests(QueueRests rest) {
    log.log(
        Level.WARNING,
        "SCHED-0202 no job could be sent to queue {0}; its jobs wait, next try within {1}: {2}",
        rest.queue(),
        rest.retryWithin(),
        rest.error());
  }

  private void queueRecovered(QueueRecovered recovered) {
    log.log(Level.INFO, "SCHED-0203 jobs can be sent to queue {0} again", recovered.queue());
  }

  private void jobsFailed(JobsFailed failed) {
    log.log(
        Level.WARNING,
        "SCHED-0204 {0} jobs of queue {1} could not be dispatched while others could; they wait"
            + " and are quarantined after {2} attempts: {3}",
        failed.jobs(),
        failed.queue(),
        failed.maxAttempts(),
        failed.error());
  }

  private void dutiesChanged(DutiesChanged duties) {
    log.log(
        Level.INFO,
        "SCHED-0092 by its duties, node {0} {1} and {2}; a drained node takes nothing new until it is resumed",
        duties.node(),
        duties.dispatches() ? "may lead partitions" : "leads no partition",
        duties.registers() ? "registers jobs" : "takes no registrations");
  }

  private void leaseHandedOver(LeaseHandedOver lease) {
    log.log(
        Level.INFO,
        "SCHED-0097 node {0} hands partition {1} over to node {2}, which is preferred or leads fewer partitions",
        lease.node(),
        lease.partition(),
        lease.to());
  }

  private void leaseGained(LeaseGained gained) {
    log.log(
        Level.INFO,
        "SCHED-0302 node {0} took over the lease of partition {1}, epoch {2}: {3}",
        gained.node(),
        gained.partition(),
        gained.epoch(),
        gained.reason());
  }

  private void leaseLost(LeaseLost lost) {
    log.log(
        Level.WARNING,
        "SCHED-0303 node {0} lost the lease of partition {1}, epoch {2}: {3}",
        lost.node(),
        lost.partition(),
        lost.epoch(),
        holder(
            lost.holder(),
            lost.holderEpoch(),
            "it has no holder now; it was released in epoch " + lost.holderEpoch()));
  }

  private static String holder(@Nullable String holder, long epoch, String orElse) {
    return holder == null ? orElse : "node %s holds it now, epoch %d".formatted(holder, epoch);
  }

  private void inDoubtEnded(InDoubtEnded ended) {
    log.log(
        Level.WARNING,
        "SCHED-0601 resolved transaction {0} of node {1}, which was in doubt: {2}",
        ended.transaction(),
        ended.node(),
        ended.decision());
  }

  private void stillInDoubt(StillInDoubt doubt) {
    log.log(
        Level.WARNING,
        "SCHED-0602 transaction {0} of node {1} has been in doubt for {2} s; {3}",
        doubt.transaction(),
        doubt.node(),
        doubt.age().toSeconds(),
        doubt.decision());
  }

  private void ledgerChecked(LedgerChecked ledger) {
    if (ledger.difference() == ledgerDifference) {
      return;
    }
    ledgerDifference = ledger.difference();
    if (ledgerDifference == 0) {
      log.log(Level.INFO, "SCHED-0712 the job ledger balances again");
    } else {
      log.log(
          Level.ERROR,
          "SCHED-0710 the job ledger does not balance: difference {0}; a job was lost, or added outside the scheduler,"
              + " or somebody changed the tables: see SELECT * FROM scheduler.ledger",
          ledgerDifference);
    }
  }

  private void oversizeCounted(OversizeCounted counted) {
    if (counted.messages() > oversize) {
      log.log(
          Level.WARNING,
          "SCHED-0823 {0} messages of more than 48 MiB are in queue scheduler.oversize of the broker:"
              + " no node reads them, and their jobs are not registered",
          counted.messages());
    }
    oversize = counted.messages();
  }

  private void clocksKnown(ClocksKnown known) {
    log.log(Level.INFO, "SCHED-0209 the broker's clock is known again: early dispatch resumes");
  }

  private void clocksUnknown(ClocksUnknown unknown) {
    log.log(
        Level.WARNING,
        "SCHED-0208 the broker''s clock offset is not known, so jobs are dispatched when they are due,"
            + " not earlier (scheduler.dispatch.lead-time); retrying every {0} s: {1}",
        unknown.retryAfter().toSeconds(),
        unknown.error());
  }
}
