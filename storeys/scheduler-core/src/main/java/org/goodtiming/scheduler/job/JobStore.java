package org.goodtiming.scheduler.job;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Registered.Outcome;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.sql.StoreException;
import org.goodtiming.scheduler.sql.TextArrays;
import org.jspecify.annotations.Nullable;

/** The statements of registration on table job: store and cancel; the later intent wins. */
@Singleton
public final class JobStore {

  /** Start of the Gregorian calendar; earlier timestamps use another calendar. */
  private static final Instant GREGORIAN_CALENDAR = Instant.parse("1582-10-16T00:00:00Z");

  private final DataSource dataSource;
  private final TrackedJobs executions;
  private final RecurringJobs schedules;
  private final EnvelopeCipher cipher;
  private final ChildJobs children;
  private final JobBatches batches;

  @Inject
  public JobStore(
      DataSource dataSource,
      TrackedJobs executions,
      RecurringJobs schedules,
      EnvelopeCipher cipher,
      NewTransaction transaction) {
    this(dataSource, executions, schedules, cipher, work -> transaction.run(work));
  }

  /**
   * @param newTransaction does work in a new transaction
   */
  public JobStore(
      DataSource dataSource,
      TrackedJobs executions,
      RecurringJobs schedules,
      EnvelopeCipher cipher,
      Consumer<Runnable> newTransaction) {
    this.dataSource = dataSource;
    this.executions = executions;
    this.schedules = schedules;
    this.cipher = cipher;
    this.children = new ChildJobs(dataSource, executions);
    this.batches = new JobBatches(dataSource, newTransaction);
  }

  /** A store without encryption keys, for callers without a transaction. */
  public JobStore(DataSource dataSource, TrackedJobs executions, RecurringJobs schedules) {
    this(dataSource, executions, schedules, EnvelopeCipher.WITHOUT_KEYS, Runnable::run);
  }

  /** The condition of {@link IfExists#REPLACE}. */
  private static final String SENT_EARLIER = "j.sent_at <= excluded.sent_at";

  /**
   * The condition of values that do not replace. The cancel was stored while the job's transaction
   * was open; the claim will drop the job, so no job waits for a later intent.
   */
  private static final String CANCELLED =
      """
      EXISTS (SELECT 1 FROM scheduler.tombstone t
               WHERE t.queue = j.queue AND t.job_id = j.job_id AND t.cancelled_at > j.sent_at)
      """;

  /**
   * The condition of {@link IfExists#UPDATE} for a schedule that stays: its runs may carry
   * something else.
   */
  private static final String SENT_EARLIER_AND_CHANGED =
      """
      j.sent_at <= excluded.sent_at AND (<cancelled>
        OR (j.planned_at IS NULL, <columns>)
        IS DISTINCT FROM
           (excluded.planned_at IS NULL, <new columns>))
      """
          .replace("<cancelled>", CANCELLED)
          .replace("<columns>", JobColumns.COMPARED.each("j.%s"))
          .replace("<new columns>", JobColumns.COMPARED.each("excluded.%s"));

  /**
   * Why some of the jobs cannot wait for their parents. Until the end of this transaction no other
   * one registers jobs with parents, if one of these has some.
   */
  public Map<JobKey, ParentFault> parentFaults(List<NewJob> jobs) {
    return children.faults(jobs);
  }

  /** Why the job could not wait for its parents, as they are now; null if it could. */
  public @Nullable ParentFault parentFault(NewJob job) {
    return children.faultsOfNow(List.of(job)).get(job.key());
  }

  /**
   * Why some of the jobs cannot be members of their batches. Until the end of this transaction no
   * batch of the others ends, and one that is closed gets no members from other transactions.
   */
  public Map<JobKey, BatchFault> batchFaults(List<NewJob> jobs) {
    return batches.faults(jobs);
  }

  /** Opens or closes a job batch. Returns why it cannot; empty if it is done. */
  public Optional<BatchFault> change(BatchChange change, @Nullable String login) {
    return batches.change(change, login);
  }

  /** Registers jobs without an outage before. */
  public List<Registered> register(List<NewJob> jobs) {
    return register(jobs, QuietPeriod.NONE);
  }

  /**
   * Stores jobs with three statements at most: for jobs that replace, for the others, and for
   * schedules that are registered again unchanged.
   *
   * @param requested no two with the same key
   * @return the result of each, in no particular order
   */
  public List<Registered> register(List<NewJob> requested, QuietPeriod quiet) {
    List<NewJob> jobs = requested.stream().map(NewJob::trackedInBatch).toList();
    Set<JobKey> same = sameSchedules(jobs);
    Predicate<NewJob> stays = job -> same.contains(job.key());
    Predicate<NewJob> replaces = job -> job.ifExists().replaces();
    List<Registered> registered = new ArrayList<>(jobs.size());
    RegisteredSchedules recurring = new RegisteredSchedules();
    registered.addAll(
        insert(
            jobs.stream().filter(replaces.and(stays.negate())).toList(),
            SENT_EARLIER,
            quiet,
            recurring));
    registered.addAll(
        insert(
            jobs.stream().filter(stays).map(this::asItWaits).toList(),
            SENT_EARLIER_AND_CHANGED,
            quiet,
            recurring));
    registered.addAll(
        insert(jobs.stream().filter(replaces.negate()).toList(), CANCELLED, quiet, recurring));
    // The schedules first: a run that was submitted before its schedule is one of an earlier
    // schedule
    Map<JobKey, Instant> last = recurring.tell(schedules);
    track(registered);
    children.wait(registered);
    return last.isEmpty() ? registered : registered.stream().map(each -> each.after(last)).toList();
  }

  /** Reuses the stored ciphertext, because a new encryption of the same payload would differ. */
  private NewJob asItWaits(NewJob job) {
    if (!job.encrypted()) {
      return job;
    }
    String sql =
        "SELECT "
            + JobColumns.ENVELOPE.each("%s")
            + " FROM scheduler.job WHERE queue = ? AND job_id = ?";
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, job.key().queue());
      select.setString(2, job.key().jobId());
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? cipher.stored(job, JobColumns.envelope(row)) : job;
      }
    } catch (SQLException e) {
      throw new StoreException("read the schedule " + job.key(), e);
    }
  }

  private Set<JobKey> sameSchedules(List<NewJob> jobs) {
    List<NewJob> updates =
        jobs.stream()
            .filter(job -> job.ifExists() == IfExists.UPDATE && job.due() instanceof Due.Recurring)
            .toList();
    if (updates.isEmpty()) {
      return Set.of();
    }
    lock(updates.stream().map(NewJob::key).toList());
    return schedules.unchanged(updates);
  }

  /** Locks the schedules of the jobs until the end of this transaction. */
  private void lock(List<JobKey> keys) {
    String sql =
        """
        SELECT 1 FROM unnest(?::text[], ?::text[]) AS k (queue, job_id) JOIN scheduler.job j USING (queue, job_id)
         ORDER BY j.queue, j.job_id FOR UPDATE OF j
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      TextArrays.setKeys(select, 1, keys);
      select.execute();
    } catch (SQLException e) {
      throw new StoreException("lock %d jobs".formatted(keys.size()), e);
    }
  }

  private void track(List<Registered> registered) {
    List<UUID> replaced =
        registered.stream().map(Registered::replaced).filter(Objects::nonNull).toList();
    if (!replaced.isEmpty()) {
      executions.ended(replaced, Ending.CANCELLED, "replaced by a later registration");
    }
    List<JobKey> tracked = new ArrayList<>();
    Map<JobKey, String> members = new LinkedHashMap<>();
    List<NewJob> overtaken = new ArrayList<>();
    for (Registered each : registered) {
      String batch = each.job().batch();
      if (each.execution() != null && batch != null) {
        members.put(each.job().key(), batch);
      } else if (each.execution() != null) {
        tracked.add(each.job().key());
      } else if (each.outcome() == Outcome.OVERTAKEN && batch != null) {
        overtaken.add(each.job());
      }
    }
    if (!tracked.isEmpty()) {
      executions.submitted(tracked);
    }
    if (!members.isEmpty()) {
      executions.submitted(members);
    }
    if (!overtaken.isEmpty()) {
      executions.overtaken(overtaken);
    }
  }

  /**
   * Removes the waiting job unless it was sent later than the cancel, and stores the cancel for a
   * registration that it has overtaken, or whose transaction is still open.
   *
   * <p>If none waits, but a tracked run of the job was dispatched, that is asked to end.
   *
   * @param login who cancels; null if the broker does not tell it
   */
  public Cancelled cancel(JobKey key, Instant sentAt, @Nullable String login) {
    String sql =
        """
        WITH intent AS (SELECT ?::text AS queue, ?::text AS job_id, ?::timestamptz AS sent_at),
        tombstone AS (
          INSERT INTO scheduler.tombstone AS t (queue, job_id, cancelled_at)
          SELECT queue, job_id, sent_at FROM intent
          ON CONFLICT (queue, job_id) DO UPDATE
             SET cancelled_at = greatest(t.cancelled_at, excluded.cancelled_at), recorded_at = clock_timestamp()),
        gone AS (
          DELETE FROM scheduler.job j USING intent i
           WHERE j.queue = i.queue AND j.job_id = i.job_id AND j.sent_at <= i.sent_at
          RETURNING j.tracked, j.queue, coalesce(j.recovers ->> 'jobId', j.job_id) AS job_id, \
        j.fire_id, j.run_attempt, j.due_at, j.planned_at),
        entry AS (
          INSERT INTO scheduler.ledger_entry (kind, jobs)
          SELECT 'cancelled', count(*) FROM gone HAVING count(*) > 0),
        <events>
        SELECT tracked, fire_id, planned_at FROM gone
        """
            .replace(
                "<events>",
                JobEvents.of("gone", JobEvents.UNTRACKED_CANCELLED, "r.run_attempt", "NULL"));
    UUID tracked = null;
    boolean removed;
    boolean recurs;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement cancel = connection.prepareStatement(sql)) {
      cancel.setString(1, key.queue());
      cancel.setString(2, key.jobId());
      cancel.setString(3, sentAt.toString());
      try (ResultSet row = cancel.executeQuery()) {
        removed = row.next();
        recurs = removed && row.getString("planned_at") != null;
        if (removed && row.getBoolean("tracked")) {
          tracked = uuid(row, "fire_id");
        }
      }
    } catch (SQLException e) {
      throw new StoreException("cancel " + key, e);
    }
    if (tracked != null) {
      executions.cancelled(List.of(tracked));
    }
    if (recurs) {
      schedules.ended(List.of(key), "cancelled");
      return Cancelled.schedule(schedules.lastPlanned(List.of(key)).get(key));
    }
    if (removed) {
      return Cancelled.JOB;
    }
    return executions.cancelRuns(key, sentAt, login) ? Cancelled.RUN : Cancelled.NOTHING;
  }

  // DO UPDATE locks a row even if it does not change it, so that the job in the
  // receipt still waits when this transaction ends. A held job stays held after a registration,
  // unless a schedule replaces it (docs/adr/0046).
  private static final String INSERT =
      """
      WITH stored AS (
        <insert>
        ON CONFLICT (queue, job_id) DO UPDATE
           SET eligible_at = CASE WHEN j.held_at IS NULL OR excluded.planned_at IS NOT NULL \
      THEN coalesce(excluded.resumes_at, excluded.eligible_at) ELSE j.eligible_at END,
               resumes_at = NULL,
               held_at = CASE WHEN excluded.planned_at IS NULL THEN j.held_at END,
               held_by = CASE WHEN excluded.planned_at IS NULL THEN j.held_by END,
               <new values>, attempts = 0, last_error = NULL, run_attempt = 1, checkpoint = NULL,
               replaced_fire_id = CASE WHEN j.tracked THEN j.fire_id END,
               planned_at = excluded.planned_at, replaced_planned_at = j.planned_at, recovers = NULL
         WHERE <replaced>
        RETURNING j.queue, j.job_id, j.fire_id, j.due_at, j.xmax = 0 AS inserted,
                  CASE WHEN j.tracked THEN j.fire_id END AS execution, j.replaced_fire_id, j.replaced_planned_at),
      entry AS (
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        SELECT 'registered', count(*) FROM stored WHERE inserted HAVING count(*) > 0),
      <events>
      SELECT queue, job_id, due_at, inserted, execution, replaced_fire_id, replaced_planned_at FROM stored
      """
          .replace("<insert>", NewJobRows.INSERT)
          .replace("<new values>", JobColumns.REPLACED.each("%1$s = excluded.%1$s"))
          .replace("<events>", JobEvents.of("stored", "'registered'", "1", "NULL"));

  private static final String INSERT_KEYED =
      INSERT
          .replace(NewJobRows.INSERT, NewJobRows.INSERT_KEYED)
          .replace("resumes_at = NULL,", "resumes_at = NULL, share_key = excluded.share_key,");

  private List<Registered> insert(
      List<NewJob> jobs, String replaced, QuietPeriod quiet, RegisteredSchedules recurring) {
    if (jobs.isEmpty()) {
      return List.of();
    }
    Map<JobKey, NewJob> unanswered = new HashMap<>();
    jobs.forEach(job -> unanswered.put(job.key(), job));
    List<Registered> registered = new ArrayList<>(jobs.size());
    String sql = jobs.stream().anyMatch(NewJob::keyed) ? INSERT_KEYED : INSERT;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(sql.replace("<replaced>", replaced))) {
      new NewJobRows(insert, quiet, jobs.stream().map(cipher::stored).toList()).bind();
      try (ResultSet row = insert.executeQuery()) {
        while (row.next()) {
          NewJob job = requireNonNull(unanswered.remove(key(row)));
          recurring.stored(job, row.getString("replaced_planned_at") != null);
          boolean replaces = !row.getBoolean("inserted") && job.ifExists().replaces();
          Outcome outcome = replaces ? Outcome.REPLACED : Outcome.ACCEPTED;
          registered.add(
              new Registered(
                  job,
                  outcome,
                  instant(row, "due_at"),
                  uuid(row, "execution"),
                  uuid(row, "replaced_fire_id")));
        }
      }
      registered.addAll(explain(connection, unanswered));
      return registered;
    } catch (SQLException e) {
      throw new StoreException("register %d jobs".formatted(jobs.size()), e);
    }
  }

  /** Finds out why the statement did not store some jobs. */
  private static List<Registered> explain(Connection connection, Map<JobKey, NewJob> unanswered)
      throws SQLException {
    if (unanswered.isEmpty()) {
      return List.of();
    }
    String sql =
        """
        SELECT j.queue, j.job_id, j.due_at, j.message_id
          FROM unnest(?::text[], ?::text[]) AS k (queue, job_id)
          JOIN scheduler.job j ON j.queue = k.queue AND j.job_id = k.job_id
        """;
    List<Registered> registered = new ArrayList<>(unanswered.size());
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      List<NewJob> jobs = List.copyOf(unanswered.values());
      TextArrays.setKeys(select, 1, jobs.stream().map(NewJob::key).toList());
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          NewJob job = requireNonNull(unanswered.remove(key(row)));
          String waiting = row.getString("message_id");
          registered.add(
              Registered.unchanged(job, outcomeBeside(job, waiting), instant(row, "due_at")));
        }
      }
    }
    unanswered
        .values()
        .forEach(job -> registered.add(Registered.unchanged(job, Outcome.OVERTAKEN, null)));
    return registered;
  }

  private static Outcome outcomeBeside(NewJob job, @Nullable String waitingMessageId) {
    return switch (job.ifExists()) {
      case REPLACE -> Outcome.OVERTAKEN;
      case UPDATE, KEEP -> Outcome.KEPT;
      // The same message once more: it has been accepted before.
      case REJECT ->
          job.messageId() != null && job.messageId().equals(waitingMessageId)
              ? Outcome.ACCEPTED
              : Outcome.REJECTED;
    };
  }

  private static JobKey key(ResultSet row) throws SQLException {
    return new JobKey(row.getString("queue"), row.getString("job_id"));
  }

  private static @Nullable UUID uuid(ResultSet row, String column) throws SQLException {
    String value = row.getString(column);
    return value == null ? null : UUID.fromString(value);
  }

  /** Avoids getObject, which Payara calls by reflection: 1 us for each value. */
  public static Instant instant(ResultSet row, String column) throws SQLException {
    Instant instant = row.getTimestamp(column).toInstant();
    return instant.isBefore(GREGORIAN_CALENDAR)
        ? row.getObject(column, OffsetDateTime.class).toInstant()
        : instant;
  }
}
