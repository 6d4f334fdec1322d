package org.goodtiming.scheduler.job;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Registered.Outcome;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Jobs that wait for the ends of others, in the caller's transaction. */
public final class ChildJobs {

  /** How many waiting jobs are asked whether they close a circle. */
  private static final int MAX_ANCESTORS = 10_000;

  /** A run that is dispatched waits for nobody, though a later job may wait under its key. */
  private static final String RUN_WAITS =
      """
      (p.run IS NULL OR EXISTS (SELECT FROM scheduler.job r WHERE r.queue = p.queue AND r.job_id = p.job_id AND r.fire_id = p.run))
      """;

  private final Statements statements;
  private final TrackedJobs executions;

  public ChildJobs(DataSource dataSource, TrackedJobs executions) {
    this.statements = new Statements(dataSource);
    this.executions = executions;
  }

  /** A job that is registered, and its parents. */
  private record Child(NewJob job, JobParents parents) {

    static List<Child> among(Collection<NewJob> jobs) {
      List<Child> children = new ArrayList<>();
      for (NewJob job : jobs) {
        JobParents parents = JobParents.of(job);
        if (parents != null) {
          children.add(new Child(job, parents));
        }
      }
      return children;
    }

    JobKey key() {
      return job.key();
    }
  }

  /** As {@link #faultsOfNow}; no other transaction registers jobs with parents meanwhile. */
  Map<JobKey, ParentFault> faults(List<NewJob> jobs) {
    if (Child.among(jobs).isEmpty()) {
      return Map.of();
    }
    lock();
    return faultsOfNow(jobs);
  }

  Map<JobKey, ParentFault> faultsOfNow(List<NewJob> jobs) {
    List<Child> children = Child.among(jobs);
    if (children.isEmpty()) {
      return Map.of();
    }
    Map<JobKey, ParentFault> faults = new LinkedHashMap<>();
    Map<JobKey, ParentFault> ofParents = faultyParents(jobs, children);
    for (Child child : children) {
      child.parents().keys().stream()
          .map(ofParents::get)
          .filter(Objects::nonNull)
          .findFirst()
          .ifPresent(fault -> faults.put(child.key(), fault));
    }
    List<Child> others =
        children.stream().filter(child -> !faults.containsKey(child.key())).toList();
    faults.putAll(cycles(others));
    return faults;
  }

  private void lock() {
    statements.find(
        "lock the registration of jobs after jobs",
        new SqlText(
            "SELECT name FROM scheduler.node_lock WHERE name = 'jobs after jobs' FOR UPDATE"),
        row -> row.getString("name"));
  }

  /**
   * The parents whose end will not be known. One that is registered with its child counts as it is
   * registered now.
   */
  private Map<JobKey, ParentFault> faultyParents(List<NewJob> jobs, List<Child> children) {
    String sql =
        """
        SELECT k.queue, k.job_id, j.tracked, j.planned_at IS NOT NULL AS recurs, j.id IS NOT NULL AS waits,
               coalesce(q.tracked OR q.finished_when_acknowledged, false) AS tells
          FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
               LEFT JOIN scheduler.job j USING (queue, job_id) LEFT JOIN scheduler.worker_queue q ON q.name = k.queue
        """;
    Map<JobKey, NewJob> withThem =
        jobs.stream().collect(Collectors.toMap(NewJob::key, job -> job, (a, b) -> b));
    Map<JobKey, ParentFault> faults = new HashMap<>();
    statements.query(
        "read the parents of %d jobs".formatted(children.size()),
        new SqlText(sql).setKeys(parentsOf(children)),
        row -> {
          JobKey key = Columns.key(row);
          NewJob now = withThem.get(key);
          boolean recurs =
              now == null ? row.getBoolean("recurs") : now.due() instanceof Due.Recurring;
          boolean waits = now != null || row.getBoolean("waits");
          boolean tracked =
              now == null ? row.getBoolean("tracked") : Boolean.TRUE.equals(now.tracked());
          if (recurs) {
            faults.put(key, new ParentFault(ParentFault.Kind.RECURRING, key));
          } else if (waits && !tracked && !row.getBoolean("tells")) {
            faults.put(key, new ParentFault(ParentFault.Kind.UNTRACKED, key));
          }
          return key;
        });
    return faults;
  }

  private static Set<JobKey> parentsOf(Collection<Child> children) {
    return children.stream()
        .flatMap(child -> child.parents().keys().stream())
        .collect(Collectors.toSet());
  }

  /** A job for which no other one waits closes no circle. */
  private Map<JobKey, ParentFault> cycles(List<Child> children) {
    Set<JobKey> awaited = new HashSet<>(parentsOf(children));
    awaited.addAll(awaited(children));
    if (children.stream().noneMatch(child -> awaited.contains(child.key()))) {
      return Map.of();
    }
    Map<JobKey, List<JobKey>> parents = waiting(parentsOf(children));
    boolean tooMany = parents.size() >= MAX_ANCESTORS;
    children.forEach(child -> parents.remove(child.key()));
    Map<JobKey, ParentFault> faults = new LinkedHashMap<>();
    for (Child child : children) {
      JobKey through = awaited.contains(child.key()) ? throughWhich(child, parents, tooMany) : null;
      if (through == null) {
        parents.put(child.key(), child.parents().keys());
      } else {
        faults.put(child.key(), new ParentFault(ParentFault.Kind.CYCLE, through));
      }
    }
    return faults;
  }

  /** The keys among them for which stored jobs wait. */
  private List<JobKey> awaited(List<Child> children) {
    String sql =
        """
        SELECT k.queue, k.job_id FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
         WHERE EXISTS (SELECT FROM scheduler.job_parent p WHERE p.queue = k.queue AND p.job_id = k.job_id AND p.state IS NULL
                          AND <run waits>)
        """;
    return statements.query(
        "ask who waits for %d jobs".formatted(children.size()),
        new SqlText(sql.replace("<run waits>", RUN_WAITS))
            .setKeys(children.stream().map(Child::key).toList()),
        Columns::key);
  }

  /** Those of the jobs that wait for parents, and of these in turn; with the parents of each. */
  private Map<JobKey, List<JobKey>> waiting(Collection<JobKey> jobs) {
    String sql =
        """
        WITH RECURSIVE ancestor AS (
          SELECT j.fire_id, j.queue, j.job_id
            FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
                 JOIN scheduler.job j USING (queue, job_id)
           WHERE j.waits_for IS NOT NULL
          UNION
          SELECT j.fire_id, j.queue, j.job_id
            FROM ancestor a JOIN scheduler.job_parent p ON p.fire_id = a.fire_id AND p.state IS NULL
                 JOIN scheduler.job j ON j.queue = p.queue AND j.job_id = p.job_id AND j.waits_for IS NOT NULL
                      AND coalesce(p.run, j.fire_id) = j.fire_id)
        SELECT a.queue, a.job_id, p.queue AS parent_queue, p.job_id AS parent_job_id
          FROM (SELECT * FROM ancestor LIMIT :limit) a
               LEFT JOIN scheduler.job_parent p ON p.fire_id = a.fire_id AND p.state IS NULL AND <run waits>
        """;
    Map<JobKey, List<JobKey>> parents = new HashMap<>();
    statements.query(
        "read for which jobs %d parents wait".formatted(jobs.size()),
        new SqlText(sql.replace("<run waits>", RUN_WAITS))
            .setKeys(jobs)
            .set("limit", MAX_ANCESTORS),
        row -> {
          List<JobKey> ofOne = parents.computeIfAbsent(Columns.key(row), key -> new ArrayList<>());
          String queue = row.getString("parent_queue");
          return queue != null && ofOne.add(new JobKey(queue, row.getString("parent_job_id")));
        });
    return parents;
  }

  /**
   * The parent of the child that waits for it, maybe through others; null if there is none.
   *
   * @param tooMany whether not all are known, so that none may be trusted
   */
  private static @Nullable JobKey throughWhich(
      Child child, Map<JobKey, List<JobKey>> parents, boolean tooMany) {
    for (JobKey parent : child.parents().keys()) {
      if (tooMany || reaches(parent, child.key(), parents)) {
        return parent;
      }
    }
    return null;
  }

  private static boolean reaches(JobKey from, JobKey to, Map<JobKey, List<JobKey>> parents) {
    Set<JobKey> seen = new HashSet<>(Set.of(from));
    Deque<JobKey> next = new ArrayDeque<>(seen);
    while (!next.isEmpty()) {
      JobKey key = next.remove();
      if (key.equals(to)) {
        return true;
      }
      parents.getOrDefault(key, List.of()).stream().filter(seen::add).forEach(next::add);
    }
    return false;
  }

  /** Has the jobs among them that have parents wait; this transaction has stored their rows. */
  void wait(List<Registered> registered) {
    List<Child> children =
        Child.among(
            registered.stream()
                .filter(
                    each ->
                        each.outcome() == Outcome.ACCEPTED || each.outcome() == Outcome.REPLACED)
                .map(Registered::job)
                .toList());
    if (!children.isEmpty()) {
      release(find(store(children)));
    }
  }

  // A message that comes twice stores its job once
  private List<String> store(List<Child> children) {
    String sql =
        """
        WITH child AS MATERIALIZED (
          SELECT j.fire_id, j.queue, j.job_id, j.due_at, c.policy, c.delay, c.timeout, c.parents
            FROM unnest(:queues::text[], :job_ids::text[], :policies::text[], :delays::interval[], :timeouts::interval[], :counts::int[])
                   AS c (queue, job_id, policy, delay, timeout, parents)
                 JOIN scheduler.job j USING (queue, job_id)),
        stored AS (
          INSERT INTO scheduler.child_job (fire_id, queue, job_id, if_parent_fails, delay, known_until)
          SELECT fire_id, queue, job_id, policy, delay, greatest(due_at, clock_timestamp()) + timeout FROM child
          ON CONFLICT (fire_id) DO NOTHING
          RETURNING fire_id, queue, job_id),
        parent AS (
          INSERT INTO scheduler.job_parent (fire_id, number, queue, job_id, batch, on_failure)
          SELECT s.fire_id, p.number, p.parent_queue, p.parent_job_id, p.batch, p.on_failure
            FROM unnest(:child_queues::text[], :child_job_ids::text[], :numbers::int[], :parent_queues::text[], :parent_job_ids::text[],
                        :batches::text[], :on_failures::boolean[])
                   AS p (queue, job_id, number, parent_queue, parent_job_id, batch, on_failure)
                 JOIN stored s USING (queue, job_id))
        UPDATE scheduler.job j SET waits_for = c.parents, eligible_at = '9999-12-31T00:00:00Z'
          FROM stored s JOIN child c USING (fire_id)
         WHERE j.queue = s.queue AND j.job_id = s.job_id
        RETURNING j.fire_id
        """;
    record Edge(
        JobKey child,
        int number,
        @Nullable JobKey parent,
        @Nullable String batch,
        boolean onFailure) {}
    List<Edge> edges = new ArrayList<>();
    for (Child child : children) {
      List<JobKey> parents = child.parents().keys();
      IntStream.range(0, parents.size())
          .forEach(i -> edges.add(new Edge(child.key(), i + 1, parents.get(i), null, false)));
      String batch = child.parents().batch();
      if (batch != null) {
        int number = child.parents().count();
        edges.add(new Edge(child.key(), number, null, batch, child.parents().onFailure()));
      }
    }
    return statements.query(
        "store the parents of %d jobs".formatted(children.size()),
        new SqlText(sql)
            .setKeys(children.stream().map(Child::key).toList())
            .set("policies", children, child -> child.parents().ifOneFails())
            .set(
                "delays",
                children,
                child -> child.job().due() instanceof Due.After after ? after.delay() : null)
            .set("timeouts", children, child -> child.parents().timeout())
            .set("counts", children, child -> child.parents().count())
            .set("child_queues", edges, edge -> edge.child().queue())
            .set("child_job_ids", edges, edge -> edge.child().jobId())
            .set("numbers", edges, Edge::number)
            .set(
                "parent_queues",
                edges,
                edge -> edge.parent() == null ? null : edge.parent().queue())
            .set(
                "parent_job_ids",
                edges,
                edge -> edge.parent() == null ? null : edge.parent().jobId())
            .set("batches", edges, Edge::batch)
            .set("on_failures", edges, Edge::onFailure),
        row -> row.getString("fire_id"));
  }

  /**
   * Finds the runs of parents that are not known yet. A parent that waits and is not tracked is
   * tracked from now on, if its worker queue tells the ends of runs.
   *
   * @return the jobs of which a parent has ended
   */
  public List<String> find(Collection<String> children) {
    String sql =
        """
        WITH parent AS MATERIALIZED (
          SELECT j.id
            FROM (SELECT DISTINCT p.queue, p.job_id FROM scheduler.job_parent p
                   WHERE p.fire_id = ANY (:children::uuid[]) AND p.run IS NULL AND p.state IS NULL) p
                 JOIN scheduler.worker_queue q ON q.name = p.queue AND (q.tracked OR q.finished_when_acknowledged)
                 JOIN scheduler.job j ON j.queue = p.queue AND j.job_id = p.job_id
           WHERE NOT j.tracked AND j.planned_at IS NULL
             FOR UPDATE OF j SKIP LOCKED)
        UPDATE scheduler.job j SET tracked = true FROM parent p WHERE j.id = p.id RETURNING j.queue, j.job_id
        """;
    List<JobKey> tracked =
        statements.query(
            "track the parents of %d jobs".formatted(children.size()),
            new SqlText(sql).set("children", children, each -> each),
            Columns::key);
    if (!tracked.isEmpty()) {
      executions.submitted(tracked);
    }
    return Stream.of("find_parents", "find_batches")
        .flatMap(function -> call(function, children).stream())
        .toList();
  }

  /** Releases those of the jobs whose parents have all ended. */
  public void release(Collection<String> children) {
    if (!children.isEmpty()) {
      call("release_children", children);
    }
  }

  private List<String> call(String function, Collection<String> children) {
    return statements.query(
        "call %s for %d jobs".formatted(function, children.size()),
        new SqlText("SELECT scheduler." + function + "(:children::uuid[]) AS fire_id")
            .set("children", children, each -> each),
        row -> row.getString("fire_id"));
  }
}
