package org.goodtiming.scheduler.api;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job to be registered: what {@link JobScheduler#schedule} sends. Immutable.
 *
 * <pre>{@code
 * JobRequest.on("order-check").jobId("4711").delay(Duration.ofMinutes(30)).text("{...}").build()
 * }</pre>
 */
public final class JobRequest {

  /** What this registration means when a job already waits under its key. */
  public enum IfExists {
    /** The waiting job is replaced, unless a later intent was sent for it. The default. */
    REPLACE(WireContract.IF_EXISTS_REPLACE),
    /** The waiting job stays unchanged. */
    KEEP(WireContract.IF_EXISTS_KEEP),
    /** The waiting job stays unchanged; this registration is put into quarantine. */
    REJECT(WireContract.IF_EXISTS_REJECT);

    final String wireName;

    IfExists(String wireName) {
      this.wireName = wireName;
    }
  }

  /** Of a job that recurs: what becomes of planned times that were missed. */
  public enum Misfire {
    /** One run for all of them, at once. The default. */
    FIRE_ONCE(WireContract.MISFIRE_FIRE_ONCE),
    /** The same, and each of them counts as a run. */
    FIRE_ONCE_COUNTED(WireContract.MISFIRE_FIRE_ONCE_COUNTED),
    /** No run for any of them; the next one is the first that is still to come. */
    SKIP(WireContract.MISFIRE_SKIP),
    /** The same, and each of them counts as a run. */
    SKIP_COUNTED(WireContract.MISFIRE_SKIP_COUNTED),
    /** A run for each of them, one after the other. */
    FIRE_ALL(WireContract.MISFIRE_FIRE_ALL);

    final String wireName;

    Misfire(String wireName) {
      this.wireName = wireName;
    }
  }

  private final JobKey key;
  private final Map<String, Object> properties;
  private final @Nullable Instant dueAt;
  private final byte @Nullable [] bytes;
  private final String text;

  JobRequest(JobRequestBuilder builder) {
    String jobId = builder.jobId == null ? UUID.randomUUID().toString() : builder.jobId;
    this.key = new JobKey(builder.queue, jobId);
    this.dueAt = builder.dueAt;
    this.bytes = builder.bytes;
    this.text = builder.text;
    Map<String, Object> all = new LinkedHashMap<>(builder.properties);
    all.put(WireContract.SCHEDULER_VERSION, WireContract.VERSION);
    all.put(WireContract.QUEUE, key.queue());
    all.put(WireContract.JOB_ID, key.jobId());
    this.properties = Collections.unmodifiableMap(all);
  }

  /**
   * Starts a request.
   *
   * @param queue the worker queue, as on the scheduler's allow-list
   */
  public static JobRequestBuilder on(String queue) {
    return new JobRequestBuilder(queue);
  }

  /** The identification by which the job can be replaced and cancelled. */
  public JobKey key() {
    return key;
  }

  /** All JMS properties of the registration, by the names of {@link WireContract}. */
  public Map<String, Object> properties() {
    return properties;
  }

  /** The payload, if it is bytes; null if it is text. */
  public byte @Nullable [] bytes() {
    return bytes == null ? null : bytes.clone();
  }

  /** The payload, if it is text; empty if it is bytes or was not given. */
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return "JobRequest[%s due %s]".formatted(key, due());
  }

  private Object due() {
    if (dueAt != null) {
      return dueAt;
    }
    Object recurrence = properties.get(WireContract.RECURRENCE);
    return recurrence == null ? "in " + properties.get(WireContract.DELAY) : recurrence;
  }
}
