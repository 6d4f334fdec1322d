package org.goodtiming.scheduler.operations.cluster;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.metrics.Metrics;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Tells version, partitions and limits of this node, how far its clock is from the database's, and
 * which encryption keys it has.
 */
@Singleton
public final class NodePresence implements NodeTask {

  private static final String PURPOSE = "tell of this node";

  private static final String TELL =
      """
      WITH forgotten AS (DELETE FROM scheduler.node WHERE seen_at < clock_timestamp() - interval 'P1D' AND name <> :node)
      INSERT INTO scheduler.node (name, version, partitions, started_at, seen_at, clock_offset, encryption_keys,
                                  max_body_bytes, max_property_bytes)
      VALUES (:node, :version, :partitions, :started, clock_timestamp(), :offset::interval, :keys, :body_bytes, :property_bytes)
      ON CONFLICT (name) DO UPDATE
         SET version = excluded.version, partitions = excluded.partitions, started_at = excluded.started_at,
             seen_at = excluded.seen_at, clock_offset = excluded.clock_offset, encryption_keys = excluded.encryption_keys,
             max_body_bytes = excluded.max_body_bytes, max_property_bytes = excluded.max_property_bytes
      RETURNING name
      """;

  private final Statements statements;
  private final String node;
  private final Description description;
  private final InstantSource clock;
  private @Nullable Instant startedAt;

  /**
   * What does not change while the node runs.
   *
   * @param partitions the partitions that the node may lead
   * @param keyIds ids of the encryption keys; the first key encrypts
   * @param limits of the registrations that the node accepts
   */
  record Description(
      String version,
      List<String> partitions,
      Collection<String> keyIds,
      RegistrationConfig limits) {}

  @Inject
  NodePresence(DataSource dataSource, SchedulerConfig config) {
    this(
        dataSource,
        config.node(),
        new Description(
            Metrics.version(),
            config.dispatch().enabled() ? config.lease().partitions() : List.of(),
            config.encryption().keys().keySet(),
            config.registration()),
        InstantSource.system());
  }

  NodePresence(DataSource dataSource, String node, Description description, InstantSource clock) {
    this.statements = Statements.forClients(dataSource);
    this.node = node;
    this.description = description;
    this.clock = clock;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "nodes",
        Duration.ofSeconds(15),
        "SCHED-0031 could not store version, clock and encryption keys of this node; next try in 15 s");
  }

  @Override
  public void run(Repetition repetition) {
    tell();
  }

  /** A node that was stopped is not missing. */
  @Override
  public void end() {
    SqlText sql = new SqlText("DELETE FROM scheduler.node WHERE name = :node RETURNING name", node);
    statements.query(PURPOSE, sql, row -> row.getString(1));
  }

  /** The database reads its clock between two readings of the node's, most likely in the middle. */
  void tell() {
    Instant before = clock.instant();
    Instant now = now();
    Instant middle = before.plus(Duration.between(before, clock.instant()).dividedBy(2));
    Duration offset = Duration.between(now, middle).truncatedTo(ChronoUnit.MILLIS);
    startedAt = startedAt == null ? now : startedAt;
    Timestamp started = Timestamp.from(startedAt);
    SqlText sql =
        new SqlText(TELL)
            .set("node", node)
            .set("version", description.version())
            .set("partitions", description.partitions().toArray())
            .set("started", started)
            .set("offset", offset)
            .set("keys", description.keyIds().toArray())
            .set("body_bytes", description.limits().maxBodyBytes())
            .set("property_bytes", description.limits().maxPropertyBytes());
    statements.query(PURPOSE, sql, row -> row.getString(1));
  }

  /** The time by the database's clock. */
  private Instant now() {
    SqlText sql = new SqlText("SELECT clock_timestamp()");
    return statements.query(PURPOSE, sql, row -> row.getTimestamp(1).toInstant()).get(0);
  }
}
