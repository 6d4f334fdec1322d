package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.JOB_ID_MISSING;
import static org.goodtiming.scheduler.contract.Refusal.JOB_ID_RESERVED;
import static org.goodtiming.scheduler.contract.Refusal.QUEUE_MISSING;

import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.message.StorableText;
import org.jspecify.annotations.Nullable;

/** The keys in messages, and generated keys. */
final class JobKeys {

  private JobKeys() {}

  /** The id of a job to schedule, generated if it has none. */
  static String jobId(ContractProperties properties, @Nullable String messageId) {
    String jobId = properties.name(WireContract.JOB_ID);
    if (Canary.NAME.equals(jobId) && !Canary.isRegistration(properties.all())) {
      throw JOB_ID_RESERVED.because(Canary.NAME);
    }
    return jobId == null ? generatedId(messageId) : jobId;
  }

  static JobKey toCancel(ContractProperties properties) {
    String queue = queue(properties);
    String jobId = properties.name(WireContract.JOB_ID);
    if (jobId == null) {
      throw JOB_ID_MISSING.because();
    }
    if (Canary.NAME.equals(jobId)) {
      throw JOB_ID_RESERVED.because(Canary.NAME);
    }
    return new JobKey(queue, jobId);
  }

  /**
   * The message id that a separate message with this line would have; null if it would not be
   * unique.
   */
  static @Nullable String lineId(@Nullable String messageId, int line) {
    return messageId == null || bare(messageId).isBlank() ? null : messageId + "#" + line;
  }

  static String queue(ContractProperties properties) {
    String queue = properties.name(WireContract.QUEUE);
    if (queue == null) {
      throw QUEUE_MISSING.because();
    }
    return queue;
  }

  /** The message's own id, if it is unique: AMQP clients choose arbitrary ids. */
  private static String generatedId(@Nullable String messageId) {
    String id = messageId == null ? "" : bare(messageId);
    return StorableText.isName(id) && !Canary.NAME.equals(id) ? id : UUID.randomUUID().toString();
  }

  private static String bare(String messageId) {
    return messageId.startsWith("ID:") ? messageId.substring("ID:".length()) : messageId;
  }
}
