package org.goodtiming.scheduler.quarantine;

import java.util.Arrays;
import java.util.Map;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.telemetry.LogFields;
import org.jspecify.annotations.Nullable;

/**
 * Why a message is quarantined.
 *
 * @param queue the worker queue, if known
 * @param jobId the job's identification, if known
 * @param sentBy login of the registrant, if known
 */
public record QuarantineReason(
    Stage stage,
    String code,
    String reason,
    @Nullable String queue,
    @Nullable String jobId,
    @Nullable String sentBy) {

  /** The stage that the message had reached. */
  public enum Stage {
    /** The message was never stored as a job. */
    REGISTRATION("registration"),
    /** The job could not be dispatched; dispatch itself writes these rows. */
    DISPATCH("dispatch"),
    /** The job had been dispatched to its worker queue. */
    EXECUTION("execution");

    private final String label;

    Stage(String label) {
      this.label = label;
    }

    /** The value for column stage of the quarantine. */
    public String label() {
      return label;
    }

    static Stage of(String label) {
      return Arrays.stream(values())
          .filter(stage -> stage.label.equals(label))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Returns a copy with a note at the end; unchanged for an empty note. */
  public QuarantineReason with(String note) {
    return note.isEmpty()
        ? this
        : new QuarantineReason(
            stage, code, "%s (%s)".formatted(reason, note), queue, jobId, sentBy);
  }

  /** The job as fields of a log. A registration is no run, whatever it says. */
  public Map<String, String> logFields(ReceivedMessage message) {
    return LogFields.of(
        oneLine(queue), oneLine(jobId), stage == Stage.EXECUTION ? message.fireId() : null);
  }

  private static @Nullable String oneLine(@Nullable String text) {
    return text == null ? null : LogText.oneLine(text);
  }

  /** The job in words. */
  String job() {
    return "job %s of queue %s"
        .formatted(jobId == null ? "without id" : jobId, queue == null ? "unknown" : queue);
  }
}
