package org.goodtiming.scheduler.load;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.load.Forecast.Collision;
import org.goodtiming.scheduler.load.Forecast.Planned;

/** Collects the schedules that have a run in each minute. */
final class RunsByMinute {

  private final Map<Instant, Set<JobKey>> schedules = new HashMap<>();

  void add(JobKey key, Instant at) {
    schedules
        .computeIfAbsent(at.truncatedTo(ChronoUnit.MINUTES), minute -> new HashSet<>())
        .add(key);
  }

  List<Collision> collisions() {
    return schedules.entrySet().stream()
        .filter(minute -> minute.getValue().size() > 1)
        .map(minute -> new Collision(minute.getKey(), minute.getValue().size()))
        .sorted(Comparator.comparingLong(Collision::runs).reversed().thenComparing(Collision::at))
        .limit(Planned.MAX_COLLISIONS)
        .toList();
  }
}
