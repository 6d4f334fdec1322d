package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.api.WireContract;

/**
 * Maximum time of a tracked run from its dispatch to its end, in the text form of jobs and queues.
 */
public final class RunLimit {

  private static final Pattern TEXT = Pattern.compile("P[0-9DTHMS.]{1,50}");
  private static final DurationRange LIMITS =
      new DurationRange(Duration.ofSeconds(1), Duration.ofDays(366));

  // A look for the name first: most jobs have no limit of their own
  private static final String SQL =
      """
      coalesce(
        CASE WHEN strpos(<row>.properties, '"<name>"') > 0 AND <row>.properties IS JSON OBJECT
             THEN (<row>.properties::jsonb ->> '<name>')::interval END,
        (SELECT q.run_timeout::interval FROM scheduler.worker_queue q WHERE q.name = <row>.queue),
        interval 'P7D')
      """
          .replace("<name>", WireContract.RUN_TIMEOUT);

  private RunLimit() {}

  /**
   * The limit of a job as an interval of SQL: its own, or that of its queue.
   *
   * @param row name of a row of table job
   */
  public static String sql(String row) {
    return SQL.replace("<row>", row);
  }

  /** Whether the text is a duration that table worker_queue accepts. */
  public static boolean isLimit(String text) {
    return TEXT.matcher(text).matches() && LIMITS.parse(text).isPresent();
  }
}
