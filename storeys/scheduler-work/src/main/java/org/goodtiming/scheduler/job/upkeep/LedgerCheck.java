package org.goodtiming.scheduler.job.upkeep;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerChecked;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerUnchecked;
import org.goodtiming.scheduler.sql.StoreException;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Checks whether the job ledger balances. The pause between counts grows with the time of a count.
 * As a count may have waited for a lock, a pause is at most twice the previous pause.
 */
@Singleton
final class LedgerCheck implements LeaderTask {

  private static final Duration MIN_PAUSE = Duration.ofSeconds(10);

  /** Limits counting to a hundredth of the time. */
  private static final int PAUSE_PER_WORK = 99;

  private final Ledger ledger;
  private final Events events;
  private volatile Duration pause = MIN_PAUSE;

  @Inject
  public LedgerCheck(Ledger ledger, Events events) {
    this.ledger = ledger;
    this.events = events;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "ledger-check", pause, "SCHED-0711 could not check the job ledger; next try in 10 s");
  }

  @Override
  public void run() {
    Duration before = pause;
    // The duration of a failed count does not predict the next one
    pause = MIN_PAUSE;
    long start = System.nanoTime();
    try {
      events.tell(new LedgerChecked(ledger.difference()));
    } catch (StoreException e) {
      events.tell(new LedgerUnchecked(String.valueOf(e.getMessage())));
      throw e;
    }
    pause = pauseAfter(Duration.ofNanos(System.nanoTime() - start), before);
  }

  static Duration pauseAfter(Duration work, Duration before) {
    Duration pause = min(work.multipliedBy(PAUSE_PER_WORK), before.multipliedBy(2));
    return pause.compareTo(MIN_PAUSE) > 0 ? pause : MIN_PAUSE;
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
