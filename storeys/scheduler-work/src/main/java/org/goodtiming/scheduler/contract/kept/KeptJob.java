package org.goodtiming.scheduler.contract.kept;

import static org.goodtiming.scheduler.contract.Refusal.NOT_A_JOB;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.contract.ContractNames;
import org.goodtiming.scheduler.contract.DueTimes;
import org.goodtiming.scheduler.contract.RefusedException;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.quarantine.QuarantinedMessage;

/** A job that was not dispatched, or that its worker failed at: how it can be registered again. */
public final class KeptJob {

  private KeptJob() {}

  /**
   * The registration that restores the job. An expiry in the past is omitted, because the job would
   * expire again.
   *
   * @param message of the row
   * @throws RefusedException if it is not a job of the scheduler
   */
  public static ReceivedMessage asRegistration(
      QuarantinedMessage row, ReceivedMessage message, Instant now) {
    String queue = row.queue();
    String jobId = row.jobId();
    boolean job = message.kind() == Kind.TEXT || message.kind() == Kind.BYTES;
    if (!job
        || !message.properties().containsKey(WireContract.FIRE_ID)
        || queue == null
        || jobId == null) {
      throw NOT_A_JOB.because(
          String.valueOf(row.id()), message.kind().title(), queue == null ? "unknown" : queue);
    }
    return message.withProperties(registration(message.properties(), queue, jobId, now));
  }

  /** The properties of a registration, from those of a job that was dispatched, or would be. */
  public static Map<String, Object> registration(
      Map<String, Object> delivered, String queue, String jobId, Instant now) {
    Map<String, Object> properties = new HashMap<>(delivered);
    properties.keySet().removeIf(ContractNames::isOutbound);
    properties.remove(WireContract.OP);
    properties.put(WireContract.QUEUE, queue);
    properties.put(WireContract.JOB_ID, jobId);
    rename(properties, "JMSPriority", WireContract.PRIORITY);
    rename(properties, "JMSXGroupID", WireContract.GROUP);
    Object expiresAt = properties.get(WireContract.EXPIRES_AT);
    if (expiresAt != null && !DueTimes.moment(WireContract.EXPIRES_AT, expiresAt).isAfter(now)) {
      properties.remove(WireContract.EXPIRES_AT);
    }
    return properties;
  }

  /**
   * Renames a header of a message to a worker, for these correspond to properties of a
   * registration.
   */
  private static void rename(Map<String, Object> properties, String header, String property) {
    Object value = properties.remove(header);
    if (value != null) {
      properties.putIfAbsent(property, value);
    }
  }
}
