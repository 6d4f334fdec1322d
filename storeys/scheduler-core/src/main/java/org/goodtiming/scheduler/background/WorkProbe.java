package org.goodtiming.scheduler.background;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.StoreException;

/**
 * Starts the tasks that have work. One short statement reads the conditions of all that rest, in
 * place of a statement of each (docs/adr/0116).
 */
final class WorkProbe implements LeaderTask {

  /** The shortest interval of these tasks. */
  static final Duration INTERVAL = Duration.ofMillis(250);

  private final List<TaskLoop> loops;
  private final Statements statements;

  /** The conditions of all loops; a constant text lets the database keep a single plan. */
  private final String conditions;

  /**
   * @param loops of tasks that have a condition
   */
  WorkProbe(List<TaskLoop> loops, Statements statements) {
    this.loops = loops;
    this.statements = statements;
    this.conditions =
        IntStream.range(0, loops.size())
            .mapToObj(i -> "CASE WHEN :rests_" + i + " THEN (" + loops.get(i).condition() + ") END")
            .collect(Collectors.joining(",\n", "SELECT\n", ""));
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "work-probe",
        INTERVAL,
        "SCHED-0064 could not query which tasks of the leader have work; each looks for its own");
  }

  @Override
  public void run() {
    List<TaskLoop> resting = loops.stream().filter(TaskLoop::takesOffers).toList();
    if (!resting.isEmpty()) {
      withWork(resting).forEach(TaskLoop::offerRun);
    }
  }

  /** All of them if the statement fails: one faulty condition must not stop the other tasks. */
  private List<TaskLoop> withWork(List<TaskLoop> resting) {
    SqlText sql = new SqlText(conditions);
    IntStream.range(0, loops.size())
        .forEach(i -> sql.set("rests_" + i, resting.contains(loops.get(i))));
    try {
      return statements
          .find("query which tasks of the leader have work", sql, this::withTrueCondition)
          .orElseThrow();
    } catch (StoreException e) {
      resting.forEach(TaskLoop::offerRun);
      throw e;
    }
  }

  private List<TaskLoop> withTrueCondition(ResultSet row) throws SQLException {
    List<TaskLoop> found = new ArrayList<>();
    for (int i = 0; i < loops.size(); i++) {
      if (row.getBoolean(i + 1)) {
        found.add(loops.get(i));
      }
    }
    return found;
  }
}
