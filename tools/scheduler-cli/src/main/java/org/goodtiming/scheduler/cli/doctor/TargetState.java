package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.List;

/**
 * A target to which nodes do not post.
 *
 * @param why as the nodes tell it
 */
record TargetState(String queue, List<String> nodes, String why) {

  /** Empty without the column, which older schemas lack: another finding tells that. */
  static List<TargetState> read(Query query) throws SQLException {
    boolean exists =
        query.row(
            "SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('scheduler.node') AND attname = 'refused_targets')",
            row -> row.getBoolean(1));
    return exists
        ? query.rows(
            """
            SELECT r.key AS queue, r.value AS why, array_agg(n.name ORDER BY n.name) AS nodes
              FROM scheduler.node n CROSS JOIN jsonb_each_text(n.refused_targets) r
             WHERE n.seen_at > clock_timestamp() - interval 'PT1M'
             GROUP BY r.key, r.value ORDER BY r.key, r.value
            """,
            row ->
                new TargetState(
                    row.getString("queue"),
                    List.of((String[]) row.getArray("nodes").getArray()),
                    row.getString("why")))
        : List.of();
  }

  Finding finding() {
    return new Finding(
        FindingCode.TARGET_REFUSED,
        "nodes %s do not post to the target of worker queue %s: %s"
            .formatted(String.join(", ", nodes), queue, why),
        Cure.advice(
            "set another target, or mend scheduler.target.hosts and its like on all nodes, and restart them"));
  }
}
