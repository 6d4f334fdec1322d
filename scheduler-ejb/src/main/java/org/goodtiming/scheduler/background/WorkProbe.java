package org.goodtiming.scheduler.background;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Starts the tasks that have work. One short statement reads the conditions of all of them, in
 * place of a statement of each (docs/adr/0116).
 */
final class WorkProbe implements LeaderTask {

  /** The shortest interval of these tasks. */
  static final Duration INTERVAL = Duration.ofMillis(250);

  private final List<TaskLoop> loops;
  private final Statements statements;

  /**
   * @param loops of tasks that have a condition
   */
  WorkProbe(List<TaskLoop> loops, Statements statements) {
    this.loops = loops;
    this.statements = statements;
  }

  @Override
  public String name() {
    return "work-probe";
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  @Override
  public String failure() {
    return "SCHED-0064 could not query which tasks of the leader have work; trying again four times a second";
  }

  @Override
  public void run() {
    String conditions =
        loops.stream().map(TaskLoop::condition).collect(Collectors.joining("),\n(", "(", ")"));
    statements
        .find(
            "query which tasks of the leader have work",
            new SqlText("SELECT\n" + conditions),
            this::withWork)
        .ifPresent(found -> found.forEach(TaskLoop::offerRun));
  }

  private List<TaskLoop> withWork(ResultSet conditions) throws SQLException {
    List<TaskLoop> found = new ArrayList<>();
    for (int i = 0; i < loops.size(); i++) {
      if (conditions.getBoolean(i + 1)) {
        found.add(loops.get(i));
      }
    }
    return found;
  }
}
