package org.goodtiming.scheduler.api;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to register a job with {@link JobScheduler#schedule}. Immutable.
 *
 * <pre>{@code
 * JobRequest.on("order-check").jobId("4711").delay(Duration.ofMinutes(30)).text("{...}").build()
 * }</pre>
 */
public final class JobRequest {

  /** How the registration treats a job that already waits under the same key. */
  public enum IfExists {
    /** Replaces the waiting job, unless a later intent was sent for it. The default. */
    REPLACE(WireContract.IF_EXISTS_REPLACE),
    /**
     * Replaces the waiting job, but lets an unchanged schedule continue: it keeps its next run, its
     * count and its pause. For applications that register their schedules at each start.
     */
    UPDATE(WireContract.IF_EXISTS_UPDATE),
    /** The waiting job stays unchanged. */
    KEEP(WireContract.IF_EXISTS_KEEP),
    /** The waiting job stays unchanged; this registration goes into quarantine. */
    REJECT(WireContract.IF_EXISTS_REJECT);

    final String wireName;

    IfExists(String wireName) {
      this.wireName = wireName;
    }
  }

  /** How the scheduler treats missed runs of a recurring job. */
  public enum Misfire {
    /** One run, at once, for all missed runs. The default. */
    FIRE_ONCE(WireContract.MISFIRE_FIRE_ONCE),
    /** The same, but each missed run counts as a run. */
    FIRE_ONCE_COUNTED(WireContract.MISFIRE_FIRE_ONCE_COUNTED),
    /** No run for missed runs; the next run is the first one in the future. */
    SKIP(WireContract.MISFIRE_SKIP),
    /** The same, but each missed run counts as a run. */
    SKIP_COUNTED(WireContract.MISFIRE_SKIP_COUNTED),
    /** Each missed run is dispatched, one after the other. */
    FIRE_ALL(WireContract.MISFIRE_FIRE_ALL);

    final String wireName;

    Misfire(String wireName) {
      this.wireName = wireName;
    }
  }

  /** What happens to a run of a recurring job that is due before the end of the previous run. */
  public enum Overlap {
    /** It is dispatched. The default. */
    ALLOW(WireContract.OVERLAP_ALLOW),
    /** It waits for the end of the previous run, at most a day. */
    WAIT(WireContract.OVERLAP_WAIT),
    /** It is skipped, and ends as expired. */
    SKIP(WireContract.OVERLAP_SKIP),
    /** It is dispatched, and the previous run is cancelled: its worker is asked to stop. */
    CANCEL(WireContract.OVERLAP_CANCEL);

    final String wireName;

    Overlap(String wireName) {
      this.wireName = wireName;
    }
  }

  /** What becomes of a job of which a parent has ended otherwise than {@code FINISHED}. */
  public enum IfParentFails {
    /** It is held until an operator releases or cancels it. The default. */
    HOLD(WireContract.IF_PARENT_FAILS_HOLD),
    /** It is cancelled. */
    CANCEL(WireContract.IF_PARENT_FAILS_CANCEL),
    /** It is dispatched. */
    RUN(WireContract.IF_PARENT_FAILS_RUN);

    final String wireName;

    IfParentFails(String wireName) {
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
   * @param queue name of the worker queue, as on the scheduler's allow-list
   */
  public static JobRequestBuilder on(String queue) {
    return new JobRequestBuilder(queue);
  }

  /** The key that identifies the job for a replacement or a cancel. */
  public JobKey key() {
    return key;
  }

  /** All JMS properties of the registration, with the names of {@link WireContract}. */
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
    Object delay = properties.getOrDefault(WireContract.DELAY, "PT0S");
    return recurrence == null ? "in " + delay : recurrence;
  }
}
