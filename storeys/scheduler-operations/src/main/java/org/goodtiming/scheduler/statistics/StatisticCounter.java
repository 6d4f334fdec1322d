package org.goodtiming.scheduler.statistics;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.deadletter.DeadLetterKept;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsDispatched;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsFailed;
import org.goodtiming.scheduler.execution.ExecutionEvent.RunsEnded;
import org.goodtiming.scheduler.metrics.QueueLabels;
import org.goodtiming.scheduler.registration.RegistrationEvent.RegistrationsStored;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.EventHandlers;
import org.goodtiming.scheduler.telemetry.EventListener;

/** Counts the events of this node by minute and queue until they are stored. */
@Singleton
final class StatisticCounter implements EventListener {

  /** About 10 MB. Further ones are not counted: an outage must not fill the memory. */
  static final int MAX_ROWS = 20_000;

  private static final int MAX_QUEUES = 1_000;
  private static final Set<String> STORED =
      Set.of(WireContract.STATUS_ACCEPTED, WireContract.STATUS_REPLACED);

  private final Map<MinuteOfQueue, Counts> counts = new HashMap<>();
  private final QueueLabels queues = new QueueLabels(MAX_QUEUES);
  private final MinuteClock clock;
  private final EventHandlers handlers =
      new EventHandlers()
          .on(RegistrationsStored.class, this::stored)
          .on(JobsDispatched.class, this::dispatched)
          .on(JobsFailed.class, this::failed)
          .on(DeadLetterKept.class, this::kept)
          .on(RunsEnded.class, this::ended);

  @Inject
  StatisticCounter() {
    this(System::nanoTime);
  }

  /**
   * @param nanoTime the monotonic clock
   */
  StatisticCounter(LongSupplier nanoTime) {
    clock = new MinuteClock(nanoTime);
  }

  @Override
  public synchronized void on(Event event) {
    handlers.handle(event);
  }

  /** Takes the counts since the last call; they belong to the caller. */
  synchronized Map<MinuteOfQueue, Counts> take(Instant databaseTime) {
    clock.set(databaseTime);
    Instant minute = MinuteClock.minuteOf(databaseTime);
    Map<MinuteOfQueue, Counts> taken = new HashMap<>();
    counts.forEach((key, each) -> taken.merge(key.orIn(minute), each, Counts::plus));
    counts.clear();
    return taken;
  }

  /** Gives back counts that could not be stored. */
  synchronized void giveBack(Map<MinuteOfQueue, Counts> taken) {
    taken.forEach((key, each) -> at(key).plus(each));
  }

  private void stored(RegistrationsStored stored) {
    if (STORED.contains(stored.status())) {
      of(queues.of(stored.queue())).add(Count.REGISTERED, stored.jobs());
    }
  }

  private void dispatched(JobsDispatched jobs) {
    Counts queue = of(queues.of(jobs.queue()));
    queue.add(Count.DISPATCHED, jobs.latenessMicros().length);
    for (long micros : jobs.latenessMicros()) {
      queue.lateness().add(micros);
    }
  }

  private void failed(JobsFailed failed) {
    if (failed.quarantined() > 0) {
      Counts queue = of(queues.of(failed.queue()));
      queue.add(Count.QUARANTINED, failed.quarantined());
      queue.add(Count.FAILED, failed.exhausted());
    }
  }

  private void kept(DeadLetterKept letter) {
    Counts queue = of(queues.known(letter.queue()));
    queue.add(Count.QUARANTINED, 1);
    queue.add(Count.FAILED, letter.exhausted() ? 1 : 0);
  }

  private void ended(RunsEnded runs) {
    Counts queue = of(queues.of(runs.queue()));
    queue.add(Count.FINISHED, runs.finished());
    queue.add(Count.FAILED, runs.failed());
    for (long micros : runs.durationMicros()) {
      queue.duration().add(micros);
    }
  }

  private Counts of(String queue) {
    return at(new MinuteOfQueue(clock.minute(), queue));
  }

  private Counts at(MinuteOfQueue key) {
    return counts.size() < MAX_ROWS
        ? counts.computeIfAbsent(key, absent -> new Counts())
        : counts.getOrDefault(key, new Counts());
  }
}
