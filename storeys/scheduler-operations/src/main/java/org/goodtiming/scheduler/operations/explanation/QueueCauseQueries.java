package org.goodtiming.scheduler.operations.explanation;

import static org.goodtiming.scheduler.sql.Columns.instant;
import static org.goodtiming.scheduler.sql.Columns.instantOrNull;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.explanation.Explanations;
import org.goodtiming.scheduler.explanation.PartitionFacts;
import org.goodtiming.scheduler.explanation.PartitionFacts.BrokerOutage;
import org.goodtiming.scheduler.explanation.PartitionFacts.Candidate;
import org.goodtiming.scheduler.explanation.PartitionFacts.Drain;
import org.goodtiming.scheduler.explanation.ServiceState;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.QueueFacts;
import org.goodtiming.scheduler.policy.QueueFacts.Failure;
import org.goodtiming.scheduler.policy.QueueFacts.Pause;
import org.goodtiming.scheduler.policy.QueueFacts.Scope;
import org.goodtiming.scheduler.server.Observation;
import org.goodtiming.scheduler.server.Server;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.Statements.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * Explains why worker queues are not served, with the pool of readers and this node's knowledge of
 * the broker.
 */
@Singleton
public final class QueueCauseQueries {

  private static final String PURPOSE = "explain worker queues";

  private static final String LEASE =
      """
      coalesce(l.holder IS NOT NULL AND l.released_at IS NULL AND k.now - l.last_run_at <= l.failover_interval, false) AS leads,
      coalesce(l.released_at, l.last_run_at) AS last_seen_at
      """;

  private static final String QUEUES =
      """
      SELECT q.name, q.partition, q.failures, q.retry_at, q.last_error, <columns>,
             coalesce(q.paused AND coalesce(q.paused_until > k.now, true), false) AS paused, q.paused_until,
             e.paused_at AS all_paused_at, e.paused_until AS all_paused_until, b.messages, b.consumers,
             <lease>
        FROM (SELECT clock_timestamp() AS now) k
             CROSS JOIN scheduler.worker_queue q
             LEFT JOIN scheduler.dispatch_pause e ON e.group_key = '' AND coalesce(e.paused_until > k.now, true)
             LEFT JOIN scheduler.lease l ON l.partition = q.partition
             LEFT JOIN scheduler.worker_queue_backlog b ON b.queue = q.name AND b.seen_at > k.now - interval 'PT2M'
      """
          .replace("<lease>", LEASE)
          .transform(DispatchPolicies.in("q"));

  private static final String PARTITIONS =
      """
      SELECT l.partition AS name, l.partition, <lease> FROM (SELECT clock_timestamp() AS now) k CROSS JOIN scheduler.lease l
       WHERE EXISTS (SELECT FROM scheduler.worker_queue q WHERE q.partition = l.partition)
      """
          .replace("<lease>", LEASE);

  private static final String LIVE_NODES =
      """
      SELECT n.name, n.partitions, u.changed_at, u.changed_by
        FROM scheduler.node n
             LEFT JOIN scheduler.node_duty u ON u.node = n.name AND NOT u.dispatches
       WHERE scheduler.is_live(n.name)
       ORDER BY n.name
      """;

  private final Statements statements;
  private final Supplier<@Nullable BrokerOutage> broker;

  @Inject
  QueueCauseQueries(@Readers DataSource dataSource, Servers servers, @NodeName String node) {
    this(dataSource, () -> outage(node, servers.observation(Server.BROKER)));
  }

  /**
   * @param broker null while it answers
   */
  public QueueCauseQueries(DataSource dataSource, Supplier<@Nullable BrokerOutage> broker) {
    this.statements = Statements.forClients(dataSource);
    this.broker = broker;
  }

  private static @Nullable BrokerOutage outage(String node, Observation seen) {
    return seen.answers() ? null : new BrokerOutage(node, seen.since(), seen.error());
  }

  /** Whether and how fast each worker queue is served, by its name. */
  public Map<String, ServiceState> queues() {
    return states(facts(new SqlText(QUEUES)), Explanations::explain);
  }

  /** Whether and how fast one worker queue is served; without any cause if it is not listed. */
  public ServiceState queue(String name) {
    WorkerQueueFacts queue = facts(name);
    return queue == null ? new ServiceState(List.of(), null) : Explanations.explain(name, queue);
  }

  /** Why no node leads a partition with queues, by its name. */
  public Map<String, ServiceState> partitions() {
    List<Node> nodes = liveNodes();
    return states(
        byName(new SqlText(PARTITIONS), row -> partition(row, nodes)),
        (name, partition) -> Explanations.explain(partition));
  }

  /** Null if it is not on the allow-list. */
  @Nullable WorkerQueueFacts facts(String name) {
    return facts(new SqlText(QUEUES).and("q.name = :name", name)).get(name);
  }

  private Map<String, WorkerQueueFacts> facts(SqlText sql) {
    List<Node> nodes = liveNodes();
    return byName(sql, row -> queue(row, partition(row, nodes)));
  }

  private <T> Map<String, T> byName(SqlText sql, RowReader<T> reader) {
    Map<String, T> found = new LinkedHashMap<>();
    statements.query(PURPOSE, sql, row -> found.put(row.getString("name"), reader.read(row)));
    return found;
  }

  private static <T> Map<String, ServiceState> states(
      Map<String, T> facts, BiFunction<String, T, ServiceState> explain) {
    Map<String, ServiceState> states = new LinkedHashMap<>();
    facts.forEach((name, each) -> states.put(name, explain.apply(name, each)));
    return states;
  }

  private static WorkerQueueFacts queue(ResultSet row, PartitionFacts partition)
      throws SQLException {
    QueueFacts queue =
        new QueueFacts(
            row.getString("name"),
            pauses(row),
            row.getInt("failures") == 0
                ? null
                : new Failure(row.getString("last_error"), instantOrNull(row, "retry_at")),
            DispatchPolicies.read(row));
    return new WorkerQueueFacts(
        queue,
        partition,
        row.getObject("consumers") == null
            ? null
            : new WorkerQueueFacts.Broker(row.getLong("messages"), row.getInt("consumers")));
  }

  private static List<Pause> pauses(ResultSet row) throws SQLException {
    List<Pause> pauses = new ArrayList<>();
    Instant allSince = instantOrNull(row, "all_paused_at");
    if (allSince != null) {
      pauses.add(
          new Pause(Scope.EVERYTHING, null, allSince, instantOrNull(row, "all_paused_until")));
    }
    if (row.getBoolean("paused")) {
      pauses.add(new Pause(Scope.QUEUE, null, null, instantOrNull(row, "paused_until")));
    }
    return pauses;
  }

  private PartitionFacts partition(ResultSet row, List<Node> nodes) throws SQLException {
    String name = row.getString("partition");
    boolean leads = row.getBoolean("leads");
    return new PartitionFacts(
        name,
        leads,
        instantOrNull(row, "last_seen_at"),
        nodes.stream().filter(node -> node.partitions.contains(name)).map(Node::duty).toList(),
        leads ? null : broker.get());
  }

  private List<Node> liveNodes() {
    return statements.query(PURPOSE, new SqlText(LIVE_NODES), Node::of);
  }

  private record Node(List<String> partitions, Candidate duty) {

    static Node of(ResultSet row) throws SQLException {
      Drain drain =
          row.getString("changed_by") == null
              ? null
              : new Drain(instant(row, "changed_at"), row.getString("changed_by"));
      return new Node(
          List.of((String[]) row.getArray("partitions").getArray()),
          new Candidate(row.getString("name"), drain));
    }
  }
}
