package org.goodtiming.scheduler.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.goodtiming.scheduler.dispatch.DispatchEvent.BatchAbandoned;
import org.goodtiming.scheduler.dispatch.DispatchEvent.BatchFailed;
import org.goodtiming.scheduler.dispatch.DispatchEvent.ClocksKnown;
import org.goodtiming.scheduler.dispatch.DispatchEvent.ClocksUnknown;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsFailed;
import org.goodtiming.scheduler.dispatch.DispatchEvent.QueueRecovered;
import org.goodtiming.scheduler.dispatch.DispatchEvent.QueueRests;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerChecked;
import org.goodtiming.scheduler.lease.LeaseEvent.LeaseGained;
import org.goodtiming.scheduler.lease.LeaseEvent.LeaseLost;
import org.goodtiming.scheduler.lifecycle.WebhookTried;
import org.goodtiming.scheduler.load.BacklogEvent.OversizeCounted;
import org.goodtiming.scheduler.recovery.InDoubtEvent.InDoubtCounted;
import org.goodtiming.scheduler.recovery.InDoubtEvent.InDoubtEnded;
import org.goodtiming.scheduler.recovery.InDoubtEvent.StillInDoubt;
import org.goodtiming.scheduler.telemetry.RecordedLog;
import org.junit.jupiter.api.Test;

class EventLogTest {

  private final RecordedLog log = new RecordedLog();
  private final EventLog listener = new EventLog(log);

  @Test
  void failures_of_dispatch() {
    listener.on(new BatchFailed(Set.of("a"), "full"));
    listener.on(new QueueRests("a", 1, Duration.ofSeconds(2), "full"));
    listener.on(new QueueRecovered("a"));
    listener.on(new JobsFailed("a", 3, 1, 0, 5, "too large"));
    assertThat(log.lines())
        .containsExactly(
            "WARNING SCHED-0201 a batch for [a] did not commit; retrying each queue alone, then each job alone: full",
            "WARNING SCHED-0202 no job could be sent to queue a; its jobs wait, next try within PT2S: full",
            "INFO SCHED-0203 jobs can be sent to queue a again",
            "WARNING SCHED-0204 3 jobs of queue a could not be dispatched while others could; they wait and are quarantined after 5 attempts: too large");
  }

  @Test
  void events_that_a_webhook_never_gets() {
    listener.on(new WebhookTried("chat", "failed", 1, "the answer has status 500"));
    listener.on(new WebhookTried("chat", "given-up", 10_000, "more than 100000 were waiting"));
    listener.on(new WebhookTried("chat", "given-up", 0, "more than 100000 were waiting"));
    listener.on(new WebhookTried("chat", "paused", 1, "the answer has status 410"));
    assertThat(log.lines())
        .containsExactly(
            "WARNING SCHED-0043 webhook chat never gets 10000 of the events that waited for it: more than 100000 were waiting",
            "WARNING SCHED-0074 webhook chat is paused: the answer has status 410");
  }

  @Test
  void a_lost_lease_and_who_holds_it_now() {
    listener.on(new LeaseGained("default", "node-1", 7, "released"));
    listener.on(new LeaseLost("default", "node-1", 7, "node-2", 8));
    listener.on(new LeaseLost("default", "node-1", 7, null, 8));
    assertThat(log.lines())
        .containsExactly(
            "INFO SCHED-0302 node node-1 took over the lease of partition default, epoch 7: released",
            "WARNING SCHED-0303 node node-1 lost the lease of partition default, epoch 7: node node-2 holds it now, epoch 8",
            "WARNING SCHED-0303 node node-1 lost the lease of partition default, epoch 7: it has no holder now; it was released in epoch 8");
  }

  @Test
  void a_batch_that_did_not_commit_after_the_lease_was_lost() {
    listener.on(new BatchAbandoned("default", 7, "node-2", 8, "timeout"));
    listener.on(new BatchAbandoned("default", 7, null, 0, "timeout"));
    assertThat(log.lines())
        .containsExactly(
            "WARNING SCHED-0212 a batch of partition default, epoch 7, did not commit after the lease was lost; node node-2 holds it now, epoch 8; its jobs wait for the holder of the lease: timeout",
            "WARNING SCHED-0212 a batch of partition default, epoch 7, did not commit after the lease was lost; the holder of the lease is not known yet; its jobs wait for the holder of the lease: timeout");
  }

  @Test
  void transactions_in_doubt() {
    listener.on(new InDoubtEnded("a1", "node-1", "commit: committed"));
    listener.on(new StillInDoubt("a1", "node-1", Duration.ofSeconds(61), "wait: down"));
    listener.on(new InDoubtCounted(1));
    assertThat(log.lines())
        .containsExactly(
            "WARNING SCHED-0601 resolved transaction a1 of node node-1, which was in doubt: commit: committed",
            "WARNING SCHED-0602 transaction a1 of node node-1 has been in doubt for 61 s; wait: down");
  }

  @Test
  void a_ledger_that_does_not_add_up_is_logged_when_its_difference_changes() {
    for (long difference : new long[] {0, 3, 3, 4, 0, 0}) {
      listener.on(new LedgerChecked(difference));
    }
    assertThat(log.lines())
        .containsExactly(
            "ERROR SCHED-0710 the job ledger does not balance: difference 3; a job was lost, or added outside the scheduler, or somebody changed the tables: see SELECT * FROM scheduler.ledger",
            "ERROR SCHED-0710 the job ledger does not balance: difference 4; a job was lost, or added outside the scheduler, or somebody changed the tables: see SELECT * FROM scheduler.ledger",
            "INFO SCHED-0712 the job ledger balances again");
  }

  @Test
  void messages_that_are_too_large_are_logged_when_there_are_more() {
    for (long messages : new long[] {0, 2, 2, 1, 0, 1}) {
      listener.on(new OversizeCounted(messages));
    }
    assertThat(log.lines())
        .containsExactly(
            "WARNING SCHED-0823 2 messages of more than 48 MiB are in queue scheduler.oversize of the broker: no node reads them, and their jobs are not registered",
            "WARNING SCHED-0823 1 messages of more than 48 MiB are in queue scheduler.oversize of the broker: no node reads them, and their jobs are not registered");
  }

  @Test
  void the_brokers_clock() {
    listener.on(new ClocksUnknown(Duration.ofSeconds(10), "no answer"));
    listener.on(new ClocksKnown());
    assertThat(log.lines())
        .containsExactly(
            "WARNING SCHED-0208 the broker's clock offset is not known, so jobs are dispatched when they are due, not earlier (scheduler.dispatch.lead-time); retrying every 10 s: no answer",
            "INFO SCHED-0209 the broker's clock is known again: early dispatch resumes");
  }
}
