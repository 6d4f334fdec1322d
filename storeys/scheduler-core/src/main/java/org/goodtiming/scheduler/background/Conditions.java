package org.goodtiming.scheduler.background;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Starts the tasks that have work. One short statement reads the conditions of all that rest, in
 * place of a statement of each (docs/adr/0116).
 */
final class Conditions {

  static final String UNREADABLE =
      "SCHED-0064 could not query which tasks have work; each looks for its own";

  private final List<TaskLoop> loops;
  private final Statements statements;

  /** The conditions of all loops; a constant text lets the database keep a single plan. */
  private final String text;

  /** The conditions of those loops that have one. */
  Conditions(List<TaskLoop> loops, DataSource dataSource) {
    this.loops = loops.stream().filter(loop -> loop.condition() != null).toList();
    this.statements = new Statements(dataSource);
    this.text =
        IntStream.range(0, this.loops.size())
            .mapToObj(i -> "CASE WHEN :rests_" + i + " THEN (" + condition(i) + ") END")
            .collect(Collectors.joining(",\n", "SELECT\n", ""));
  }

  private String condition(int i) {
    return String.valueOf(loops.get(i).condition());
  }

  /** Offers a run to each loop whose condition is true. */
  void offerRuns() {
    TaskLoop.offerRuns(loops, this::withWork);
  }

  private List<TaskLoop> withWork(List<TaskLoop> resting) {
    SqlText sql = new SqlText(text);
    IntStream.range(0, loops.size())
        .forEach(i -> sql.set("rests_" + i, resting.contains(loops.get(i))));
    return statements
        .find("query which tasks have work", sql, this::withTrueCondition)
        .orElseThrow();
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
