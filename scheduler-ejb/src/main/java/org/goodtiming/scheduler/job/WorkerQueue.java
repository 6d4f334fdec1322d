package org.goodtiming.scheduler.job;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** An entry of the allow-list, and how the queue takes what is handed to it. */
@Entity
@Table(schema = "scheduler", name = "worker_queue")
class WorkerQueue {

  @Id private String name = "";

  private boolean paused;

  private int failures;

  @Column(name = "retry_at")
  private @Nullable OffsetDateTime retryAt;

  @Column(name = "last_error")
  private @Nullable String lastError;

  protected WorkerQueue() {}
}
