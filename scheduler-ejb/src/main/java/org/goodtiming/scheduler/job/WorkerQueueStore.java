package org.goodtiming.scheduler.job;

import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.Set;

/** The allow-list of worker queues. */
public final class WorkerQueueStore {

  private final EntityManager entities;

  public WorkerQueueStore(EntityManager entities) {
    this.entities = entities;
  }

  /** Names of all queues that jobs may be registered for. */
  public Set<String> names() {
    return Set.copyOf(
        entities.createQuery("SELECT q.name FROM WorkerQueue q", String.class).getResultList());
  }

  /** The queue as a whole refuses: it rests for a while. */
  public void failed(String queue, Duration rest, String error) {
    String sql =
        """
        UPDATE scheduler.worker_queue
           SET failures = failures + 1, retry_at = clock_timestamp() + CAST(:rest AS interval), last_error = :error
         WHERE name = :queue
        """;
    entities
        .createNativeQuery(sql)
        .setParameter("rest", rest.toString())
        .setParameter("error", error)
        .setParameter("queue", queue)
        .executeUpdate();
  }

  /** The queue takes messages again. */
  public void recovered(String queue) {
    entities
        .createQuery(
            "UPDATE WorkerQueue q SET q.failures = 0, q.retryAt = NULL, q.lastError = NULL WHERE"
                + " q.name = :queue")
        .setParameter("queue", queue)
        .executeUpdate();
  }
}
