package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.config.work.ExecutionConfig;
import org.goodtiming.scheduler.execution.RunRetries.Failure;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Stores the reports of workers, in the caller's transaction. */
@Singleton
final class ReportStore {

  private final Statements statements;
  private final String node;
  private final Duration resultExpiry;
  private final RunRecovery recovery;
  private final RunRetries retries;
  private final RunNoteStore notes;
  private final UnendedRuns unended;

  @Inject
  ReportStore(DataSource dataSource, @NodeName String node, ExecutionConfig limits) {
    this(dataSource, node, limits.resultExpiry());
  }

  /**
   * @param resultExpiry how long results are kept
   */
  public ReportStore(DataSource dataSource, String node, Duration resultExpiry) {
    this.statements = new Statements(dataSource);
    this.node = node;
    this.resultExpiry = resultExpiry;
    this.recovery = new RunRecovery(dataSource, node);
    this.retries = new RunRetries(dataSource, node);
    this.notes = new RunNoteStore(dataSource);
    this.unended = new UnendedRuns(dataSource);
  }

  /**
   * Stores reports in their order. A report that is late, repeated, or without the token of the
   * latest attempt changes nothing.
   */
  Booked book(List<Report> reports) {
    return book(reports, Duration.ZERO, Duration.ZERO);
  }

  /**
   * Stores reports in their order, as above.
   *
   * @param least before the next attempt of a run that has failed
   * @param worked how long the workers of runs without a report of their start had worked
   */
  Booked book(List<Report> reports, Duration least, Duration worked) {
    Booked result = new Booked(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (List<Report> round : rounds(reports)) {
      // The notes come first, because the next attempt gets the checkpoint
      notes.keep(round);
      List<RunRetry> decided = retry(those(round, Report::isRetriable), least, worked);
      List<RunRetry> retried = decided.stream().filter(retry -> retry.delay() != null).toList();
      Set<UUID> booked = new HashSet<>();
      retried.forEach(retry -> booked.add(retry.fireId()));
      List<RunChange> changes =
          bookRound(
              those(round, report -> !report.isReturn() && !booked.contains(report.fireId()))
                  .stream()
                  .map(report -> noted(report, decided))
                  .toList(),
              worked);
      booked.addAll(handBack(those(round, Report::isReturn)));
      changes.forEach(change -> booked.add(change.fireId()));
      result.changes.addAll(changes);
      result.retried.addAll(retried);
      round.stream()
          .filter(report -> !booked.contains(report.fireId()))
          .forEach(result.ignored::add);
    }
    return result;
  }

  /** A message that is not booked names these runs. */
  void refused(Set<UUID> fireIds) {
    if (!fireIds.isEmpty()) {
      unended.add(fireIds);
    }
  }

  /**
   * The result of reports.
   *
   * @param ignored those that changed nothing
   * @param changes by reports other than returns
   * @param retried failed runs that are tried again
   */
  record Booked(List<Report> ignored, List<RunChange> changes, List<RunRetry> retried) {}

  /**
   * No two reports of one run in a round; each in the order of fire ids, in which rows are locked.
   */
  static List<List<Report>> rounds(List<Report> reports) {
    Map<UUID, List<Report>> ofRun =
        reports.stream()
            // The broker may show two reports of one transaction in either order
            .sorted(Comparator.comparing(report -> report.event().state().isFinal()))
            .collect(
                Collectors.groupingBy(Report::fireId, LinkedHashMap::new, Collectors.toList()));
    List<List<Report>> rounds = new ArrayList<>();
    new TreeMap<>(ofRun)
        .values()
        .forEach(
            each -> {
              for (int i = 0; i < each.size(); i++) {
                if (rounds.size() == i) {
                  rounds.add(new ArrayList<>());
                }
                rounds.get(i).add(each.get(i));
              }
            });
    return rounds;
  }

  private static final String BOOK =
      """
      WITH report AS MATERIALIZED (
        SELECT * FROM unnest(:fire_ids::uuid[], :token_hashes::bytea[], :states::text[], :taken_in::text[],
                             :messages::text[], :progress::smallint[], :workers::text[], :timeouts::interval[],
                             :max_attempts::smallint[], :result_kinds::text[], :results::bytea[])
                   AS r (fire_id, token_hash, state, taken_in, message, progress, worker,
                         timeout, max_attempts, result_kind, result)),
      locked AS MATERIALIZED (
        SELECT e.fire_id, e.state AS old_state, e.token_hash AS old_token
          FROM report r JOIN scheduler.execution e USING (fire_id) FOR UPDATE OF e),
      moved AS (
        UPDATE scheduler.execution e
           SET state = r.state, node = :node, message = coalesce(r.message, e.message),
               progress = coalesce(r.progress, e.progress), worker = coalesce(r.worker, e.worker),
               started_at = CASE WHEN l.old_state = 'RUNNING' THEN coalesce(e.started_at, clock_timestamp())
                                 ELSE clock_timestamp() - :worked::interval END,
               reported_at = clock_timestamp(), changed_at = clock_timestamp(),
               ended_at = CASE WHEN r.state <> 'RUNNING' THEN clock_timestamp() END,
               heartbeat_until = CASE WHEN r.state = 'RUNNING' THEN coalesce(clock_timestamp() + r.timeout, e.heartbeat_until) END,
               max_attempts = least(32767, greatest(e.max_attempts, r.max_attempts::int + e.attempt - 1 - e.retries)),
               attempts_limited = e.attempts_limited OR r.max_attempts IS NOT NULL,
               result_kind = r.result_kind, awaits_acknowledgement = false,
               result_expires_at = CASE WHEN r.result_kind IS NOT NULL THEN clock_timestamp() + :result_expiry::interval END
          FROM locked l JOIN report r USING (fire_id)
         WHERE e.fire_id = l.fire_id AND l.old_token = r.token_hash
           AND l.old_state = ANY (string_to_array(r.taken_in, ' '))
        RETURNING e.fire_id, e.queue, e.job_id, e.due_at, e.attempt, l.old_state, e.state, e.node, r.message, r.result, <micros>),
      kept AS (
        INSERT INTO scheduler.execution_result (fire_id, body)
        SELECT fire_id, result FROM moved WHERE result IS NOT NULL),
      <transitions>
      SELECT fire_id, queue, state, micros FROM moved
      """
          .replace(
              "<micros>", RunChange.micros("(l.old_state = 'RUNNING' OR :worked::interval > '0')"))
          .replace("<transitions>", Transitions.andEvents("moved"));

  private static List<Report> those(List<Report> reports, Predicate<Report> condition) {
    return reports.stream().filter(condition).toList();
  }

  /** Adds the reason for the worker, if there is no retry at the time that the worker named. */
  private static Report noted(Report report, List<RunRetry> decided) {
    if (report.retryAt() == null) {
      return report;
    }
    return decided.stream()
        .filter(retry -> retry.fireId().equals(report.fireId()))
        .findFirst()
        .map(refused -> report.noted(refused.decision().note()))
        .orElse(report);
  }

  private List<RunRetry> retry(List<Report> failed, Duration least, Duration worked) {
    if (failed.isEmpty()) {
      return List.of();
    }
    List<Failure> failures =
        failed.stream()
            .map(
                report ->
                    new Failure(
                        report.fireId(),
                        report.token(),
                        reason(report),
                        report.retryAt(),
                        least,
                        worked))
            .toList();
    return retries.retry(failures);
  }

  private static String reason(Report failed) {
    return Objects.requireNonNullElse(failed.message(), "its worker says not why");
  }

  private Set<UUID> handBack(List<Report> reports) {
    if (reports.isEmpty()) {
      return Set.of();
    }
    Set<UUID> booked = new HashSet<>(recovery.cancelReturned(reports));
    booked.addAll(recovery.handedBack(reports));
    return booked;
  }

  private List<RunChange> bookRound(List<Report> reports, Duration worked) {
    if (reports.isEmpty()) {
      return List.of();
    }
    SqlText sql =
        new SqlText(BOOK)
            .set("fire_ids", reports, Report::fireId)
            .set("token_hashes", reports, report -> ExecutionStore.hash(report.token()))
            .set("states", reports, report -> report.event().state().name())
            .set("taken_in", reports, report -> report.event().takenInNames())
            .set("messages", reports, Report::message)
            .set("progress", reports, Report::progress)
            .set("workers", reports, Report::worker)
            .set("timeouts", reports, Report::timeout)
            .set("max_attempts", reports, Report::maxAttempts)
            .set(
                "result_kinds",
                reports,
                report -> report.result() == null ? null : report.result().kind())
            .set(
                "results",
                reports,
                report -> report.result() == null ? null : report.result().bytes())
            .set("node", node)
            .set("worked", worked)
            .set("result_expiry", resultExpiry);
    return statements.query("book %d reports".formatted(reports.size()), sql, RunChange::of);
  }
}
