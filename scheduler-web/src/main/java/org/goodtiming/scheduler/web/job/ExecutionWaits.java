package org.goodtiming.scheduler.web.job;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.execution.history.Executions;

/** Requests that wait for the end of runs without a thread; a single query serves all of them. */
@ApplicationScoped
public class ExecutionWaits {

  private static final Logger LOG = System.getLogger(ExecutionWaits.class.getName());

  private static final int MAX_WAITS = 1_000;
  private static final long INTERVAL_MILLIS = 250;

  private record Wait(UUID fireId, long untilNanos, Runnable answer) {

    boolean isOver() {
      return untilNanos - System.nanoTime() <= 0;
    }
  }

  @Resource private ManagedScheduledExecutorService scheduler;
  private @Inject Executions executions;

  private final List<Wait> waits = new ArrayList<>();

  /**
   * Answers when the run has ended or the time is over; at once if too many requests wait.
   *
   * @param answer must not throw
   */
  public synchronized void add(UUID fireId, Duration patience, Runnable answer) {
    if (waits.size() >= MAX_WAITS) {
      answer.run();
      return;
    }
    waits.add(new Wait(fireId, System.nanoTime() + patience.toNanos(), answer));
    if (waits.size() == 1) {
      lookLater();
    }
  }

  private void look() {
    Set<UUID> ended = ended(fireIds());
    take(ended).forEach(wait -> wait.answer().run());
  }

  private Set<UUID> ended(Set<UUID> fireIds) {
    try {
      return executions.ended(fireIds);
    } catch (RuntimeException e) {
      // Answers each request whose waiting time is over
      LOG.log(Level.DEBUG, "cannot query whether runs have ended", e);
      return Set.of();
    }
  }

  private synchronized Set<UUID> fireIds() {
    return waits.stream().map(Wait::fireId).collect(Collectors.toSet());
  }

  private synchronized List<Wait> take(Set<UUID> ended) {
    List<Wait> over =
        waits.stream().filter(wait -> wait.isOver() || ended.contains(wait.fireId())).toList();
    waits.removeAll(over);
    if (!waits.isEmpty()) {
      lookLater();
    }
    return over;
  }

  private void lookLater() {
    scheduler.schedule(this::look, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }
}
