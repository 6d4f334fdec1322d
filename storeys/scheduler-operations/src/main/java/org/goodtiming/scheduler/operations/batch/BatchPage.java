package org.goodtiming.scheduler.operations.batch;

import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.job.JobPage;
import org.goodtiming.scheduler.operations.job.JobPosition;
import org.goodtiming.scheduler.operations.job.JobView;
import org.goodtiming.scheduler.operations.row.RowPage;

/**
 * The next jobs, rows or runs of a batch operation.
 *
 * @param end the last one in the order of the list, or the last one that a search has looked at
 * @param last whether nothing follows
 */
public record BatchPage(List<Target> targets, BatchCursor end, boolean last) {

  /** A waiting job as it was read, a row of the quarantine, or a run. */
  sealed interface Target {}

  record WaitingJob(JobKey key, String tag) implements Target {}

  record QuarantinedRow(long id) implements Target {}

  record Run(UUID fireId, JobKey key) implements Target {}

  /**
   * Orders jobs by key. Changes and registrations both lock in this order, which prevents
   * deadlocks.
   */
  private static final Comparator<JobKey> BY_KEY =
      Comparator.comparing(JobKey::queue).thenComparing(JobKey::jobId);

  static BatchPage of(JobPage page) {
    List<JobView> jobs = page.jobs();
    JobPosition end =
        page.next() == null && !jobs.isEmpty() ? jobs.get(jobs.size() - 1).position() : page.next();
    return new BatchPage(
        jobs.stream()
            .sorted(Comparator.comparing(JobView::key, BY_KEY))
            .<Target>map(job -> new WaitingJob(job.key(), job.tag()))
            .toList(),
        end == null ? BatchCursor.NONE : BatchCursor.of(end),
        page.next() == null);
  }

  static BatchPage of(RowPage page) {
    List<Long> ids = page.rows().stream().map(row -> row.number("id")).toList();
    return new BatchPage(
        ids.stream().<Target>map(QuarantinedRow::new).toList(),
        ids.isEmpty() ? BatchCursor.NONE : BatchCursor.ofRow(ids.get(ids.size() - 1)),
        page.next() == null);
  }

  /**
   * @param found one more than the size, if others follow
   */
  static BatchPage of(List<FoundRun> found, int size) {
    List<FoundRun> runs = found.subList(0, Math.min(size, found.size()));
    return new BatchPage(
        runs.stream()
            .sorted(Comparator.comparing(FoundRun::key, BY_KEY))
            .<Target>map(run -> new Run(run.fireId(), run.key()))
            .toList(),
        runs.isEmpty() ? BatchCursor.NONE : BatchCursor.of(runs.get(runs.size() - 1)),
        found.size() <= size);
  }
}
