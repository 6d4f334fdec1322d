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
 * @param batch id of the job batch of which the job is a member; null if it is none
 */
public record Explanation(
    Question question,
    String summary,
    @Nullable Instant dueAt,
    @Nullable Duration lateness,
    List<Cause> causes,
    @Nullable String batch) {

  /** The explanation of a job that is no member of a job batch. */
  public Explanation(
      Question question,
      String summary,
      @Nullable Instant dueAt,
      @Nullable Duration lateness,
      List<Cause> causes) {
    this(question, summary, dueAt, lateness, causes, null);
  }

  /** Returns a copy for a member of a job batch. */
  public Explanation ofMember(@Nullable String id) {
    return new Explanation(question, summary, dueAt, lateness, causes, id);
  }

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
