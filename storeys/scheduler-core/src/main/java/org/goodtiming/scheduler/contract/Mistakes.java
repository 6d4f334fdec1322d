package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.DUE_MISSING;
import static org.goodtiming.scheduler.contract.Refusal.QUEUE_MISSING;
import static org.goodtiming.scheduler.contract.Refusal.RECURRENCE_MISSING;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads each part of a job once, and notes each mistake once. */
public final class Mistakes {

  private static final Set<Refusal> ABSENCES =
      Set.of(QUEUE_MISSING, DUE_MISSING, RECURRENCE_MISSING);

  private final List<Mistake> all = new ArrayList<>();
  private @Nullable RefusedException first;
  private boolean partlyRead;

  /** A part that was read, or why it was not. */
  public interface Part<T> {

    /**
     * @throws RefusedException if it was not read, which is noted already
     */
    T get();

    /** Returns the part, or another value if it could not be read, for parts that depend on it. */
    default T or(T otherwise) {
      try {
        return get();
      } catch (RefusedException e) {
        return otherwise;
      }
    }
  }

  /** Notes an unread part, which may contain values that seem to be missing. */
  void partlyRead() {
    partlyRead = true;
  }

  boolean isEmpty() {
    return first == null;
  }

  void add(RefusedException found) {
    if (!(partlyRead && ABSENCES.contains(found.refusal()))) {
      first = first == null ? found : first;
      add(found.mistake());
    }
  }

  void add(Mistake mistake) {
    if (!all.contains(mistake)) {
      all.add(mistake);
    }
  }

  /** Runs a check that yields no value. */
  public void check(Runnable reading) {
    part(
        () -> {
          reading.run();
          return true;
        });
  }

  /** Reads a part, or notes why it cannot be read. */
  public <T> Part<T> part(Supplier<T> reading) {
    try {
      T value = reading.get();
      return () -> value;
    } catch (RuntimeException | StackOverflowError e) {
      RefusedException refused = RefusedException.of(e);
      add(refused);
      return () -> {
        throw refused;
      };
    }
  }

  /**
   * @throws RefusedException for the first, if there is one
   */
  void end() {
    if (first != null) {
      throw first;
    }
  }

  List<Mistake> all() {
    return List.copyOf(all);
  }
}
