package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.execution.RunRecovery.Again;
import org.goodtiming.scheduler.execution.RunRecovery.Cost;
import org.goodtiming.scheduler.retry.Attempts;
import org.goodtiming.scheduler.retry.RetryDecision;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Tries failed runs again, as the policies of their jobs or queues say, in the caller's
 * transaction.
 */
@Singleton
public final class RunRetries {

  private final Statements statements;
  private final RunRecovery recovery;
  private final DoubleSupplier random;

  @Inject
  public RunRetries(DataSource dataSource, @NodeName String node) {
    this(dataSource, node, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * @param random from 0 to less than 1, for jitter
   */
  public RunRetries(DataSource dataSource, String node, DoubleSupplier random) {
    this.statements = new Statements(dataSource);
    this.recovery = new RunRecovery(dataSource, node);
    this.random = random;
  }

  /**
   * An attempt that has failed.
   *
   * @param token of its delivery; null for the latest attempt, whichever that is
   * @param retryAt when its worker wants the next attempt; null after the delay of the policy
   * @param least before the next attempt
   * @param worked how long its worker had worked, if it did not report its start
   */
  public record Failure(
      UUID fireId,
      @Nullable String token,
      String reason,
      @Nullable Instant retryAt,
      Duration least,
      Duration worked) {

    public Failure(UUID fireId, @Nullable String token, String reason) {
      this(fireId, token, reason, null, Duration.ZERO, Duration.ZERO);
    }

    byte @Nullable [] tokenHash() {
      return token == null ? null : ExecutionStore.hash(token);
    }
  }

  /** A run, locked. */
  private record Run(UUID fireId, String queue, Attempts attempts, String policy, Instant now) {}

  /**
   * Stores the jobs of the runs again whose policies ask for another attempt.
   *
   * @param failures no two of the same run, in the order of their fire ids
   * @return the retries, for runs that have neither ended nor been cancelled and whose latest
   *     attempt has failed
   */
  public List<RunRetry> retry(List<Failure> failures) {
    Map<UUID, Failure> byFireId = new HashMap<>();
    failures.forEach(failure -> byFireId.put(failure.fireId(), failure));
    List<RunRetry> decided =
        locked(failures).stream()
            .map(run -> decide(run, Objects.requireNonNull(byFireId.get(run.fireId()))))
            .toList();
    List<Again> again =
        decided.stream()
            .filter(retry -> retry.delay() != null)
            .map(retry -> again(retry, Objects.requireNonNull(byFireId.get(retry.fireId()))))
            .toList();
    Set<UUID> waiting = again.isEmpty() ? Set.of() : recovery.retry(again);
    return decided.stream()
        .map(
            retry -> retry.delay() == null || waiting.contains(retry.fireId()) ? retry : not(retry))
        .toList();
  }

  private static Again again(RunRetry retry, Failure failure) {
    return new Again(
        failure.fireId(),
        failure.tokenHash(),
        Objects.requireNonNull(retry.delay()),
        retry.decision().isPostponement() ? Cost.POSTPONEMENT : Cost.ATTEMPT,
        retry.decision().error(failure.reason()),
        failure.worked());
  }

  private static RunRetry not(RunRetry retry) {
    String note =
        retry.decision().note()
            + ": SCHED-0649 it is not tried again, because another job waits under its key";
    return new RunRetry(retry.fireId(), retry.queue(), RetryDecision.no(note));
  }

  private RunRetry decide(Run run, Failure failure) {
    RetryDecision decision =
        RetryDecision.of(run.policy(), run.attempts(), failure.retryAt(), run.now(), random)
            .notBefore(failure.least());
    return new RunRetry(run.fireId(), run.queue(), decision);
  }

  private List<Run> locked(List<Failure> failures) {
    String sql =
        """
        SELECT e.fire_id, e.queue, e.retries + 1 AS used, e.postponed,
               CASE WHEN e.attempts_limited THEN e.max_attempts - (e.attempt - 1 - e.retries) END AS maximum,
               (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_millis,
               coalesce(CASE WHEN i.job ->> 'properties' IS JSON OBJECT THEN (i.job ->> 'properties')::jsonb ->> 'scheduler_retry' END,
                        q.retry) AS policy
          FROM unnest(:fire_ids::uuid[], :token_hashes::bytea[]) AS m (fire_id, token_hash) JOIN scheduler.execution e USING (fire_id)
               JOIN scheduler.execution_input i USING (fire_id)
               JOIN scheduler.worker_queue q ON q.name = e.queue
         WHERE (m.token_hash IS NULL OR e.token_hash = m.token_hash) AND e.state = ANY (:old_states::text[])
           AND e.cancel_requested_at IS NULL
           FOR UPDATE OF e
        """;
    return statements.query(
        "read the policies of %d failed runs".formatted(failures.size()),
        new SqlText(sql)
            .set("fire_ids", failures, Failure::fireId)
            .set("token_hashes", failures, Failure::tokenHash)
            .set("old_states", ExecutionState.SUBMITTED.predecessors(), ExecutionState::name),
        RunRetries::run);
  }

  private static Run run(ResultSet row) throws SQLException {
    return new Run(
        Columns.fireId(row),
        row.getString("queue"),
        new Attempts(
            row.getInt("used"), row.getInt("postponed"), row.getObject("maximum", Integer.class)),
        row.getString("policy"),
        Instant.ofEpochMilli(row.getLong("now_millis")));
  }
}
