package org.goodtiming.scheduler.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * A worker's report on the run that was delivered to it.
 *
 * @param token of the delivery
 * @param progress 0 to 100
 * @param worker its name for itself
 * @param timeout of a long-running worker: it counts as dead if no further report comes within this
 *     time
 * @param maxAttempts how many attempts of the run may be used up; null if this report does not say
 * @param retry whether a failed run may be tried again, as its policy says
 * @param retryAt when to try it again; null after the delay of the policy
 * @param notes are kept with the run
 */
public record Report(
    UUID fireId,
    String token,
    Event event,
    @Nullable String message,
    @Nullable Integer progress,
    @Nullable String worker,
    @Nullable Duration timeout,
    @Nullable Integer maxAttempts,
    @Nullable Result result,
    boolean retry,
    @Nullable Instant retryAt,
    Notes notes) {

  /** The result of the worker; text and JSON in UTF-8. */
  public record Result(ResultLookup.Kind kind, byte[] bytes) {}

  /**
   * The notes of the worker since its last report.
   *
   * @param checkpoint the state from which the next attempt goes on, one JSON value; null if it has
   *     saved none
   * @param log lines for people, the oldest first
   */
  public record Notes(@Nullable String checkpoint, List<String> log) {

    /** Empty notes. */
    public static final Notes NONE = new Notes(null, List.of());

    boolean isEmpty() {
      return checkpoint == null && log.isEmpty();
    }

    /** Joins two notes: keeps the later checkpoint and the last lines. */
    public Notes followedBy(Notes later) {
      List<String> lines = Stream.concat(log.stream(), later.log.stream()).toList();
      return new Notes(later.checkpoint == null ? checkpoint : later.checkpoint, last(lines));
    }

    static List<String> last(List<String> lines) {
      int first = Math.max(0, lines.size() - WireContract.MAX_LOG_LINES);
      return List.copyOf(lines.subList(first, lines.size()));
    }
  }

  /** The event that is reported, and the state that follows. */
  public enum Event {
    STARTED(ExecutionState.RUNNING),
    PROGRESS(ExecutionState.RUNNING),
    HEARTBEAT(ExecutionState.RUNNING),
    FINISHED(ExecutionState.FINISHED),
    FAILED(ExecutionState.ERROR),
    CANCELLED(ExecutionState.CANCELLED),
    /** The worker stops before the work is done: the run waits again. */
    RETURNED(ExecutionState.SUBMITTED);

    private final ExecutionState state;

    Event(ExecutionState state) {
      this.state = state;
    }

    /** The state that follows. */
    public ExecutionState state() {
      return state;
    }

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    static @Nullable Event named(String wireName) {
      return Arrays.stream(values())
          .filter(event -> event.wireName().equals(wireName))
          .findFirst()
          .orElse(null);
    }

    /** The states in which the report is accepted. */
    public Set<ExecutionState> takenIn() {
      Set<ExecutionState> states = EnumSet.copyOf(state.predecessors());
      if (state == ExecutionState.RUNNING) {
        states.add(ExecutionState.RUNNING);
      }
      // A waiting job has no worker
      states.remove(ExecutionState.SUBMITTED);
      return states;
    }

    /** The names of these states, separated by spaces. */
    String takenInNames() {
      return takenIn().stream().map(ExecutionState::name).collect(Collectors.joining(" "));
    }

    static String names() {
      return Arrays.stream(values()).map(Event::wireName).collect(Collectors.joining(", "));
    }
  }

  boolean isReturn() {
    return event == Event.RETURNED;
  }

  /** Whether the run may be tried again. */
  public boolean isRetriable() {
    return event == Event.FAILED && retry;
  }

  /** Returns this failure with a note after its reason. */
  Report noted(String note) {
    String reason = message == null ? note : "%s (%s)".formatted(message, note);
    return copy(event, reason, result, retry);
  }

  /**
   * Returns this end as a failure without its result; another attempt would have the same result.
   */
  Report failed(String why) {
    return copy(Event.FAILED, why, null, false);
  }

  private Report copy(
      Event otherEvent, String otherMessage, @Nullable Result otherResult, boolean otherRetry) {
    return new Report(
        fireId,
        token,
        otherEvent,
        otherMessage,
        progress,
        worker,
        timeout,
        maxAttempts,
        otherResult,
        otherRetry,
        null,
        notes);
  }
}
