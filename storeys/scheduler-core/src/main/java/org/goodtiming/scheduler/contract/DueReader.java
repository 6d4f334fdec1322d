package org.goodtiming.scheduler.contract;

import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.contract.Mistakes.Part;
import org.goodtiming.scheduler.job.Due;

/** Reads due times that are calculated: those of recurring jobs, and delays in working time. */
public interface DueReader {

  /** The properties that are only allowed with a recurrence. */
  List<String> CONDITIONS =
      List.of(
          WireContract.ZONE,
          WireContract.START,
          WireContract.UNTIL,
          WireContract.COUNT,
          WireContract.COUNT_OF,
          WireContract.MISFIRE,
          WireContract.CALENDAR,
          WireContract.JITTER,
          WireContract.OVERLAP,
          WireContract.PAUSE_AFTER_FAILURES,
          WireContract.STATEFUL);

  /**
   * Reads the recurrence of a job.
   *
   * @param plannedFrom the first run is planned after this time
   * @return the due time, which is null if the job does not recur
   */
  Part<Due> recurring(ContractProperties properties, Instant plannedFrom, Mistakes found);

  /** Reads a delay that is no ISO 8601 duration, and when it ends. */
  Part<Due> workingDelay(ContractProperties properties, Instant from, Mistakes found);
}
