package org.goodtiming.scheduler.job;

import static java.util.Objects.requireNonNull;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Opens and closes job batches, and admits members, in the caller's transaction. Members of an open
 * batch do not wait for each other; those of a closed one do, so that it gets no more than its
 * size.
 */
final class JobBatches {

  private final Statements statements;
  private final Consumer<Runnable> newTransaction;

  /**
   * @param newTransaction does work in a new transaction
   */
  JobBatches(DataSource dataSource, Consumer<Runnable> newTransaction) {
    this.statements = new Statements(dataSource);
    this.newTransaction = newTransaction;
  }

  /**
   * A batch that is locked.
   *
   * @param size null unless it is closed
   * @param missing members that are not awaited any more
   */
  private record Batch(String id, @Nullable String login, @Nullable Integer size, int missing) {

    private static Batch of(ResultSet row) throws SQLException {
      return new Batch(
          row.getString("id"),
          row.getString("registered_by"),
          row.getObject("size", Integer.class),
          row.getInt("missing"));
    }

    boolean isOfAnother(@Nullable String other) {
      return login != null && other != null && !login.equals(other);
    }

    BatchFault ofAnother() {
      return new BatchFault(BatchFault.Kind.LOGIN, id, requireNonNull(login));
    }
  }

  Map<JobKey, BatchFault> faults(List<NewJob> jobs) {
    List<NewJob> named = jobs.stream().filter(job -> job.batch() != null).toList();
    if (named.isEmpty()) {
      return Map.of();
    }
    Map<JobKey, BatchFault> faults = new LinkedHashMap<>(untracked(named));
    List<NewJob> members = named.stream().filter(job -> !faults.containsKey(job.key())).toList();
    Map<String, Batch> batches = batches(members);
    List<NewJob> ofClosed = new ArrayList<>();
    for (NewJob member : members) {
      Batch batch = requireNonNull(batches.get(member.batch()));
      if (batch.isOfAnother(member.registeredBy())) {
        faults.put(member.key(), batch.ofAnother());
      } else if (batch.size() != null) {
        ofClosed.add(member);
      }
    }
    if (!ofClosed.isEmpty()) {
      faults.putAll(tooMany(batches, ofClosed));
    }
    return faults;
  }

  private Map<JobKey, BatchFault> untracked(List<NewJob> members) {
    List<NewJob> untracked =
        members.stream().filter(job -> !Boolean.TRUE.equals(job.tracked())).toList();
    if (untracked.isEmpty()) {
      return Map.of();
    }
    Set<String> queues =
        untracked.stream().map(job -> job.key().queue()).collect(Collectors.toSet());
    List<String> telling =
        statements.query(
            "read which worker queues tell the ends of runs",
            new SqlText(
                    "SELECT name FROM scheduler.worker_queue WHERE name = ANY (:queues::text[]) AND (tracked OR finished_when_acknowledged)")
                .set("queues", queues, queue -> queue),
            row -> row.getString("name"));
    Map<JobKey, BatchFault> faults = new HashMap<>();
    for (NewJob job : untracked) {
      if (!telling.contains(job.key().queue())) {
        String batch = requireNonNull(job.batch());
        faults.put(
            job.key(), new BatchFault(BatchFault.Kind.UNTRACKED, batch, job.key().toString()));
      }
    }
    return faults;
  }

  /** Opens those that are new. None of them ends before this transaction does. */
  private Map<String, Batch> batches(List<NewJob> members) {
    Map<String, String> logins = new TreeMap<>();
    members.forEach(
        job -> logins.putIfAbsent(requireNonNull(job.batch()), login(job.registeredBy())));
    return lock(logins, "KEY SHARE").stream().collect(Collectors.toMap(Batch::id, batch -> batch));
  }

  private static String login(@Nullable String login) {
    return login == null ? "" : login;
  }

  /**
   * Locks batches, and opens those that are new: in a transaction of its own, because others that
   * name them would wait for this one.
   *
   * @param logins by id, in order; empty if unknown
   */
  private List<Batch> lock(Map<String, String> logins, String strength) {
    List<Batch> found = find(logins.keySet(), strength);
    if (found.size() == logins.size()) {
      return found;
    }
    Map<String, String> unknown = new TreeMap<>(logins);
    found.forEach(batch -> unknown.remove(batch.id()));
    newTransaction.accept(() -> open(unknown));
    return find(logins.keySet(), strength);
  }

  private void open(Map<String, String> logins) {
    List<String> ids = List.copyOf(logins.keySet());
    statements.update(
        "open %d job batches".formatted(ids.size()),
        new SqlText(
                """
                WITH opened AS (
                  INSERT INTO scheduler.job_batch (id, registered_by)
                  SELECT n.id, nullif(n.login, '') FROM unnest(:ids::text[], :logins::text[]) AS n (id, login) ORDER BY n.id
                  ON CONFLICT (id) DO NOTHING
                  RETURNING id)
                INSERT INTO scheduler.node_lock (name) SELECT 'job batch ' || id FROM opened
                ON CONFLICT (name) DO NOTHING
                """)
            .set("ids", ids, id -> id)
            .set("logins", ids, logins::get));
  }

  private List<Batch> find(Collection<String> ids, String strength) {
    String sql =
        """
        SELECT id, registered_by, size, missing FROM scheduler.job_batch WHERE id = ANY (:ids::text[]) ORDER BY id FOR <strength>
        """
            .replace("<strength>", strength);
    return statements.query(
        "lock %d job batches".formatted(ids.size()),
        new SqlText(sql).set("ids", ids, id -> id),
        Batch::of);
  }

  /** A job that is a member already takes its own place. */
  private Map<JobKey, BatchFault> tooMany(Map<String, Batch> batches, List<NewJob> jobs) {
    Set<String> closed = jobs.stream().map(NewJob::batch).collect(Collectors.toSet());
    lockMembers(closed);
    Map<String, Integer> counts = members(closed);
    Set<JobKey> members = membersAmong(jobs);
    Map<JobKey, BatchFault> faults = new HashMap<>();
    for (NewJob job : jobs) {
      Batch batch = requireNonNull(batches.get(job.batch()));
      int size = requireNonNull(batch.size());
      // Members that were given up may not come any more
      if (!members.contains(job.key())
          && counts.merge(batch.id(), 1, Integer::sum) > size - batch.missing()) {
        faults.put(
            job.key(), new BatchFault(BatchFault.Kind.FULL, batch.id(), String.valueOf(size)));
      }
    }
    return faults;
  }

  /** No other transaction adds members to these closed batches. */
  private void lockMembers(Collection<String> ids) {
    statements.query(
        "lock the members of %d job batches".formatted(ids.size()),
        new SqlText(
                "SELECT name FROM scheduler.node_lock WHERE name = ANY (:names::text[]) ORDER BY name FOR UPDATE")
            .set("names", ids, id -> "job batch " + id),
        row -> row.getString("name"));
  }

  /** How many members each batch has. */
  private Map<String, Integer> members(Collection<String> ids) {
    String sql =
        """
        SELECT b.id, b.total + coalesce(sum(c.total), 0) AS members
          FROM scheduler.job_batch b LEFT JOIN scheduler.job_batch_change c ON c.batch = b.id
         WHERE b.id = ANY (:ids::text[]) GROUP BY b.id
        """;
    Map<String, Integer> members = new HashMap<>();
    statements.query(
        "count the members of %d job batches".formatted(ids.size()),
        new SqlText(sql).set("ids", ids, id -> id),
        row -> members.put(row.getString("id"), row.getInt("members")));
    return members;
  }

  private Set<JobKey> membersAmong(List<NewJob> jobs) {
    String sql =
        """
        SELECT k.queue, k.job_id FROM unnest(:queues::text[], :job_ids::text[], :batches::text[]) AS k (queue, job_id, batch)
         WHERE EXISTS (SELECT FROM scheduler.execution e WHERE e.queue = k.queue AND e.job_id = k.job_id AND e.batch = k.batch)
        """;
    return new HashSet<>(
        statements.query(
            "ask which of %d jobs are members already".formatted(jobs.size()),
            new SqlText(sql)
                .setKeys(jobs.stream().map(NewJob::key).toList())
                .set("batches", jobs, NewJob::batch),
            Columns::key));
  }

  /** Does not wait for transactions that add members, and does not see these members. */
  Optional<BatchFault> change(BatchChange change, @Nullable String login) {
    Batch batch = lock(Map.of(change.id(), login(login)), "NO KEY UPDATE").get(0);
    if (batch.isOfAnother(login)) {
      return Optional.of(batch.ofAnother());
    }
    if (batch.size() != null) {
      return change.size() == null || change.size().equals(batch.size())
          ? Optional.empty()
          : Optional.of(
              new BatchFault(BatchFault.Kind.SIZE, batch.id(), "was closed with " + batch.size()));
    }
    int members = requireNonNull(members(List.of(batch.id())).get(batch.id()));
    if (change.size() != null && change.size() < members) {
      return Optional.of(new BatchFault(BatchFault.Kind.SIZE, batch.id(), "has " + members));
    }
    store(change);
    return Optional.empty();
  }

  // The change without a count has the leader look at it: all members may have ended
  private void store(BatchChange change) {
    String sql =
        """
        WITH changed AS (
          UPDATE scheduler.job_batch
             SET size = :size::integer, closed_at = CASE WHEN :size::integer IS NOT NULL THEN clock_timestamp() END,
                 timeout = coalesce(:timeout::interval, timeout),
                 expires_at = clock_timestamp() + coalesce(:timeout::interval, timeout)
           WHERE id = :id RETURNING id)
        INSERT INTO scheduler.job_batch_change (batch) SELECT id FROM changed
        """;
    statements.update(
        "change job batch " + change.id(),
        new SqlText(sql)
            .set("id", change.id())
            .set("size", change.size())
            .set("timeout", change.timeout()));
  }
}
