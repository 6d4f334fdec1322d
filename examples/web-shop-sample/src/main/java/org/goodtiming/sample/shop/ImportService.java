package org.goodtiming.sample.shop;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobBatch;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobRequest.IfParentFails;
import org.goodtiming.scheduler.api.JobRequestBuilder;
import org.goodtiming.scheduler.api.JobScheduler;

/** Imports articles as a job batch, which has a job for each article. */
@Stateless
public class ImportService {

  @Inject JobScheduler scheduler;

  /**
   * Registers all jobs of an import, or none: a job for each article, a report when all have ended,
   * and an alarm at the first failure.
   *
   * @param name of the import, and of its batch
   * @param withoutPrice the share of articles that the worker refuses
   */
  public void start(String name, int articles, Share withoutPrice) {
    JobBatch batch = scheduler.batch(name);
    IntStream.rangeClosed(1, articles)
        .forEach(
            number ->
                batch.add(
                    job(name + "-" + number)
                        .text(withoutPrice.picks(number) ? "" : "price " + (99 + 100 * number))));
    batch.then(job(name + "-report").ifParentFails(IfParentFails.RUN));
    batch.onFailure(job(name + "-alarm"));
    batch.close();
  }

  private static JobRequestBuilder job(String jobId) {
    return JobRequest.on("article-import").jobId(jobId).tracked(true);
  }
}
