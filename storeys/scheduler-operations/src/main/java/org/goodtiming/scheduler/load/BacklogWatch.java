package org.goodtiming.scheduler.load;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.broker.BrokerBacklog;
import org.goodtiming.scheduler.broker.BrokerBacklogs.Questions;
import org.goodtiming.scheduler.load.BacklogEvent.BacklogsSeen;
import org.goodtiming.scheduler.load.BacklogEvent.OversizeCounted;
import org.goodtiming.scheduler.load.BacklogEvent.QueueBacklog;
import org.goodtiming.scheduler.load.BacklogEvent.RunsCounted;
import org.goodtiming.scheduler.load.WorkerQueueBacklog.Stored;
import org.goodtiming.scheduler.telemetry.Events;

/** Reads the backlogs of the worker queues from the broker, for all nodes. */
@Singleton
record BacklogWatch(Questions broker, BacklogStore store, BacklogGrowth growth, Events events)
    implements LeaderTask {

  /** The queue that diverts of the broker fill (broker.xml). */
  static final String OVERSIZE = "scheduler.oversize";

  /** Each of them costs a request. */
  static final int MAX_OLDEST = 50;

  @Inject
  BacklogWatch {}

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "backlog-watch",
        Duration.ofSeconds(20),
        "SCHED-0990 could not read the backlogs of the worker queues from the broker; next try in 20 s");
  }

  @Override
  public void run() {
    events.tell(new RunsCounted(store.concurrentRuns()));
    try {
      List<BrokerBacklog> queues = broker.list().get();
      events.tell(new OversizeCounted(oversize(queues)));
      List<WorkerQueueBacklog> backlogs = backlogs(queues);
      Instant now = store.replace(backlogs);
      events.tell(new BacklogsSeen(backlogs.stream().map(each -> event(each, now)).toList()));
    } catch (RuntimeException e) {
      events.tell(new BacklogsSeen(List.of()));
      throw e;
    }
  }

  private static long oversize(List<BrokerBacklog> queues) {
    return queues.stream()
        .filter(each -> each.queue().equals(OVERSIZE))
        .mapToLong(BrokerBacklog::messages)
        .sum();
  }

  /** The fullest queues first, so that they are the ones whose oldest message is known. */
  private List<WorkerQueueBacklog> backlogs(List<BrokerBacklog> all) {
    Map<String, Stored> stored = store.stored();
    List<BrokerBacklog> queues =
        all.stream()
            .filter(each -> stored.containsKey(each.queue()))
            .sorted(Comparator.comparingLong(BrokerBacklog::messages).reversed())
            .toList();
    List<WorkerQueueBacklog> backlogs = new ArrayList<>();
    for (BrokerBacklog queue : queues) {
      Optional<Instant> oldest =
          queue.waits() && backlogs.size() < MAX_OLDEST
              ? broker.oldest().apply(queue.queue())
              : Optional.empty();
      backlogs.add(
          new WorkerQueueBacklog(
              queue,
              oldest.orElse(null),
              stored.getOrDefault(queue.queue(), new Stored(0, 0, true)),
              null));
    }
    return withGrowth(backlogs);
  }

  private List<WorkerQueueBacklog> withGrowth(List<WorkerQueueBacklog> backlogs) {
    Map<String, Double> perMinute =
        growth.see(
            backlogs.stream()
                .filter(each -> each.stored().comparable())
                .collect(Collectors.toMap(WorkerQueueBacklog::queue, WorkerQueueBacklog::jobs)));
    return backlogs.stream().map(each -> each.grownBy(perMinute.get(each.queue()))).toList();
  }

  private static QueueBacklog event(WorkerQueueBacklog backlog, Instant now) {
    Instant oldest = backlog.oldestAt();
    // The clock of the node that sent the message may be ahead
    Duration age =
        oldest == null || oldest.isAfter(now) ? Duration.ZERO : Duration.between(oldest, now);
    BrokerBacklog numbers = backlog.atBroker();
    return new QueueBacklog(
        backlog.queue(),
        numbers.messages(),
        numbers.delivering(),
        numbers.scheduled(),
        numbers.consumers(),
        age,
        backlog.stored().deadLetters(),
        backlog.drainSeconds());
  }
}
