package org.goodtiming.scheduler.explanation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.policy.Cause;
import org.jspecify.annotations.Nullable;

/**
 * The causes of a job's delay, or of its failure to run.
 *
 * @param dueAt null if unknown
 * @param lateness from the due time to the beginning; null if the job has not begun
 * @param causes the most important first
 */
public record Explanation(
    Question question,
    String summary,
    @Nullable Instant dueAt,
    @Nullable Duration lateness,
    List<Cause> causes) {

  /** The question that an explanation answers. */
  public enum Question {
    NOT_RUN("not-run"),
    FAILED("failed"),
    LATE("late"),
    ON_TIME("on-time"),
    ENDED("ended");

    private final String label;

    Question(String label) {
      this.label = label;
    }

    /** The name in answers. */
    public String label() {
      return label;
    }
  }

  static Explanation of(Question question, String summary, @Nullable Instant dueAt, Cause cause) {
    return new Explanation(question, summary, dueAt, null, List.of(cause));
  }
}
