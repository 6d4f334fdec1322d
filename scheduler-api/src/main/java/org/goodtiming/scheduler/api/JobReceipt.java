package org.goodtiming.scheduler.api;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's answer to a registration or a cancel.
 *
 * @param status the result
 * @param key of the job; null if the request did not contain it
 * @param dueAt due time of the waiting job by the database's clock; null if none waits
 * @param code stable code of the refusal; null unless rejected
 * @param reason what is wrong, the value seen, and what to do; null unless rejected
 */
public record JobReceipt(
    Status status,
    @Nullable JobKey key,
    @Nullable Instant dueAt,
    @Nullable String code,
    @Nullable String reason) {

  /** The result of a registration or a cancel. */
  public enum Status {
    /** The job waits; none waited under its key. */
    ACCEPTED(WireContract.STATUS_ACCEPTED),
    /** The job waits; it has replaced the job that waited under its key. */
    REPLACED(WireContract.STATUS_REPLACED),
    /** The job that waited under its key still waits, as the request asked. */
    KEPT(WireContract.STATUS_KEPT),
    /** A request with a later send time has been stored; this request changed nothing. */
    OVERTAKEN(WireContract.STATUS_OVERTAKEN),
    /** The request is refused, and kept in the quarantine. */
    REJECTED(WireContract.STATUS_REJECTED),
    /** The waiting job is cancelled. */
    CANCELLED(WireContract.STATUS_CANCELLED),
    /** The job was dispatched before: its tracked run is asked to stop. */
    CANCEL_REQUESTED(WireContract.STATUS_CANCEL_REQUESTED),
    /** No job waited: a registration that was sent before the cancel will not be dispatched. */
    CANCEL_NOTED(WireContract.STATUS_CANCEL_NOTED),
    /** Nothing was stored: the request only asked whether it would be accepted. */
    ACCEPTABLE(WireContract.STATUS_ACCEPTABLE);

    private final String wireName;

    Status(String wireName) {
      this.wireName = wireName;
    }

    private static Status of(@Nullable String wireName) {
      return Arrays.stream(values())
          .filter(status -> status.wireName.equals(wireName))
          .findFirst()
          .orElseThrow(
              () ->
                  new JobSchedulerException(
                      "SCHED-0197 the message is no receipt for one job: %s is '%s'"
                          .formatted(WireContract.STATUS, wireName)));
    }
  }

  /**
   * Reads a receipt, for example from a queue {@code receipts.NAME}.
   *
   * @throws JobSchedulerException if the message cannot be read or is no receipt for one job
   */
  public static JobReceipt of(Message message) {
    try {
      return new JobReceipt(
          Status.of(message.getStringProperty(WireContract.STATUS)),
          key(
              message.getStringProperty(WireContract.QUEUE),
              message.getStringProperty(WireContract.JOB_ID)),
          message.propertyExists(WireContract.DUE_AT)
              ? Instant.ofEpochMilli(message.getLongProperty(WireContract.DUE_AT))
              : null,
          message.getStringProperty(WireContract.CODE),
          message.getStringProperty(WireContract.REASON));
    } catch (JMSException e) {
      throw new JobSchedulerException(
          "SCHED-0010 the receipt cannot be read: %s".formatted(e.getMessage()), e);
    }
  }

  /** Whether the scheduler refuses the request. */
  public boolean isRejected() {
    return status == Status.REJECTED;
  }

  private static @Nullable JobKey key(@Nullable String queue, @Nullable String jobId) {
    return queue == null || jobId == null ? null : new JobKey(queue, jobId);
  }
}
