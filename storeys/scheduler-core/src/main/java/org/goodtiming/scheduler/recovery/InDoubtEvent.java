package org.goodtiming.scheduler.recovery;

import java.time.Duration;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;
import org.goodtiming.scheduler.telemetry.OperatorLog;

/** The events of transactions in doubt. */
public interface InDoubtEvent extends Event {

  record InDoubtEnded(String transaction, String node, String decision) implements InDoubtEvent {
    @Override
    public void log(OperatorLog log) {
      log.warning(
          "SCHED-0601 resolved transaction {0} of node {1}, which was in doubt: {2}",
          transaction, node, decision);
    }
  }

  /** A transaction has been in doubt for longer than is normal. */
  record StillInDoubt(String transaction, String node, Duration age, String decision)
      implements InDoubtEvent {
    @Override
    public void log(OperatorLog log) {
      log.warning(
          "SCHED-0602 transaction {0} of node {1} has been in doubt for {2} s; {3}",
          transaction, node, age.toSeconds(), decision);
    }
  }

  /** How many transactions have been in doubt for longer than is normal. */
  record InDoubtCounted(int transactions) implements InDoubtEvent {

    @Override
    public void measure(Meters meters) {
      meters.ofLeader(
          "scheduler.in.doubt.transactions",
          "Transactions in doubt for more than a minute",
          transactions);
    }
  }

  /** Transactions that roles of applications have prepared and left in the database's server. */
  record PreparedByOthersCounted(int transactions) implements InDoubtEvent {

    @Override
    public void measure(Meters meters) {
      meters.ofLeader(
          "scheduler.prepared.by.others.transactions",
          "Transactions that other roles than the scheduler's have prepared in the database server for more than a minute",
          transactions);
    }
  }
}
