package org.goodtiming.scheduler.job.upkeep;

import java.lang.System.Logger.Level;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;
import org.goodtiming.scheduler.telemetry.OperatorLog;

/** The results of the check of the job ledger. */
public interface LedgerEvent extends Event {

  record LedgerChecked(long difference) implements LedgerEvent {
    @Override
    public void log(OperatorLog log) {
      long before = log.last(LedgerChecked.class).map(LedgerChecked::difference).orElse(0L);
      if (difference == before) {
        return;
      }
      if (difference == 0) {
        log.info("SCHED-0712 the job ledger balances again");
      } else {
        log.log(
            Level.ERROR,
            "SCHED-0710 the job ledger does not balance: difference {0}; a job was lost, or added outside the scheduler,"
                + " or somebody changed the tables: see SELECT * FROM scheduler.ledger",
            difference);
      }
    }

    @Override
    public void measure(Meters meters) {
      meters.ofLeader(
          "scheduler.ledger.difference.jobs",
          "Difference of the job ledger; 0 if it balances",
          difference);
    }
  }

  record LedgerUnchecked(String error) implements LedgerEvent {}
}
