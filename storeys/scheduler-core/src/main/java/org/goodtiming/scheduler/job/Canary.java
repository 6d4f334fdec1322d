package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;

/**
 * A job of the scheduler's own, which goes the way of the jobs of its worker queue, but to an
 * address beside the queue. It has expired when it is registered: whatever else claims it, such as
 * a node of an earlier version, removes it instead of sending it to a worker (docs/adr/0129).
 */
public final class Canary {

  /** Its job id, and the broker's address and queue of all canaries. */
  public static final String NAME = "scheduler.canary";

  /** The property of its message with the time of its dispatch, by the database's clock. */
  public static final String DISPATCHED_AT = "dispatchedAt";

  /** From its registration to its due time. */
  public static final Duration DELAY = Duration.ofSeconds(2);

  /** SQL condition: whether a row j of table job is an application's. */
  public static final String EXCLUDED = "j.job_id <> '" + NAME + "'";

  /** Its expiry, which no registration of an application may have. */
  private static final Instant BEFORE_IT_IS_DUE = Instant.EPOCH;

  /** JMS's default. */
  private static final int PRIORITY = 4;

  private Canary() {}

  /**
   * The properties of its registration: a check, with which a node of an earlier version does
   * nothing.
   *
   * @param token by which it is accepted
   */
  public static Map<String, String> registration(String queue, String token) {
    return Map.of(
        WireContract.OP,
        WireContract.OP_CHECK,
        WireContract.QUEUE,
        queue,
        WireContract.JOB_ID,
        NAME,
        WireContract.CORRELATION_ID,
        token,
        WireContract.DELAY,
        DELAY.toString());
  }

  /** Whether a message has the properties of such a registration. */
  public static boolean isRegistration(Map<String, Object> properties) {
    return NAME.equals(properties.get(WireContract.JOB_ID))
        && WireContract.OP_CHECK.equals(properties.get(WireContract.OP));
  }

  public static boolean is(JobKey key) {
    return NAME.equals(key.jobId());
  }

  /**
   * The job of its registration, of which it takes nothing but its token and its time; one that
   * waits stays.
   *
   * @param keyed whether jobs of its queue are stored with a key
   */
  public static NewJob of(NewJob registration, boolean keyed) {
    Envelope sent = registration.envelope();
    Object token = sent.carried().get(JobProperty.CORRELATION_ID);
    Map<JobProperty, Object> carried =
        token == null ? Map.of() : Map.of(JobProperty.CORRELATION_ID, token);
    return new NewJob(
        registration.key(),
        new Due.After(DELAY),
        IfExists.KEEP,
        registration.sentAt(),
        registration.registeredBy(),
        registration.messageId(),
        BEFORE_IT_IS_DUE,
        false,
        new Envelope(sentAt(sent.body()), Map.of(), carried, null, PRIORITY),
        null,
        false,
        keyed);
  }

  /** Its content; empty if it is no time. */
  private static Body sentAt(Body sent) {
    try {
      return Body.text(Instant.parse(sent.asText()).toString());
    } catch (DateTimeParseException e) {
      return Body.text("");
    }
  }
}
