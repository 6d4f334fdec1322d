package org.goodtiming.scheduler.operations;

import java.util.Comparator;
import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * The next jobs or rows of a batch operation.
 *
 * @param job the last job in the order of the list; null if there is none
 * @param row the last row in the order of the list; null if there is none
 * @param last whether nothing follows
 */
record BatchPage(
    List<Target> targets, JobPage.@Nullable Position job, @Nullable Long row, boolean last) {

  /** A waiting job as it was read, or a row of the quarantine. */
  sealed interface Target {}

  record WaitingJob(JobKey key, String tag) implements Target {}

  record QuarantinedRow(long id) implements Target {}

  /** Changes lock jobs in the order of their keys, as registrations do: so none deadlocks. */
  private static final Comparator<JobView> BY_KEY =
      Comparator.comparing((JobView job) -> job.key().queue())
          .thenComparing(job -> job.key().jobId());

  static BatchPage of(JobPage page) {
    List<JobView> jobs = page.jobs();
    return new BatchPage(
        jobs.stream().sorted(BY_KEY).<Target>map(BatchPage::target).toList(),
        jobs.isEmpty() ? null : jobs.get(jobs.size() - 1).position(),
        null,
        page.next() == null);
  }

  static BatchPage of(RowPage page) {
    List<Long> ids = page.rows().stream().map(row -> row.number("id")).toList();
    return new BatchPage(
        ids.stream().<Target>map(QuarantinedRow::new).toList(),
        null,
        ids.isEmpty() ? null : ids.get(ids.size() - 1),
        page.next() == null);
  }

  private static Target target(JobView job) {
    return new WaitingJob(job.key(), job.tag());
  }
}
