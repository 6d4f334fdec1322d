package org.goodtiming.scheduler.chaos;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.chaos.RunLedger.Registration;
import org.jspecify.annotations.Nullable;

/**
 * The executions of calculations, which may need several attempts, compared with the registrations.
 */
record AttemptedRuns(List<AttemptedRun> runs, RunLedger ledger) {

  /**
   * @param attempt the latest
   * @param reportedAt when the first report of a worker was processed; null if none was
   * @param setbacks transitions of an earlier attempt after those of a later one
   */
  record AttemptedRun(
      TrackedRuns.Run run, String jobId, int attempt, @Nullable Instant reportedAt, int setbacks) {

    private static AttemptedRun of(ResultSet row) throws SQLException {
      var reported = row.getObject("first_report", OffsetDateTime.class);
      return new AttemptedRun(
          TrackedRuns.Run.of(row),
          row.getString("job_id"),
          row.getInt("attempt"),
          reported == null ? null : reported.toInstant(),
          row.getInt("setbacks"));
    }

    private boolean isFinishedAs(Registration registration) {
      return run.state().equals("FINISHED")
          && registration.calculation().result(attempt).equals(run.result());
    }

    private boolean isEarly(Registration registration) {
      return reportedAt != null && reportedAt.isBefore(registration.dueAt());
    }
  }

  /**
   * @param finished with the right result
   * @param sentAgain of these, in a later attempt than the first
   */
  record Figures(long finished, long sentAgain) {
    static final Figures NONE = new Figures(0, 0);
  }

  /**
   * @param prefix of the job ids
   */
  static AttemptedRuns of(Sql sql, String queue, String prefix, RunLedger ledger) {
    var runs =
        sql.read(
            """
            SELECT %s, e.job_id, e.attempt,
                   (SELECT min(at) FROM scheduler.execution_transition t
                     WHERE t.fire_id = e.fire_id AND t.new_state NOT IN ('SUBMITTED', 'DISPATCHED')) AS first_report,
                   (SELECT count(*)
                      FROM (SELECT t.attempt < lag(t.attempt) OVER (ORDER BY t.id) AS setback
                              FROM scheduler.execution_transition t WHERE t.fire_id = e.fire_id) history
                     WHERE setback) AS setbacks
              FROM scheduler.execution e LEFT JOIN scheduler.execution_result r USING (fire_id)
             WHERE e.queue = '%s' AND starts_with(e.job_id, '%s')
            """
                .formatted(TrackedRuns.COLUMNS, queue, prefix),
            AttemptedRun::of);
    return new AttemptedRuns(runs, ledger);
  }

  /** Acknowledged, and no execution is there. */
  Set<String> lost() {
    var lost = ledger.acknowledged();
    runs.forEach(run -> lost.remove(run.jobId()));
    return lost;
  }

  /** Jobs with several executions. */
  Set<String> twice() {
    return runs.stream()
        .collect(Collectors.groupingBy(AttemptedRun::jobId, Collectors.counting()))
        .entrySet()
        .stream()
        .filter(job -> job.getValue() > 1)
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  Set<String> invented() {
    return those(run -> ledger.of(run.jobId()) == null);
  }

  Set<String> early() {
    return those(known(AttemptedRun::isEarly));
  }

  Set<String> hanging() {
    return those(run -> run.run().isOpen());
  }

  Set<String> endedTwice() {
    return those(run -> run.run().ends() > 1);
  }

  /** Ended in another state, or without the result of their latest attempt. */
  Set<String> wrong() {
    return those(
        known((run, registration) -> !run.run().isOpen() && !run.isFinishedAs(registration)));
  }

  /** Runs that an attempt changed after the scheduler had begun a later attempt. */
  Set<String> setBack() {
    return those(run -> run.setbacks() > 0);
  }

  Figures figures() {
    var finished = runs.stream().filter(known(AttemptedRun::isFinishedAs)).toList();
    return new Figures(finished.size(), finished.stream().filter(run -> run.attempt() > 1).count());
  }

  private Predicate<AttemptedRun> known(BiPredicate<AttemptedRun, Registration> condition) {
    return run -> {
      var registration = ledger.of(run.jobId());
      return registration != null && condition.test(run, registration);
    };
  }

  private Set<String> those(Predicate<AttemptedRun> condition) {
    return runs.stream()
        .filter(condition)
        .map(AttemptedRun::jobId)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
