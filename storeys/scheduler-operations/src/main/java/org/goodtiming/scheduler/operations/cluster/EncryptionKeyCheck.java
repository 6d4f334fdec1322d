package org.goodtiming.scheduler.operations.cluster;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.operations.cluster.EncryptionKeysCompared.KeysOfQueue;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Events;

/** Counts the nodes that lack a key of an encrypted worker queue. */
@Singleton
final class EncryptionKeyCheck implements LeaderTask {

  private final Statements statements;
  private final Events events;

  @Inject
  EncryptionKeyCheck(DataSource dataSource, Events events) {
    this.statements = Statements.forClients(dataSource);
    this.events = events;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "encryption-keys",
        Duration.ofSeconds(30),
        "SCHED-0062 could not compare the encryption keys of the nodes; next try in 30 s");
  }

  @Override
  public void run() {
    events.tell(new EncryptionKeysCompared(compare()));
  }

  /** Compares the keys; returns an entry for each encrypted queue. */
  List<KeysOfQueue> compare() {
    SqlText sql =
        new SqlText(
            """
            SELECT q.name, count(DISTINCT m.node) AS nodes
              FROM scheduler.worker_queue q LEFT JOIN scheduler.missing_encryption_key m ON m.queue = q.name
             WHERE q.encrypted
             GROUP BY q.name
            """);
    return statements.query(
        "compare the encryption keys of the nodes",
        sql,
        row -> new KeysOfQueue(row.getString("name"), row.getInt("nodes")));
  }
}
