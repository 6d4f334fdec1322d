package org.goodtiming.scheduler.operations.execution;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.goodtiming.scheduler.execution.history.ExecutionPosition;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.sql.SqlText;
import org.jspecify.annotations.Nullable;

/**
 * The order of a list of executions, which is that of an index; filters are applied to its rows.
 */
public enum ExecutionOrder {
  /** The latest registration first. */
  NEWEST("-submitted"),
  OLDEST("submitted"),
  /**
   * The latest end first, or due time of those that have not ended, without those that are not due
   * yet.
   */
  LATEST("-latest"),
  /** Only executions that have ended and took at least a second, of which there is an index. */
  LONGEST("-duration");

  /** The condition of index execution_work. */
  static final String INDEXED =
      "ended_at IS NOT NULL AND " + ExecutionStatus.WORK + " >= interval '1 s'";

  private final String label;

  ExecutionOrder(String label) {
    this.label = label;
  }

  /** The order with that name in requests; empty if there is none. */
  public static Optional<ExecutionOrder> find(String label) {
    return Arrays.stream(values()).filter(order -> order.label.equals(label)).findFirst();
  }

  String orderBy() {
    return switch (this) {
      case NEWEST -> "ORDER BY submitted_at DESC, fire_id DESC";
      case OLDEST -> "ORDER BY submitted_at, fire_id";
      case LONGEST -> "ORDER BY " + ExecutionStatus.WORK + " DESC, fire_id DESC";
      case LATEST -> "ORDER BY coalesce(ended_at, due_at) DESC, fire_id DESC";
    };
  }

  /** Restricts a statement to the executions that the order has. */
  SqlText restrict(SqlText sql) {
    return sql.and(INDEXED, this == LONGEST);
  }

  /** Where the last execution of a page stands in this order. */
  public ExecutionPosition position(ExecutionStatus last) {
    if (this != LATEST) {
      return last.position();
    }
    Instant latest = last.endedAt() == null ? last.dueAt() : last.endedAt();
    return new ExecutionPosition(latest, last.fireId(), null);
  }

  /** Restricts a statement to the executions after a position, if there is one. */
  SqlText behind(SqlText sql, @Nullable ExecutionPosition position) {
    if (position == null) {
      return sql;
    }
    sql.set("after_fire_id", position.fireId());
    return switch (this) {
      case NEWEST ->
          sql.and("(submitted_at, fire_id) < (:after, :after_fire_id)", true)
              .set("after", position.submittedAt());
      case OLDEST ->
          sql.and("(submitted_at, fire_id) > (:after, :after_fire_id)", true)
              .set("after", position.submittedAt());
      case LONGEST ->
          sql.and(
                  "(" + ExecutionStatus.WORK + ", fire_id) < (:after::interval, :after_fire_id)",
                  true)
              .set("after", position.duration());
      case LATEST -> throw new IllegalStateException("its position is in two columns");
    };
  }
}
