package org.goodtiming.scheduler.operations.quarantine;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.config.operations.QuarantineConfig;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Events;
import org.jspecify.annotations.Nullable;

/**
 * Deletes messages of the quarantine that never were jobs: the old ones, and the oldest of a login
 * that has too many. Says beforehand that a login comes near its limits.
 */
@Singleton
public final class QuarantinePruning implements LeaderTask {

  private static final Logger LOG = System.getLogger(QuarantinePruning.class.getName());

  private static final String PURPOSE = "prune the quarantine";

  /** Number of rows of a step; large, because each step reads the sizes of all rows. */
  private static final int STEP = 5_000;

  private static final double NEARLY_FULL = 0.8;

  private final Statements statements;
  private final QuarantineConfig limits;
  private final Events events;
  private boolean warned;

  /**
   * @param login null if the broker did not report it
   * @param ratio of its limit
   */
  record Fill(@Nullable String login, double ratio) {}

  @Inject
  QuarantinePruning(DataSource dataSource, QuarantineConfig limits, Events events) {
    statements = Statements.forClients(dataSource);
    this.limits = limits;
    this.events = events;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "quarantine-pruning",
        Duration.ofMinutes(1),
        "SCHED-0965 could not prune the quarantine; next try in a minute");
  }

  @Override
  public void run() {
    warn(fullest());
    long pruned = 0;
    int step = STEP;
    while (step == STEP && !Thread.currentThread().isInterrupted()) {
      step = prune();
      pruned += step;
    }
    if (pruned > 0) {
      LOG.log(
          Level.WARNING,
          "SCHED-0967 {0} messages were deleted from the quarantine: they were too old, or their login has too many",
          Long.toString(pruned));
    }
  }

  private void warn(Fill fill) {
    events.tell(new QuarantineMeasured(fill.ratio()));
    boolean nearlyFull = fill.ratio() >= NEARLY_FULL;
    if (nearlyFull && !warned) {
      LOG.log(
          Level.WARNING,
          "SCHED-0966 the messages of login {0} in the quarantine have reached {1} % of a limit (scheduler.quarantine.age, .max-rows, .max-bytes); beyond it the oldest are deleted",
          Objects.requireNonNullElse(fill.login(), "unknown"),
          Math.round(100 * fill.ratio()));
    }
    warned = nearlyFull;
  }

  /** The login that is nearest to one of its limits. */
  Fill fullest() {
    SqlText sql =
        new SqlText(
                """
                SELECT sent_by,
                       greatest(count(*) / :max_rows::float8,
                                sum(octet_length(properties)::bigint + coalesce(octet_length(body), 0)) / :max_bytes::float8,
                                extract(epoch FROM clock_timestamp() - min(quarantined_at)) / :max_seconds::float8) AS fill
                  FROM scheduler.quarantine WHERE stage = 'registration' GROUP BY sent_by ORDER BY fill DESC LIMIT 1
                """)
            .set("max_rows", (double) limits.maxRows())
            .set("max_bytes", (double) limits.maxBytes())
            .set("max_seconds", (double) limits.age().toSeconds());
    return statements
        .find(PURPOSE, sql, row -> new Fill(row.getString("sent_by"), row.getDouble("fill")))
        .orElse(new Fill(null, 0));
  }

  private int prune() {
    SqlText sql =
        new SqlText(
                "SELECT scheduler.prune_quarantine(:age::interval, :max_rows, :max_bytes, :step)")
            .set("age", limits.age())
            .set("max_rows", limits.maxRows())
            .set("max_bytes", limits.maxBytes())
            .set("step", STEP);
    return statements.query(PURPOSE, sql, row -> row.getInt(1)).get(0);
  }
}
