package org.goodtiming.scheduler.operations.job;

import java.util.Arrays;
import java.util.Optional;
import org.goodtiming.scheduler.sql.SqlText;
import org.jspecify.annotations.Nullable;

/** The order of a list of jobs, which is that of an index whose first column is the queue. */
public enum JobOrder {
  /** Orders by the time from which dispatch may claim the job, the earliest first. */
  DUE("due", true),
  /** Orders by the same time, the latest first. */
  LATEST_DUE("-due", true),
  JOB_ID("jobId", false),
  LAST_JOB_ID("-jobId", false);

  private final String label;
  private final boolean byTime;

  JobOrder(String label, boolean byTime) {
    this.label = label;
    this.byTime = byTime;
  }

  /** The name in requests. */
  public String label() {
    return label;
  }

  /** The order of that label; empty if there is none. */
  public static Optional<JobOrder> find(String label) {
    return Arrays.stream(values()).filter(order -> order.label.equals(label)).findFirst();
  }

  /** Whether the jobs of a range of due times are next to each other within a queue. */
  public boolean isByTime() {
    return byTime;
  }

  /**
   * Orders queue by queue, or all jobs by their times.
   *
   * @param merged whether the queues do not matter
   */
  String orderBy(boolean merged) {
    String columns =
        (merged ? "" : "j.queue%1$s, ") + (byTime ? "j.eligible_at%1$s, j.id%1$s" : "j.job_id%1$s");
    return "ORDER BY " + columns.formatted(isReversed() ? " DESC" : "");
  }

  /** Restricts a statement to the jobs after a position, if there is one. */
  SqlText behind(SqlText sql, boolean inQueue, @Nullable JobPosition position) {
    return position == null ? sql : compared(sql, isReversed() ? "<" : ">", inQueue, position);
  }

  /** Restricts a statement to the jobs up to a position. */
  SqlText upTo(SqlText sql, boolean inQueue, JobPosition position) {
    return compared(sql, isReversed() ? ">=" : "<=", inQueue, position);
  }

  private boolean isReversed() {
    return this == LATEST_DUE || this == LAST_JOB_ID;
  }

  /**
   * Within one queue the index is entered by plain comparisons only, not by that of rows, whose
   * selectivity PostgreSQL takes from the first column.
   */
  private SqlText compared(SqlText sql, String operator, boolean inQueue, JobPosition position) {
    // A statement may have both positions
    String place = operator.endsWith("=") ? "last_" : "after_";
    if (!inQueue) {
      sql.set(place + "queue", position.queue());
    }
    if (!byTime) {
      String condition =
          inQueue
              ? "j.job_id <op> :<place>job_id"
              : "(j.queue, j.job_id) <op> (:<place>queue, :<place>job_id)";
      return sql.and(at(condition, operator, place), true).set(place + "job_id", position.jobId());
    }
    String condition =
        inQueue
            ? "(j.eligible_at, j.id) <op> (:<place>time, :<place>id) AND j.eligible_at <bound>= :<place>time"
            : "(j.queue, j.eligible_at, j.id) <op> (:<place>queue, :<place>time, :<place>id)";
    return sql.and(at(condition, operator, place), true)
        .set(place + "time", position.eligibleAt())
        .set(place + "id", position.id());
  }

  private static String at(String condition, String operator, String place) {
    return condition
        .replace("<op>", operator)
        .replace("<bound>", operator.substring(0, 1))
        .replace("<place>", place);
  }
}
