package org.goodtiming.scheduler.job.chain;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Events;

/** Measures number and age of the job batches that have not ended. */
@Singleton
public record JobBatchAge(DataSource dataSource, Events events) implements LeaderTask {

  @Inject
  public JobBatchAge {}

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "job-batch-age",
        Duration.ofSeconds(10),
        "SCHED-0860 could not count the job batches that have not ended; next try in 10 s");
  }

  @Override
  public void run() {
    String sql =
        """
        SELECT count(*) AS batches, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)) * 1000, 0)::bigint AS oldest_millis
          FROM scheduler.job_batch WHERE ended_at IS NULL
        """;
    new Statements(dataSource)
        .query(
            "count job batches",
            new SqlText(sql),
            row ->
                new OpenJobBatches(
                    row.getInt("batches"),
                    Duration.ofMillis(Math.max(0, row.getLong("oldest_millis")))))
        .forEach(events::tell);
  }
}
