package org.goodtiming.scheduler.job.claim;

import static org.goodtiming.scheduler.job.JobStore.instant;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobColumns;
import org.goodtiming.scheduler.job.JobEvents;
import org.goodtiming.scheduler.job.ParentEnds;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.job.PlannedRunJson;
import org.goodtiming.scheduler.job.RecurringJobs;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.TrackedRun;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.DueQueues;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.StoreException;
import org.goodtiming.scheduler.sql.TextArrays;

/** The queries of dispatch on table job: poll and claim. For failed jobs see {@link FailedJobs}. */
@Singleton
public final class DueJobs {

  private final DataSource dataSource;
  private final Statements statements;
  private final TrackedJobs executions;
  private final RecurringJobs schedules;
  private final ConcurrencyLimits limits;
  private final ParentEnds parents;
  private final KeyedJobs keyed;

  @Inject
  public DueJobs(DataSource dataSource, TrackedJobs executions, RecurringJobs schedules) {
    this.dataSource = dataSource;
    this.statements = new Statements(dataSource);
    this.executions = executions;
    this.schedules = schedules;
    this.limits = new ConcurrencyLimits(dataSource);
    this.parents = new ParentEnds(dataSource);
    this.keyed = new KeyedJobs(dataSource);
  }

  /** The database's time. */
  public Instant now() {
    return statements
        .find(
            "read the database's time",
            new SqlText("SELECT clock_timestamp() AS now"),
            row -> instant(row, "now"))
        .orElseThrow();
  }

  /**
   * Takes canaries that this transaction has claimed out of the figures of the ledger.
   *
   * @return the database's time
   */
  public Instant uncount(int canaries) {
    String sql =
        """
        WITH entries AS (
          INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('registered', -:canaries::bigint), ('expired', -:canaries::bigint))
        SELECT clock_timestamp() AS now
        """;
    return statements
        .find(
            "count no canaries",
            new SqlText(sql).set("canaries", canaries),
            row -> instant(row, "now"))
        .orElseThrow();
  }

  /**
   * One index probe for each queue of the partition: its cost does not depend on the number of
   * waiting jobs.
   *
   * @param cursor where it begins
   * @param ahead a job that is due within this time, and may be dispatched early, counts as due; a
   *     pause ends at its time, not earlier
   */
  public DueQueues poll(String partition, ClaimCursor cursor, Duration ahead) {
    String sql =
        """
        SELECT clock_timestamp() + ?::interval AS now, q.name, q.failures, <columns>,
               greatest(next.claimable_at, greatest(<served_from>, everything.paused_until) + ?::interval) AS claimable_at
          FROM (VALUES (1)) AS always
          LEFT JOIN scheduler.dispatch_pause everything ON everything.group_key = ''
          LEFT JOIN (scheduler.worker_queue q
                     LEFT JOIN scheduler.worker_queue_backlog b ON b.queue = q.name
                     LEFT JOIN unnest(?::text[], ?::timestamptz[]) AS taken (queue, up_to) ON taken.queue = q.name
                     CROSS JOIN LATERAL (SELECT j.eligible_at + CASE WHEN <early> THEN '0'::interval ELSE ?::interval END AS claimable_at
                                           FROM scheduler.job j
                                          WHERE j.queue = q.name AND j.eligible_at >= coalesce(taken.up_to, '-infinity')
                                          ORDER BY j.eligible_at LIMIT 1) next)
            ON q.partition = ? AND <served>
           AND (everything.group_key IS NULL OR everything.paused_until IS NOT NULL)
        """
            .transform(DispatchPolicies.in("q"));
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, ahead.toString());
      select.setString(2, ahead.toString());
      bind(select, 3, cursor.upTo().keySet(), cursor);
      select.setString(5, ahead.toString());
      select.setString(6, partition);
      try (ResultSet row = select.executeQuery()) {
        Instant now = Instant.MIN;
        List<DueQueues.Next> queues = new ArrayList<>();
        while (row.next()) {
          now = instant(row, "now");
          String queue = row.getString("name");
          if (queue != null) {
            queues.add(
                new DueQueues.Next(
                    queue,
                    instant(row, "claimable_at"),
                    row.getInt("failures"),
                    DispatchPolicies.read(row),
                    Integer.MAX_VALUE));
          }
        }
        return new DueQueues(now, queues);
      }
    } catch (SQLException e) {
      throw new StoreException("query due jobs", e);
    }
  }

  // Whether a run of a schedule is dispatched or skipped is decided later (NextRuns); the execution
  // reports the end of a tracked run
  private static final String EVENT =
      "CASE WHEN r.kind = 'dispatched' THEN CASE WHEN r.planned_at IS NULL THEN r.kind END WHEN NOT r.tracked THEN r.kind END";

  // By ctid, which the row lock keeps stable: with a join by id, the planner read the whole table
  // for each batch. A row whose ctid changed before the lock is left for the next poll. The row of
  // a schedule's run stays, and becomes the next run.
  private static final String CLAIM =
      """
      WITH due AS MATERIALIZED (
        <due>),
      gone AS (
        DELETE FROM scheduler.job j WHERE j.ctid = ANY (ARRAY(SELECT due.place FROM due WHERE NOT due.recurs))
        RETURNING <row>),
      runs AS MATERIALIZED (
        SELECT <row> FROM scheduler.job j WHERE j.ctid = ANY (ARRAY(SELECT due.place FROM due WHERE due.recurs)) FOR UPDATE),
      taken AS NOT MATERIALIZED (
        SELECT * FROM gone UNION ALL SELECT * FROM runs),
      entry AS (
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        SELECT kind, count(*) FROM taken GROUP BY kind),
      <events>
      SELECT taken.*, kind = 'dispatched' AS to_hand_over FROM taken
      """
          .replace(
              "<row>",
              """
              j.queue, coalesce(j.recovers ->> 'jobId', j.job_id) AS job_id, j.recovers,
              j.fire_id, j.due_at, j.eligible_at, j.sent_at, j.definition, <columns>, j.registered_by, j.tracked, j.run_attempt,
              CASE WHEN j.run_attempt > 1 THEN j.checkpoint END AS checkpoint, j.planned_at,
              j.eligible_at > (SELECT clock_timestamp()) AS not_due_yet,
              CASE WHEN EXISTS (SELECT 1 FROM scheduler.tombstone t
                                 WHERE t.queue = j.queue AND t.job_id = coalesce(j.recovers ->> 'jobId', j.job_id)
                                   AND t.cancelled_at > j.sent_at)
                   THEN 'cancelled'
                   WHEN j.expires_at <= greatest(j.eligible_at, (SELECT clock_timestamp())) THEN 'expired'
                   ELSE 'dispatched' END AS kind<more>""")
          .replace("<columns>", JobColumns.ENVELOPE.each("j.%s"))
          .replace("<events>", JobEvents.of("taken", EVENT, "r.run_attempt", "NULL"));

  private static final String CLAIM_UNLIMITED = CLAIM.replace("<more>", "");

  // A run that is to be counted is tracked from now on
  private static final String CLAIM_LIMITED =
      CLAIM.replace(
          "<more>",
          """
          ,
              CASE WHEN NOT j.tracked AND EXISTS (SELECT FROM scheduler.worker_queue l WHERE l.name = j.queue
                                                   AND (l.max_concurrent_runs > 0 OR l.max_concurrent_runs_per_key > 0))
                   THEN to_jsonb(j)::text END AS untracked""");

  // A queue that has moved to another partition in the meantime is claimed by the leader of that
  // partition. One that is served by key since the poll is left for the next one.
  private static final String DUE_IN_QUEUES =
      """
      SELECT next.place, next.recurs
          FROM unnest(?::text[], ?::timestamptz[], ?::int[]) AS q (name, taken_up_to, quota)
               JOIN scheduler.worker_queue led ON led.name = q.name AND led.partition = ? AND NOT led.by_key
               LEFT JOIN scheduler.worker_queue_backlog b ON b.queue = q.name
               CROSS JOIN LATERAL (SELECT j.ctid AS place, j.planned_at IS NOT NULL AS recurs FROM scheduler.job j
                                    WHERE j.queue = led.name AND j.eligible_at >= q.taken_up_to
                                      AND j.eligible_at <= (SELECT clock_timestamp() + ?::interval)
                                      AND (j.eligible_at <= (SELECT clock_timestamp()) OR <early>)
                                    ORDER BY j.eligible_at, j.priority DESC
                                    LIMIT q.quota FOR UPDATE SKIP LOCKED) next
         WHERE (SELECT l.epoch FROM scheduler.lease l WHERE l.partition = ?) = ?
      """
          .transform(DispatchPolicies.in("led"));

  // A queue that has got a limit after the poll is left for the next one
  private static final String DUE_IN_UNLIMITED_QUEUES =
      DUE_IN_QUEUES + "   AND led.max_concurrent_runs = 0\n";

  // A row that has changed since it was chosen is left for the next claim
  private static final String OR_CHOSEN =
      """
        UNION ALL
        SELECT chosen.place, chosen.recurs
          FROM (SELECT j.ctid AS place, j.planned_at IS NOT NULL AS recurs
                  FROM unnest(?::bigint[], ?::text[]) AS c (id, version) JOIN scheduler.job j ON j.id = c.id AND j.xmin::text = c.version
                 WHERE j.eligible_at <= (SELECT clock_timestamp())
                   AND (SELECT l.epoch FROM scheduler.lease l WHERE l.partition = ?) = ?
                   FOR UPDATE OF j SKIP LOCKED) chosen
      """;

  private static final String DUE_BY_ID =
      """
      SELECT j.ctid AS place, j.planned_at IS NOT NULL AS recurs FROM scheduler.job j
         WHERE j.id = ? AND j.eligible_at <= (SELECT clock_timestamp())<version>
           AND (SELECT l.epoch FROM scheduler.worker_queue led JOIN scheduler.lease l USING (partition)
                 WHERE led.name = j.queue AND led.partition = ?) = ?
           FOR UPDATE SKIP LOCKED
      """;

  private static final String LIMITED =
      "scheduler.worker_queue q WHERE NOT (<unlimited>) AND <prompt>"
          .transform(DispatchPolicies.in("q"));

  /** Whether a worker queue that is served has a limit. */
  public static final String ARE_LIMITED = "EXISTS (SELECT FROM " + LIMITED + ")";

  /** Among so many of its oldest due jobs, expired ones of a queue with a limit are removed. */
  private static final int OLDEST = 1_000;

  // Canaries have expired when they are registered, and wait for their queue
  private static final String DUE_EXPIRED =
      """
      SELECT j.ctid AS place, j.planned_at IS NOT NULL AS recurs FROM scheduler.job j
         WHERE j.id = ANY (ARRAY(
                 SELECT oldest.id FROM (SELECT q.name FROM <limited>) q
                        CROSS JOIN LATERAL (SELECT j.id, j.job_id, j.expires_at FROM scheduler.job j
                                             WHERE j.queue = q.name AND j.eligible_at <= (SELECT clock_timestamp())
                                             ORDER BY j.eligible_at LIMIT <oldest>) oldest
                  WHERE oldest.expires_at <= (SELECT clock_timestamp()) AND oldest.job_id <> '<canary>'))
           AND j.eligible_at <= (SELECT clock_timestamp()) AND j.expires_at <= (SELECT clock_timestamp())
           FOR UPDATE SKIP LOCKED
      """
          .replace("<limited>", LIMITED)
          .replace("<oldest>", String.valueOf(OLDEST))
          .replace("<canary>", Canary.NAME);

  /**
   * Removes due rows from the table; expired and cancelled jobs are not dispatched.
   *
   * @param quotas maximum number of jobs of each queue, none of which limits its concurrent runs
   * @param cursor where it begins
   * @param ahead a job that is due within this time, and may be dispatched early, counts as due
   */
  public Claim claim(
      Map<String, Integer> quotas,
      ClaimCursor cursor,
      Duration ahead,
      String partition,
      long epoch) {
    return claim(
        new ClaimQuotas(quotas, Set.of(), Set.of()), cursor, ahead, partition, epoch, rows -> {});
  }

  /**
   * @param quotas that the limits of concurrent runs may make smaller
   * @param rowsTaken called as soon as another transaction may claim the jobs that follow, before
   *     next runs of schedules and executions are stored
   */
  public Claim claim(
      ClaimQuotas quotas,
      ClaimCursor cursor,
      Duration ahead,
      String partition,
      long epoch,
      Consumer<Claim> rowsTaken) {
    boolean isLimited = !quotas.limitedQueues().isEmpty();
    ClaimQuotas within = limits.within(quotas);
    Map<String, Integer> jobs = within.jobs(false);
    ChosenJobs chosen = keyed.choose(within, partition, cursor.inFlight());
    if (jobs.isEmpty() && chosen.isEmpty()) {
      Claim nothing = Claim.nothing(cursor);
      rowsTaken.accept(nothing);
      return nothing;
    }
    Claim claimed;
    TrackedRows tracked = new TrackedRows(chosen.keys());
    NextRuns runs = new NextRuns(dataSource, executions, schedules);
    try (Connection connection = dataSource.getConnection();
        PreparedStatement claim = connection.prepareStatement(sql(isLimited, chosen))) {
      bind(claim, 1, jobs.keySet(), cursor);
      claim.setArray(3, connection.createArrayOf("int4", jobs.values().toArray()));
      claim.setString(4, partition);
      claim.setString(5, ahead.toString());
      claim.setString(6, partition);
      claim.setLong(7, epoch);
      if (!chosen.isEmpty()) {
        chosen.bind(claim, 8);
        claim.setString(10, partition);
        claim.setLong(11, epoch);
      }
      claimed = read(claim, isLimited, cursor, chosen, tracked, runs);
    } catch (SQLException e) {
      throw new StoreException("claim due jobs of " + jobs.keySet(), e);
    }
    rowsTaken.accept(claimed);
    return planned(claimed, runs, tracked);
  }

  private static String sql(boolean isLimited, ChosenJobs chosen) {
    String due = isLimited ? DUE_IN_QUEUES : DUE_IN_UNLIMITED_QUEUES;
    return (isLimited ? CLAIM_LIMITED : CLAIM_UNLIMITED)
        .replace("<due>", chosen.isEmpty() ? due : due + OR_CHOSEN);
  }

  /**
   * Removes expired jobs of queues with a limit; they need no room.
   *
   * @return how many of each queue
   */
  public Map<String, Integer> removeExpired() {
    TrackedRows tracked = new TrackedRows(Map.of());
    NextRuns runs = new NextRuns(dataSource, executions, schedules);
    Claim removed;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement claim =
            connection.prepareStatement(CLAIM_UNLIMITED.replace("<due>", DUE_EXPIRED))) {
      removed = read(claim, false, ClaimCursor.NONE, ChosenJobs.NONE, tracked, runs);
    } catch (SQLException e) {
      throw new StoreException("remove expired jobs of queues with a limit", e);
    }
    return planned(removed, runs, tracked).taken();
  }

  /** Claims one job. */
  public Claim claimOne(long id, String partition, long epoch) {
    Optional<String> limited = limits.limitedQueueOf(id);
    if (limited.isPresent() && !limits.hasRoom(limited.get())) {
      return Claim.nothing(ClaimCursor.NONE);
    }
    Optional<ChosenJobs> chosen =
        limited.isPresent() ? keyed.one(id) : Optional.of(ChosenJobs.NONE);
    if (chosen.isEmpty()) {
      return Claim.nothing(ClaimCursor.NONE);
    }
    String sql = limited.isPresent() ? CLAIM_LIMITED : CLAIM_UNLIMITED;
    List<DueJob> keyedJob = chosen.get().jobs();
    String due = DUE_BY_ID.replace("<version>", keyedJob.isEmpty() ? "" : " AND j.xmin::text = ?");
    Claim claimed;
    TrackedRows tracked = new TrackedRows(chosen.get().keys());
    NextRuns runs = new NextRuns(dataSource, executions, schedules);
    try (Connection connection = dataSource.getConnection();
        PreparedStatement claim = connection.prepareStatement(sql.replace("<due>", due))) {
      int next = 1;
      claim.setLong(next++, id);
      if (!keyedJob.isEmpty()) {
        claim.setString(next++, keyedJob.get(0).version());
      }
      claim.setString(next++, partition);
      claim.setLong(next, epoch);
      claimed = read(claim, limited.isPresent(), ClaimCursor.NONE, ChosenJobs.NONE, tracked, runs);
    } catch (SQLException e) {
      throw new StoreException("claim job row " + id, e);
    }
    return planned(claimed, runs, tracked);
  }

  private Claim planned(Claim claimed, NextRuns runs, TrackedRows tracked) {
    Map<JobKey, PlannedRun> planned = runs.store();
    Claim claim = claimed.planned(planned).with(parents);
    tracked.tell(executions, claim.jobs(), planned);
    return claim;
  }

  private static void bind(
      PreparedStatement statement, int first, Collection<String> queues, ClaimCursor cursor)
      throws SQLException {
    TextArrays.set(statement, first, queues, queue -> queue);
    TextArrays.set(statement, first + 1, queues, cursor::in);
  }

  private Claim read(
      PreparedStatement claim,
      boolean isLimited,
      ClaimCursor cursor,
      ChosenJobs chosen,
      TrackedRows tracked,
      NextRuns runs)
      throws SQLException {
    Map<String, Integer> taken = new HashMap<>();
    List<ClaimedJob> jobs = new ArrayList<>();
    List<ClaimedJob> canaries = new ArrayList<>();
    Map<String, Instant> upTo = new HashMap<>();
    Map<UUID, String> keys = chosen.keys();
    try (ResultSet row = claim.executeQuery()) {
      while (row.next()) {
        String queue = row.getString("queue");
        taken.merge(queue, 1, Integer::sum);
        // New jobs may become due before jobs that are claimed early, and jobs that are chosen by
        // key overtake others
        boolean isChosen = keys.remove(UUID.fromString(row.getString("fire_id"))) != null;
        if (!isChosen && !row.getBoolean("not_due_yet")) {
          upTo.merge(queue, instant(row, "eligible_at"), DueJobs::later);
        }
        runs.take(row);
        if (row.getBoolean("to_hand_over")) {
          String untracked = isLimited ? row.getString("untracked") : null;
          ClaimedJob job = job(row, untracked != null);
          jobs.add(job);
          tracked.send(job, untracked);
        } else if (isCanary(row)) {
          canaries.add(job(row, false));
        } else {
          tracked.drop(row);
        }
      }
    }
    jobs.sort(
        Comparator.comparing(ClaimedJob::dueAt)
            .thenComparing(job -> job.envelope().priority(), Comparator.reverseOrder()));
    if (!chosen.isEmpty()) {
      keyed.notTaken(chosen.of(keys.keySet()));
      jobs.sort(chosen.order());
    }
    return new Claim(taken, jobs, cursor.and(upTo, chosen.ids()), List.of(), canaries);
  }

  private static boolean isCanary(ResultSet row) throws SQLException {
    return Canary.NAME.equals(row.getString("job_id")) && ClaimKind.of(row) == ClaimKind.EXPIRED;
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static ClaimedJob job(ResultSet row, boolean counts) throws SQLException {
    try {
      return readable(row, counts);
    } catch (RuntimeException | StackOverflowError e) {
      throw new UnsendableJobException(
          new JobKey(row.getString("queue"), row.getString("job_id")), e);
    }
  }

  private static ClaimedJob readable(ResultSet row, boolean counts) throws SQLException {
    String recovers = row.getString("recovers");
    return new ClaimedJob(
        new JobKey(row.getString("queue"), row.getString("job_id")),
        UUID.fromString(row.getString("fire_id")),
        instant(row, "due_at"),
        instant(row, "eligible_at"),
        row.getBoolean("not_due_yet"),
        row.getInt("run_attempt"),
        instant(row, "sent_at"),
        row.getString("definition"),
        row.getString("registered_by"),
        counts || row.getBoolean("tracked")
            ? TrackedRun.withNewToken(row.getInt("run_attempt"), row.getString("checkpoint"))
            : null,
        recovers == null ? null : PlannedRunJson.read(recovers),
        JobColumns.envelope(row));
  }

  /** Row ids of the jobs that are due in a queue of the partition, in the order of dispatch. */
  public List<Long> dueIds(String partition, String queue, int limit) {
    return keyed
        .chooseIds(queue, partition, limit)
        .orElseGet(() -> dueIdsByTime(partition, queue, limit));
  }

  private List<Long> dueIdsByTime(String partition, String queue, int limit) {
    String sql =
        """
        SELECT j.id
          FROM scheduler.worker_queue led JOIN scheduler.job j ON j.queue = led.name
         WHERE led.name = :queue AND led.partition = :partition AND j.eligible_at <= (SELECT clock_timestamp())
         ORDER BY j.eligible_at, j.priority DESC
         LIMIT :limit
        """;
    return statements.query(
        "list due jobs of " + queue,
        new SqlText(sql).set("queue", queue).set("partition", partition).set("limit", limit),
        row -> row.getLong("id"));
  }
}
