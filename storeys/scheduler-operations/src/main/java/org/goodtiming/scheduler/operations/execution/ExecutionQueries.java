package org.goodtiming.scheduler.operations.execution;

import static java.util.stream.Collectors.joining;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionPosition;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.operations.job.JobCount;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Lists executions of all jobs, with the pool of readers. */
@Singleton
public final class ExecutionQueries {

  private static final String PURPOSE = "read executions";

  /** The values of column unsuccessful_state. */
  private static final Set<ExecutionState> UNSUCCESSFUL =
      Set.of(
          ExecutionState.ERROR,
          ExecutionState.EXHAUSTED,
          ExecutionState.CANCELLED,
          ExecutionState.EXPIRED);

  private static final String UNHANDLED =
      "NOT EXISTS (SELECT FROM scheduler.execution a WHERE a.run_again_of = execution.fire_id)";

  private static final Duration INDEXED_DURATION = Duration.ofSeconds(1);

  /** Index execution_ended tells the queues. */
  private static final String EACH_QUEUE =
      """
      WITH RECURSIVE found AS (
        (SELECT x.queue FROM scheduler.execution x WHERE x.ended_at IS NOT NULL ORDER BY x.queue LIMIT 1)
        UNION ALL
        SELECT (SELECT x.queue FROM scheduler.execution x WHERE x.ended_at IS NOT NULL AND x.queue > f.queue ORDER BY x.queue LIMIT 1)
          FROM found f WHERE f.queue IS NOT NULL)
      SELECT e.fire_id, e.latest FROM found f CROSS JOIN LATERAL (
      """;

  private final Statements statements;

  @Inject
  ExecutionQueries(@Readers DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /**
   * Lists executions from the first or after a position; reads one more than the page contains if
   * another page follows.
   */
  public List<ExecutionStatus> list(
      ExecutionFilter filter, ExecutionOrder order, @Nullable ExecutionPosition after, int size) {
    return statements.query(PURPOSE, page(filter, order, after, size), ExecutionStatus::of);
  }

  static SqlText page(
      ExecutionFilter filter, ExecutionOrder order, @Nullable ExecutionPosition after, int size) {
    if (order == ExecutionOrder.LATEST) {
      return latest(filter, after, size + 1);
    }
    SqlText sql = select(ExecutionStatus.COLUMNS, filter);
    return order
        .behind(order.restrict(sql), after)
        .then(order.orderBy() + " LIMIT :limit", size + 1);
  }

  /**
   * Merges the first ones of each queue by their ends with the first open ones by their due times.
   */
  private static SqlText latest(
      ExecutionFilter filter, @Nullable ExecutionPosition after, int limit) {
    SqlText ended = behind("ended_at", ended("fire_id, ended_at AS latest", filter), after);
    SqlText open = behind("due_at", dueNow("fire_id, due_at AS latest", filter), after);
    ended.and("queue = f.queue", true);
    String end = "ORDER BY latest DESC, fire_id DESC LIMIT :limit";
    return ended
        .then(end, limit)
        .inside(EACH_QUEUE, ") e")
        .then(end, limit)
        .unionAll(open.then(end, limit))
        .inside("SELECT fire_id FROM (", ") found")
        .then(end, limit)
        .inside(
            "SELECT "
                + ExecutionStatus.COLUMNS
                + " FROM scheduler.execution WHERE fire_id = ANY (ARRAY(\n",
            ")) " + ExecutionOrder.LATEST.orderBy());
  }

  private static SqlText behind(String time, SqlText sql, @Nullable ExecutionPosition after) {
    return after == null
        ? sql
        : sql.and("(" + time + ", fire_id) < (:after, :after_fire_id)", true)
            .set("after", after.submittedAt())
            .set("after_fire_id", after.fireId());
  }

  private static SqlText ended(String columns, ExecutionFilter filter) {
    return select(columns, filter).and("ended_at IS NOT NULL", true);
  }

  private static SqlText dueNow(String columns, ExecutionFilter filter) {
    return select(columns, filter)
        .and("ended_at IS NULL AND due_at <= (SELECT clock_timestamp())", true);
  }

  private static SqlText select(String columns, ExecutionFilter filter) {
    return filtered(new SqlText("SELECT " + columns + " FROM scheduler.execution\n"), filter);
  }

  /** How many executions the list has, counted up to {@link JobQueries#COUNT_CAP} and one. */
  public int count(ExecutionFilter filter, ExecutionOrder order) {
    String end = "LIMIT :limit";
    int limit = JobCount.CAP + 1;
    SqlText all =
        order == ExecutionOrder.LATEST
            ? ended("1", filter).then(end, limit).unionAll(dueNow("1", filter).then(end, limit))
            : order.restrict(select("1", filter));
    SqlText inner = all.then(end, limit);
    return statements
        .query(PURPOSE, inner.inside("SELECT count(*) FROM (", ") found"), row -> row.getInt(1))
        .get(0);
  }

  private static SqlText filtered(SqlText sql, ExecutionFilter filter) {
    sql.and("queue = :queue", filter.queue())
        .and("job_id = :job_id", filter.jobId())
        .and("starts_with(job_id, :job_id_prefix)", filter.prefix());
    restrict(sql, filter.states());
    filter.times().submitted().restrict(sql, "submitted_at");
    filter.times().started().restrict(sql, "started_at");
    filter.times().ended().restrict(sql, "ended_at");
    took(sql, filter.minDuration());
    return sql.and("attempt > 1", filter.marks().retried())
        .and(UNHANDLED, filter.marks().unhandled())
        .and("starts_with(message, :message)", filter.marks().message())
        .and("batch = :batch", filter.marks().batch());
  }

  /**
   * Restricts the duration. One index contains the runs of at least a second, another the runs that
   * have not ended.
   */
  private static void took(SqlText sql, @Nullable Duration least) {
    if (least == null) {
      return;
    }
    String indexed = least.compareTo(INDEXED_DURATION) < 0 ? "" : " AND " + ExecutionOrder.INDEXED;
    sql.and(
        "(ended_at IS NOT NULL AND "
            + ExecutionStatus.WORK
            + " >= :least::interval"
            + indexed
            + " OR ended_at IS NULL AND coalesce((SELECT clock_timestamp()) - started_at, interval '0') + earlier_work >= :least::interval)",
        least);
  }

  /**
   * The few runs that have failed or are open have indexes, whose conditions must not read state.
   */
  private static void restrict(SqlText sql, @Nullable Set<ExecutionState> states) {
    if (states == null) {
      return;
    }
    if (!states.isEmpty() && UNSUCCESSFUL.containsAll(states)) {
      // Literals, because with parameters the planner could not know that the index contains all
      // rows
      sql.and("unsuccessful_state IN ('" + names(states).replace(",", "', '") + "')", true);
    } else {
      sql.and("state = ANY (string_to_array(:states, ','))", names(states))
          .and("ended_at IS NULL", states.stream().noneMatch(ExecutionState::isFinal));
    }
  }

  private static String names(Set<ExecutionState> states) {
    return states.stream().map(ExecutionState::name).collect(joining(","));
  }
}
