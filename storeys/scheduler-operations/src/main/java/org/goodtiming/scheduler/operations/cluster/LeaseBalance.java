package org.goodtiming.scheduler.operations.cluster;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.lease.Leases;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Hands partitions of this node over: to their preferred nodes, and to nodes that lead at least two
 * partitions fewer. One at a time, and only a partition without a due job.
 */
@Singleton
public final class LeaseBalance implements NodeTask {

  private final Statements statements;
  private final String node;
  private final Leases leases;
  private final Events events;

  @Inject
  LeaseBalance(DataSource dataSource, @NodeName String node, Leases leases, Events events) {
    this.statements = new Statements(dataSource);
    this.node = node;
    this.leases = leases;
    this.events = events;
  }

  /** A partition of this node, and the node that is to lead it. */
  record Move(String partition, String to) {}

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "partitions",
        Duration.ofSeconds(15),
        "SCHED-0096 could not compare which nodes lead which partitions; next try in 15 s");
  }

  @Override
  public void run(Repetition repetition) {
    move().ifPresent(this::handOver);
  }

  private void handOver(Move move) {
    events.tell(new LeaseHandedOver(move.partition(), node, move.to()));
    leases.keepers().stream()
        .filter(keeper -> keeper.partition().equals(move.partition()))
        .forEach(keeper -> keeper.handOver(move.to()));
  }

  /**
   * The next move, that to a preferred node first; empty if the partitions are where they belong.
   */
  Optional<Move> move() {
    SqlText sql =
        new SqlText(
            """
            WITH able AS MATERIALIZED (
              SELECT n.name, p.partition
                FROM scheduler.node n
                     CROSS JOIN unnest(n.partitions) AS p (partition)
                     LEFT JOIN scheduler.node_duty d ON d.node = n.name
               WHERE n.seen_at > clock_timestamp() - interval 'PT20S' AND scheduler.is_live(n.name) AND coalesce(d.dispatches, true)),
            led AS MATERIALIZED (
              SELECT l.partition, l.holder
                FROM scheduler.lease l
               WHERE l.released_at IS NULL AND l.last_run_at + l.failover_interval > clock_timestamp()),
            leads AS MATERIALIZED (
              SELECT a.name, (SELECT count(*) FROM led WHERE led.holder = a.name) AS partitions
                FROM (SELECT DISTINCT name FROM able) a),
            mine AS (
              SELECT led.partition, f.node AS preferred
                FROM led LEFT JOIN scheduler.preferred_node f USING (partition)
               WHERE led.holder = :node
                 AND NOT EXISTS (
                   SELECT FROM scheduler.worker_queue q
                          CROSS JOIN LATERAL (
                            SELECT FROM scheduler.job j
                             WHERE j.queue = q.name AND j.eligible_at <= (SELECT clock_timestamp()) ORDER BY j.eligible_at LIMIT 1) due
                    WHERE q.partition = led.partition AND <prompt> AND <unlimited>))
            SELECT m.partition, a.name AS target, a.name = m.preferred AS wanted, o.partitions
              FROM mine m JOIN able a USING (partition) JOIN leads o ON o.name = a.name
             WHERE a.name <> :node AND m.preferred IS DISTINCT FROM :node
               AND (a.name IS NOT DISTINCT FROM m.preferred OR o.partitions + 2 <= (SELECT count(*) FROM led WHERE led.holder = :node))
             ORDER BY wanted DESC NULLS LAST, o.partitions, m.partition, a.name LIMIT 1
            """
                .transform(DispatchPolicies.in("q")));
    List<Move> moves =
        statements.query(
            "compare which nodes lead which partitions",
            sql.set("node", node),
            row -> new Move(row.getString("partition"), row.getString("target")));
    return moves.stream().findFirst();
  }
}
