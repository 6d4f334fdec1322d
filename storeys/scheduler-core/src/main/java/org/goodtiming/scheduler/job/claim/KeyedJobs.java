package org.goodtiming.scheduler.job.claim;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Chooses due jobs of queues that limit or share their runs by key. If the oldest jobs do not
 * suffice, it goes along the keys of the queue, from the one at which it has ended last: so the
 * jobs of one key, however many, cost no more than those of another (docs/adr/0132).
 */
final class KeyedJobs {

  /** How often a claim reads further keys while it finds no other than the oldest jobs have. */
  private static final int ROUNDS = 4;

  /** The newest due jobs may have other keys than the oldest ones, which wait for their runs. */
  private static final int NEWEST = 100;

  /** For so long, a row that another transaction has locked does not keep others waiting. */
  private static final Duration LOCKED = Duration.ofSeconds(1);

  private static final String RULE =
      "SELECT q.name, q.key_property, q.max_concurrent_runs_per_key, q.fair_shares FROM scheduler.worker_queue q";

  private final Statements statements;

  /** The last key that had its turn, of each queue. */
  private final Map<String, String> lastKeys = new ConcurrentHashMap<>();

  /** Since when each queue has due jobs. */
  private final Map<String, Beginning> beginnings = new ConcurrentHashMap<>();

  /**
   * Entries of an index before this time belong to deleted rows, which PostgreSQL would read again
   * until they are vacuumed. Jobs that have become due earlier meanwhile are found when it is old.
   *
   * @param readAt when all entries were read, in ns
   */
  private record Beginning(Instant at, long readAt) {

    private static final Duration LASTS = Duration.ofSeconds(1);

    boolean isOld() {
      return System.nanoTime() - readAt > LASTS.toNanos();
    }
  }

  /** When rows were found locked or changed, in ns. */
  private final Map<Long, Long> notTaken = new ConcurrentHashMap<>();

  KeyedJobs(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /**
   * Due jobs of the queues, in the order of their dispatch; nothing is locked. A queue that is not
   * of the partition, is not served by key any more, or has got a limit since the poll has none.
   *
   * @param quotas by which this transaction keeps the limits of runs
   * @param inFlight rows that another transaction is about to delete
   */
  ChosenJobs choose(ClaimQuotas quotas, String partition, Set<Long> inFlight) {
    List<DueJob> jobs = new ArrayList<>();
    quotas
        .jobs(true)
        .forEach(
            (queue, most) ->
                rule(queue, partition, quotas.limited().contains(queue))
                    .ifPresent(rule -> jobs.addAll(choose(rule, most, inFlight))));
    return new ChosenJobs(jobs);
  }

  /** Empty if the queue is not of the partition, or is not served by key. */
  Optional<List<Long>> chooseIds(String queue, String partition, int most) {
    return rule(queue, partition, true)
        .map(rule -> choose(rule, most, Set.of()).stream().map(DueJob::id).toList());
  }

  /**
   * Chooses one job.
   *
   * @return empty if as many runs of its key as may be are under way; no job if the queue is not
   *     served by key
   */
  Optional<ChosenJobs> one(long id) {
    Optional<KeyRule> found =
        statements.find(
            "read the key of a queue",
            new SqlText(
                    RULE
                        + " WHERE q.by_key AND q.name = (SELECT j.queue FROM scheduler.job j WHERE j.id = :id)")
                .set("id", id),
            KeyRule::of);
    if (found.isEmpty()) {
      return Optional.of(ChosenJobs.NONE);
    }
    KeyRule rule = found.get();
    List<DueJob> job = search(rule, rule.first(), Set.of(), null).one(id);
    return job.isEmpty() ? Optional.empty() : Optional.of(new ChosenJobs(job));
  }

  /** These rows are locked by another transaction, or have changed since the choice. */
  void notTaken(ChosenJobs jobs) {
    long now = System.nanoTime();
    jobs.ids().forEach(id -> notTaken.put(id, now));
  }

  private Set<Long> leftOut(Set<Long> inFlight) {
    long now = System.nanoTime();
    notTaken.values().removeIf(since -> now - since > LOCKED.toNanos());
    Set<Long> all = new HashSet<>(notTaken.keySet());
    all.addAll(inFlight);
    return all;
  }

  private Optional<KeyRule> rule(String queue, String partition, boolean mayBeLimited) {
    String condition =
        """
         WHERE q.by_key AND q.name = :queue AND q.partition = :partition
           AND (:limited OR (q.max_concurrent_runs = 0 AND q.max_concurrent_runs_per_key = 0))
        """;
    return statements.find(
        "read the key of queue " + queue,
        new SqlText(RULE + condition)
            .set("queue", queue)
            .set("partition", partition)
            .set("limited", mayBeLimited),
        KeyRule::of);
  }

  private List<DueJob> choose(KeyRule rule, int most, Set<Long> inFlight) {
    Beginning known = beginning(rule.queue());
    KeySearch search = search(rule, start(rule), leftOut(inFlight), known);
    boolean isAll = search.addOldest(most);
    long readAt = known == null ? System.nanoTime() : known.readAt;
    search.oldest().ifPresent(at -> beginnings.put(rule.queue(), new Beginning(at, readAt)));
    List<DueJob> chosen = search.chosen(most);
    if (isAll || (!rule.isFair() && chosen.size() == most)) {
      return chosen;
    }
    search.addKeysOfNewest(NEWEST);
    boolean hasAllKeys;
    int round = 0;
    do {
      hasAllKeys = search.addFurtherKeys(most);
      chosen = search.chosen(most);
      round++;
    } while ((chosen.isEmpty() || !search.foundFurtherKey()) && !hasAllKeys && round < ROUNDS);
    boolean goesOn = !hasAllKeys && (!rule.isFair() || search.hasEachKey(chosen));
    lastKeys.put(
        rule.queue(),
        goesOn || chosen.isEmpty() ? search.position() : chosen.get(chosen.size() - 1).key());
    return chosen;
  }

  private @Nullable Beginning beginning(String queue) {
    Beginning known = beginnings.get(queue);
    return known == null || known.isOld() ? null : known;
  }

  private KeySearch search(
      KeyRule rule, String start, Set<Long> leftOut, @Nullable Beginning known) {
    return new KeySearch(
        statements, rule, start, leftOut, known == null ? "-infinity" : known.at.toString());
  }

  private String start(KeyRule rule) {
    String last = lastKeys.getOrDefault(rule.queue(), "");
    return last.startsWith(rule.property() + "=") ? last : rule.first();
  }
}
