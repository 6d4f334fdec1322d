package org.goodtiming.scheduler.job.upkeep;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Gives waiting jobs their keys that were stored before their queue named its key property, or by a
 * node of an earlier version. Passes over all jobs of such queues again and again, without hurry
 * while it finds none.
 */
@Singleton
final class ShareKeyFill implements LeaderTask {

  /** Jobs of each queue that are read at once. */
  static final int PORTION = 1_000;

  private static final String KEYED = "scheduler.worker_queue WHERE key_property <> 'none'";

  private final Statements statements;
  private final Map<String, String> lastJobs = new HashMap<>();

  private record Filled(Optional<String> lastJob, int jobs) {}

  @Inject
  public ShareKeyFill(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "share-key-fill",
        Duration.ofSeconds(1),
        "SCHED-0827 could not give waiting jobs their keys; next try in 1 s");
  }

  @Override
  public String condition() {
    return "EXISTS (SELECT FROM " + KEYED + ")";
  }

  @Override
  public void run() {
    List<String> queues =
        statements.query(
            "read which worker queues have keys",
            new SqlText("SELECT name FROM " + KEYED),
            row -> row.getString("name"));
    lastJobs.keySet().retainAll(queues);
    Portions.each(queues, this::pass);
  }

  private void pass(String queue) {
    while (fill(queue) > 0 && !Thread.currentThread().isInterrupted()) {
      // The next jobs probably lack their keys, too
    }
  }

  private int fill(String queue) {
    SqlText sql =
        new SqlText(
                "SELECT last_job, filled FROM scheduler.fill_share_keys(:queue, :after, :portion)")
            .set("queue", queue)
            .set("after", lastJobs.getOrDefault(queue, ""))
            .set("portion", PORTION);
    Filled filled =
        statements
            .find(
                "fill the keys of jobs of queue " + queue,
                sql,
                row ->
                    new Filled(
                        Optional.ofNullable(row.getString("last_job")), row.getInt("filled")))
            .orElseThrow();
    lastJobs.put(queue, filled.lastJob().orElse(""));
    return filled.jobs();
  }
}
