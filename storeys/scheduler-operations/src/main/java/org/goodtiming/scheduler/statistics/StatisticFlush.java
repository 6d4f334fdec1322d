package org.goodtiming.scheduler.statistics;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;

/** Stores what this node has counted, also when it stops. */
@Singleton
record StatisticFlush(StatisticCounter counter, StatisticStore store) implements NodeTask {

  @Inject
  StatisticFlush {}

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "statistics",
        Duration.ofSeconds(5),
        "SCHED-0993 could not store statistics; they are kept, next try in 5 s");
  }

  @Override
  public void run(Repetition repetition) {
    flush();
  }

  @Override
  public void end() {
    flush();
  }

  /** If the answer to a commit is lost, the counts are stored twice. */
  void flush() {
    Map<MinuteOfQueue, Counts> taken = counter.take(store.now());
    if (taken.isEmpty()) {
      return;
    }
    try {
      store.add(taken);
    } catch (RuntimeException e) {
      counter.giveBack(taken);
      throw e;
    }
  }
}
