package org.goodtiming.scheduler.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The executions of tracked jobs, compared with what their workers reported. */
record TrackedRuns(List<Run> runs, ReportLedger reports) {

  private static final List<String> OPEN_STATES = List.of("SUBMITTED", "DISPATCHED", "RUNNING");

  /** What a {@link Run} is read from: of an execution e with its result r. */
  static final String COLUMNS =
      """
      e.fire_id, e.state, r.body,
      (SELECT count(*) FROM scheduler.execution_transition t
        WHERE t.fire_id = e.fire_id AND t.new_state NOT IN ('%s')) AS ends
      """
          .formatted(String.join("', '", OPEN_STATES));

  /**
   * @param ends transitions into a final state
   * @param result null if none is stored
   */
  record Run(String fireId, String state, int ends, @Nullable String result) {

    boolean isOpen() {
      return OPEN_STATES.contains(state) || ends == 0;
    }

    static Run of(ResultSet row) throws SQLException {
      var body = row.getBytes("body");
      return new Run(
          row.getString("fire_id"),
          row.getString("state"),
          row.getInt("ends"),
          body == null ? null : new String(body, UTF_8));
    }
  }

  /**
   * Those of all queues but that of the long runs, whose workers are not the suite's receivers, and
   * that of silent workers, whose runs have a limit.
   *
   * @param prefix of the job ids
   */
  static TrackedRuns of(Sql sql, String prefix, ReportLedger reports) {
    var runs =
        sql.read(
            """
            SELECT %s
              FROM scheduler.execution e LEFT JOIN scheduler.execution_result r USING (fire_id)
             WHERE starts_with(e.job_id, '%s') AND e.queue NOT IN ('%s', '%s')
            """
                .formatted(COLUMNS, prefix, LongRunWorker.QUEUE, UnreliableQueue.SILENT.queue()),
            Run::of);
    return new TrackedRuns(runs, reports);
  }

  /** How many executions have not ended, long runs among them. */
  static long open(Sql sql, String prefix) {
    return sql.number(
        "SELECT count(*) FROM scheduler.execution WHERE ended_at IS NULL AND starts_with(job_id, '%s')"
            .formatted(prefix));
  }

  /** Never ended. */
  Set<String> hanging() {
    return those(Run::isOpen);
  }

  Set<String> endedTwice() {
    return those(run -> run.ends() > 1);
  }

  /** Reported in a transaction that committed, and not stored as it was sent. */
  Set<String> lostResults() {
    var lost = reports.committed();
    lost.removeAll(
        those(run -> isFinished(run) && reports.isCommitted(run.fireId(), run.result())));
    return lost;
  }

  /** Finished, though no transaction that may have committed reported it, or not this result. */
  Set<String> inventedResults() {
    return those(
        run ->
            (isFinished(run) || run.result() != null)
                && !reports.isPossible(run.fireId(), run.result()));
  }

  private static boolean isFinished(Run run) {
    return run.state().equals("FINISHED");
  }

  private Set<String> those(Predicate<Run> condition) {
    return runs.stream()
        .filter(condition)
        .map(Run::fireId)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
