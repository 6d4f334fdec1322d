package org.goodtiming.scheduler.execution;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.chain.ParentWatch;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.junit.jupiter.api.BeforeEach;

/** Jobs that wait for others, what the leader does for them, and the ends of their runs. */
abstract class ChainedJobs {

  final ContractDatabase database = ContractDatabase.shared();
  final ExecutionStore executions = database.executions();
  final ReportStore reports = new ReportStore(database.xa(), "node-1", Duration.ofDays(1));
  final JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
  final DueJobs due = new DueJobs(database.xa(), executions, database.schedules());
  final ParentWatch watch = new ParentWatch(Runnable::run, database.xa(), executions);

  /** The ends of the jobs of queue a are known. */
  @BeforeEach
  void empty() {
    database.clear();
    database.execute("UPDATE scheduler.worker_queue SET tracked = true WHERE name = 'a'");
  }

  List<ClaimedJob> claim() {
    return new ArrayList<>(
        due.claim(
                Map.of("a", 2000, "b", 2000, "c", 2000),
                ClaimCursor.NONE,
                Duration.ZERO,
                "default",
                0)
            .jobs());
  }

  static List<String> keys(List<ClaimedJob> claimed) {
    return claimed.stream().map(each -> each.key().toString()).toList();
  }

  void finish(ClaimedJob run) {
    reports.book(List.of(Reports.of(run, Report.Event.FINISHED, 1)));
  }

  String ledger() {
    return value("SELECT difference FROM scheduler.ledger");
  }

  String value(String query) {
    return database.value(query);
  }
}
