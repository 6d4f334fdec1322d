package org.goodtiming.scheduler.background;

import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** Starts the tasks of a node that have work. */
public final class NodeProbe implements NodeTask {

  private final Conditions conditions;

  /**
   * @param loops of all tasks
   */
  public NodeProbe(List<TaskLoop> loops, DataSource dataSource) {
    this.conditions = new Conditions(loops, dataSource);
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription("node probe", Duration.ofSeconds(1), Conditions.UNREADABLE);
  }

  @Override
  public void run(Repetition repetition) {
    conditions.offerRuns();
  }
}
