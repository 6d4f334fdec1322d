package org.goodtiming.scheduler.operations.cluster;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.CurrentDuties;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.operations.cluster.DutyEvent.DutiesChanged;
import org.goodtiming.scheduler.operations.cluster.DutyEvent.DutiesUnread;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Events;

/** Reads which duties operators have left to this node, and lets the rest of the node know. */
@Singleton
public final class DutyWatch implements NodeTask {

  private final Statements statements;
  private final String node;
  private final CurrentDuties current;
  private final BeanDeliveries deliveries;
  private final Events events;

  @Inject
  DutyWatch(
      DataSource dataSource,
      @NodeName String node,
      CurrentDuties current,
      BeanDeliveries deliveries,
      Events events) {
    this.statements = new Statements(dataSource);
    this.node = node;
    this.current = current;
    this.deliveries = deliveries;
    this.events = events;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "node duties",
        Duration.ofSeconds(1),
        "SCHED-0090 could not read the duties of this node, which keeps those that it has; next try in 1 s");
  }

  /** Runs before the beans of this node receive their first message. */
  @Override
  public void atStart() {
    events.tell(new DutiesUnread());
    read();
  }

  @Override
  public void run(Repetition repetition) {
    read();
  }

  void read() {
    NodeDuties duties = duties();
    boolean changed = !duties.equals(current.get());
    current.set(duties);
    deliveries.suspendAllBut(duties);
    if (changed) {
      events.tell(new DutiesChanged(node, duties.dispatches(), duties.registers()));
    }
  }

  private NodeDuties duties() {
    SqlText sql =
        new SqlText("SELECT dispatches, registers FROM scheduler.node_duty WHERE node = :node");
    List<NodeDuties> found =
        statements.query(
            "read the duties of this node",
            sql.set("node", node),
            row -> new NodeDuties(row.getBoolean("dispatches"), row.getBoolean("registers")));
    return found.isEmpty() ? NodeDuties.ALL : found.get(0);
  }
}
