package org.goodtiming.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.api.Execution;
import org.goodtiming.scheduler.api.JobBatchEnd;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.testkit.TestScheduler;
import org.junit.jupiter.api.Test;

class ImportServiceTest {

  private static final String QUEUE = "article-import";

  private final TestScheduler scheduler =
      TestScheduler.at(Instant.parse("2026-11-30T22:00:00Z"), QUEUE);
  private final ImportService imports = new ImportService();

  @Test
  void an_import_has_a_job_for_each_article_an_alarm_at_a_failure_and_a_report() {
    imports.scheduler = scheduler;
    scheduler.worker(
        QUEUE,
        message -> {
          JobDelivery job = JobDelivery.of(message);
          Execution run = Execution.of(message, scheduler.connectionFactory());
          if (job.batchEnd() == null && job.text().isEmpty()) {
            run.failed("no price");
          } else {
            run.finished();
          }
        });

    imports.start("import-1", 200, new Share(0.015));
    scheduler.advance(Duration.ofSeconds(10));

    List<JobDelivery> after =
        scheduler.delivered(QUEUE).stream().filter(job -> job.batchEnd() != null).toList();
    assertThat(scheduler.delivered(QUEUE)).hasSize(202);
    assertThat(after)
        .extracting(JobDelivery::jobId)
        .containsExactlyInAnyOrder("import-1-alarm", "import-1-report");
    assertThat(after)
        .extracting(JobDelivery::batchEnd)
        .contains(new JobBatchEnd("import-1", "FAILED", 200, 197, 3, 0, 0, null));
  }
}
