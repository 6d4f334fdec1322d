package org.goodtiming.scheduler.chaos;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.goodtiming.scheduler.chaos.worker.Calculation;
import org.jspecify.annotations.Nullable;

/** The runs of calculations that were registered, and so what must become of them. */
final class RunLedger {

  /**
   * @param acknowledged whether the broker did so; otherwise its commit failed, and nobody knows
   */
  record Registration(Calculation calculation, Instant dueAt, boolean acknowledged) {}

  private final Map<String, Registration> registrations = new ConcurrentHashMap<>();

  void registered(String jobId, Registration registration) {
    registrations.put(jobId, registration);
  }

  /** Null if nobody registered it. */
  @Nullable Registration of(String jobId) {
    return registrations.get(jobId);
  }

  /** Job ids. */
  Set<String> acknowledged() {
    var all = new TreeSet<String>();
    registrations.forEach(
        (jobId, registration) -> {
          if (registration.acknowledged()) {
            all.add(jobId);
          }
        });
    return all;
  }
}
