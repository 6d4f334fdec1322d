package org.goodtiming.scheduler.job.claim;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.sql.TextArrays;

/**
 * The jobs of a claim that were chosen by their keys.
 *
 * @param jobs in the order of their dispatch
 */
record ChosenJobs(List<DueJob> jobs) {

  static final ChosenJobs NONE = new ChosenJobs(List.of());

  boolean isEmpty() {
    return jobs.isEmpty();
  }

  Set<Long> ids() {
    return jobs.stream().map(DueJob::id).collect(Collectors.toUnmodifiableSet());
  }

  /** The keys by fire id, in a new map. */
  Map<UUID, String> keys() {
    Map<UUID, String> keys = new HashMap<>();
    jobs.forEach(job -> keys.put(job.fireId(), job.key()));
    return keys;
  }

  ChosenJobs of(Set<UUID> fireIds) {
    return new ChosenJobs(jobs.stream().filter(job -> fireIds.contains(job.fireId())).toList());
  }

  /** Binds the ids of the rows and their versions. */
  void bind(PreparedStatement statement, int first) throws SQLException {
    TextArrays.set(statement, first, jobs, DueJob::id);
    TextArrays.set(statement, first + 1, jobs, DueJob::version);
  }

  /** Sorts these jobs behind those that were not chosen by key. */
  Comparator<ClaimedJob> order() {
    Map<UUID, Integer> places = new HashMap<>();
    jobs.forEach(job -> places.put(job.fireId(), places.size()));
    return Comparator.comparingInt(job -> places.getOrDefault(job.fireId(), -1));
  }
}
