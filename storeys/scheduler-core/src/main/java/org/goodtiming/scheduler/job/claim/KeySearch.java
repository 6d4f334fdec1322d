package org.goodtiming.scheduler.job.claim;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** The due jobs of one queue that a claim has read, and the keys that have room for a run. */
final class KeySearch {

  /** Keys that are read at once, whether or not they have due jobs. */
  static final int KEYS = 500;

  private static final String NEXT_KEY =
      """
      SELECT j.share_key, j.eligible_at, <number> AS number FROM scheduler.job j
               WHERE j.queue = :queue AND j.share_key > <last> AND j.share_key < :end AND j.eligible_at >= :from::timestamptz
               ORDER BY j.share_key, j.eligible_at LIMIT 1""";

  /** Each key costs a probe of index job_share, whatever number of jobs it has. */
  private static final String KEYS_AFTER =
      """
      WITH RECURSIVE keys AS (
        (<first key>)
        UNION ALL
        SELECT further.* FROM keys k CROSS JOIN LATERAL (<next key>) further WHERE k.number < :keys)
      SELECT share_key, eligible_at <= (SELECT clock_timestamp()) AS is_due FROM keys
      """
          .replace("<first key>", NEXT_KEY.replace("<number>", "1").replace("<last>", ":last"))
          .replace(
              "<next key>",
              NEXT_KEY.replace("<number>", "k.number + 1").replace("<last>", "k.share_key"));

  private final Statements statements;
  private final KeyRule rule;
  private final String start;
  private final Set<Long> leftOut;
  private final String from;
  private final Map<Long, DueJob> jobs = new HashMap<>();
  private final Map<String, Integer> room = new HashMap<>();
  private final List<String> newest = new ArrayList<>();
  private String position;
  private boolean foundFurtherKey;

  /** Keys with waiting jobs, those that have due ones, and whether there are no further ones. */
  private record Keys(List<String> due, String last, boolean isEnd) {}

  /**
   * @param start the key after which the next turn begins
   * @param leftOut rows that are not to be chosen
   * @param from when no job of the queue may be claimed before, as PostgreSQL reads it
   */
  KeySearch(Statements statements, KeyRule rule, String start, Set<Long> leftOut, String from) {
    this.statements = statements;
    this.rule = rule;
    this.start = start;
    this.leftOut = leftOut;
    this.from = from;
    this.position = start;
  }

  /** The last key that was read. */
  String position() {
    return position;
  }

  List<DueJob> chosen(int most) {
    return turns().choose(jobs.values(), most);
  }

  /** Whether each key that has a job and room is among the chosen ones. */
  boolean hasEachKey(List<DueJob> chosen) {
    Set<String> served = new HashSet<>(chosen.stream().map(DueJob::key).toList());
    return jobs.values().stream()
        .map(DueJob::key)
        .allMatch(key -> served.contains(key) || !turns().hasRoom(key));
  }

  private KeyTurns turns() {
    return new KeyTurns(room, rule.isFair(), start);
  }

  /** Whether these are all due jobs. */
  boolean addOldest(int most) {
    return add(query(oldestSql(most))) < most;
  }

  SqlText oldestSql(int most) {
    return byTime("j.eligible_at, j.priority DESC", most);
  }

  /** When the oldest job that was read could be claimed. */
  Optional<Instant> oldest() {
    return jobs.values().stream().map(DueJob::eligibleAt).min(Comparator.naturalOrder());
  }

  /** Their older jobs are first, so only the keys are kept. */
  void addKeysOfNewest(int most) {
    newest.addAll(
        query(byTime("j.eligible_at DESC", most)).stream().map(DueJob::key).distinct().toList());
  }

  /** Whether a key had due jobs that the oldest ones have not. */
  boolean foundFurtherKey() {
    return foundFurtherKey;
  }

  private List<DueJob> query(SqlText sql) {
    return statements.query("read due jobs of queue " + rule.queue(), sql, KeyRule::job);
  }

  private SqlText byTime(String order, int most) {
    String sql =
        """
        SELECT <job> FROM scheduler.job j
         WHERE j.queue = :queue AND j.eligible_at >= :from::timestamptz AND j.eligible_at <= (SELECT clock_timestamp())
           AND j.id <> ALL (:left_out::bigint[])
         ORDER BY <order> LIMIT :most
        """
            .replace("<order>", order);
    return read(sql).set("most", most);
  }

  private int add(List<DueJob> read) {
    addRoom(read.stream().map(DueJob::key).distinct().toList());
    read.forEach(job -> jobs.put(job.id(), job));
    return read.size();
  }

  /** Whether all keys of the queue have been read. */
  boolean addFurtherKeys(int most) {
    boolean fromFirst = position.equals(rule.first());
    Keys keys = keysAfter(position);
    Set<String> due = new LinkedHashSet<>(keys.due);
    if (keys.isEnd && !fromFirst) {
      keys = keysAfter(rule.first());
      due.addAll(keys.due);
    }
    position = keys.last;
    Set<String> known = jobs.values().stream().map(DueJob::key).collect(Collectors.toSet());
    foundFurtherKey |= !known.containsAll(due);
    due.addAll(newest);
    newest.clear();
    addRoom(due);
    List<String> open = due.stream().filter(turns()::hasRoom).toList();
    if (!open.isEmpty()) {
      int each = Math.max(1, 4 * most / open.size());
      add(ofKeys(open, rule.limit() == 0 ? each : Math.min(each, rule.limit())));
    }
    return keys.isEnd;
  }

  private Keys keysAfter(String key) {
    List<String> due = new ArrayList<>();
    List<String> all =
        statements.query(
            "read keys of queue " + rule.queue(),
            keysSql(key),
            row -> {
              if (row.getBoolean("is_due")) {
                due.add(row.getString("share_key"));
              }
              return row.getString("share_key");
            });
    return new Keys(due, all.isEmpty() ? key : all.get(all.size() - 1), all.size() < KEYS);
  }

  SqlText keysSql(String after) {
    return new SqlText(KEYS_AFTER)
        .set("queue", rule.queue())
        .set("from", from)
        .set("last", after)
        .set("end", rule.end())
        .set("keys", KEYS);
  }

  private List<DueJob> ofKeys(List<String> keys, int most) {
    return statements.query(
        "read due jobs of %d keys of queue %s".formatted(keys.size(), rule.queue()),
        jobsSql(keys, most),
        KeyRule::job);
  }

  SqlText jobsSql(List<String> keys, int most) {
    String sql =
        """
        SELECT due.* FROM unnest(:keys::text[]) AS k (key)
               CROSS JOIN LATERAL (SELECT <job> FROM scheduler.job j
                                    WHERE j.queue = :queue AND j.share_key = k.key
                                      AND j.eligible_at >= :from::timestamptz AND j.eligible_at <= (SELECT clock_timestamp())
                                      AND j.id <> ALL (:left_out::bigint[])
                                    ORDER BY j.eligible_at, j.priority DESC LIMIT :most) due
        """;
    return read(sql).set("keys", keys, key -> key).set("most", most);
  }

  private SqlText read(String sql) {
    return rule.sql(sql).set("left_out", leftOut, id -> id).set("from", from);
  }

  private void addRoom(Collection<String> keys) {
    List<String> unknown = keys.stream().filter(key -> !room.containsKey(key)).toList();
    if (rule.limit() == 0 || unknown.isEmpty()) {
      return;
    }
    statements.query(
        "count the runs of %d keys of queue %s".formatted(unknown.size(), rule.queue()),
        runsSql(unknown),
        row -> room.put(row.getString("key"), rule.limit() - row.getInt("runs")));
  }

  SqlText runsSql(List<String> keys) {
    String sql =
        """
        SELECT k.key, (SELECT count(*)::int FROM (SELECT FROM scheduler.execution e
                                                     WHERE e.queue = :queue AND e.share_key = k.key AND e.is_limited AND e.ended_at IS NULL
                                                     LIMIT :limit) r) AS runs
          FROM unnest(:keys::text[]) AS k (key)
        """;
    return new SqlText(sql)
        .set("queue", rule.queue())
        .set("keys", keys, key -> key)
        .set("limit", rule.limit());
  }

  /** The waiting job, if its key has room. */
  List<DueJob> one(long id) {
    add(
        statements.query(
            "read the key of a job",
            rule.sql("SELECT <job> FROM scheduler.job j WHERE j.queue = :queue AND j.id = :id")
                .set("id", id),
            KeyRule::job));
    return chosen(1);
  }
}
