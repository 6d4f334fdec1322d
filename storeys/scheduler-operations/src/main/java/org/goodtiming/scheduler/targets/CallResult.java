package org.goodtiming.scheduler.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.goodtiming.scheduler.execution.Report.Result;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.post.HttpAnswer;
import org.jspecify.annotations.Nullable;

/**
 * What the answer of a target, or its absence, means for the job.
 *
 * @param code of a failure; empty otherwise
 * @param text why it has failed; empty otherwise
 * @param least before the next attempt
 * @param result null if there is none
 */
record CallResult(
    Outcome outcome, String code, String text, Duration least, @Nullable Result result) {

  /** What is kept of an answer as the result of a run. */
  static final int MAX_RESULT = 64 * 1024;

  private static final int ACCEPTED = 202;
  private static final Set<Integer> RETRIABLE = Set.of(408, 425, 429);

  /**
   * A target that asks for more is tried earlier: an error of its own must not stop jobs for days.
   */
  private static final Duration MAX_WAIT = Duration.ofHours(1);

  private static final int MAX_SHOWN = 200;

  /** What happens next. */
  enum Outcome {
    FINISHED,
    /** The target will report the end. */
    ACCEPTED,
    /** Another attempt may succeed. */
    FAILED,
    REFUSED;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param answer whose content was read up to {@link #MAX_RESULT}
   */
  static CallResult of(HttpAnswer answer, Instant now) {
    if (answer.isAccepted()) {
      return answer.status() == ACCEPTED
          ? new CallResult(Outcome.ACCEPTED, "", "", Duration.ZERO, null)
          : finished(answer);
    }
    String text = answer.refusal() + shown(answer.content());
    if (answer.status() >= 500 || RETRIABLE.contains(answer.status())) {
      Duration wait = answer.retryAfter(now);
      return failed(text, wait.compareTo(MAX_WAIT) < 0 ? wait : MAX_WAIT);
    }
    return new CallResult(
        Outcome.REFUSED, "SCHED-0720", "the target refused the job: " + text, Duration.ZERO, null);
  }

  /** There is no answer, or the target must not get the job. */
  static CallResult of(IOException failure) {
    // Exceptions of the platform often have only a name as their text
    String message = String.valueOf(failure.getMessage());
    return failed(message.contains(" ") ? message : failure.toString(), Duration.ZERO);
  }

  private static CallResult failed(String why, Duration least) {
    return new CallResult(
        Outcome.FAILED, "SCHED-0721", "the target did not do the job: " + why, least, null);
  }

  /** A result that is too large ends the run as a failure; another attempt would have the same. */
  CallResult asEndOfRun() {
    return result == null || result.bytes().length <= MAX_RESULT
        ? this
        : new CallResult(
            Outcome.REFUSED,
            "SCHED-0725",
            "the answer has more than %d bytes, which is too much for a result: answer with a reference to it"
                .formatted(MAX_RESULT),
            Duration.ZERO,
            null);
  }

  private static CallResult finished(HttpAnswer answer) {
    byte[] content = answer.content();
    Result result =
        content == null || content.length == 0
            ? null
            : AnswerContent.result(answer.contentType(), content);
    return new CallResult(Outcome.FINISHED, "", "", Duration.ZERO, result);
  }

  /** The beginning of the content for people; it often says why. */
  private static String shown(byte @Nullable [] content) {
    String text = content == null ? "" : new String(content, UTF_8).strip();
    return text.isEmpty() ? "" : ": " + LogText.oneLine(StorableText.shown(text, MAX_SHOWN));
  }
}
