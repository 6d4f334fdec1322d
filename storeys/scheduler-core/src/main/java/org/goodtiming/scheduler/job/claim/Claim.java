package org.goodtiming.scheduler.job.claim;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.ParentEnds;
import org.goodtiming.scheduler.job.PlannedRun;

/**
 * The rows that one claim removed from the table.
 *
 * @param taken rows of each queue, with those that expired or were cancelled
 * @param jobs to be dispatched, by due time
 * @param cursor of the run, advanced by this claim
 * @param sent jobs that the broker already has, so that they are not sent again
 * @param canaries to be dispatched beside the jobs
 */
public record Claim(
    Map<String, Integer> taken,
    List<ClaimedJob> jobs,
    ClaimCursor cursor,
    List<ClaimedJob> sent,
    List<ClaimedJob> canaries) {

  public Claim(Map<String, Integer> taken, List<ClaimedJob> jobs, ClaimCursor cursor) {
    this(taken, jobs, cursor, List.of(), List.of());
  }

  static Claim nothing(ClaimCursor cursor) {
    return new Claim(Map.of(), List.of(), cursor);
  }

  /** The broker has all of its jobs. */
  public Claim alreadySent() {
    return new Claim(taken, List.of(), cursor, jobs, List.of());
  }

  /** Whether this claim contains the same runs of all jobs of another claim. */
  public boolean hasJobsOf(Claim other) {
    return messages(jobs).containsAll(messages(other.jobs));
  }

  private static List<String> messages(List<ClaimedJob> jobs) {
    return jobs.stream().map(job -> job.fireId() + "/" + job.attempt()).toList();
  }

  /** Adds the data of runs of schedules, and removes the skipped runs. */
  Claim planned(Map<JobKey, PlannedRun> runs) {
    if (runs.isEmpty()) {
      return this;
    }
    return new Claim(
        taken,
        jobs.stream()
            .map(job -> job.planned(runs.get(job.key())))
            .filter(job -> job.planned() == null || !job.planned().isSkipped())
            .toList(),
        cursor,
        sent,
        canaries);
  }

  /** Adds the ends of parents to jobs that have some. */
  Claim with(ParentEnds parents) {
    List<ClaimedJob> all = parents.addTo(jobs);
    return all == jobs ? this : new Claim(taken, all, cursor, sent, canaries);
  }

  public int takenOf(String queue) {
    return taken.getOrDefault(queue, 0);
  }

  /** The jobs of each queue that are to be dispatched. */
  public Map<String, Integer> dispatched() {
    return jobs.stream()
        .collect(Collectors.toMap(job -> job.key().queue(), job -> 1, Integer::sum));
  }

  /** The number of rows of all queues. */
  public int rows() {
    return taken.values().stream().mapToInt(Integer::intValue).sum();
  }
}
