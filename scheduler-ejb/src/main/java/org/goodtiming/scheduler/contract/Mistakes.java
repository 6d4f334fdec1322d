package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.DUE_MISSING;
import static org.goodtiming.scheduler.contract.Refusal.QUEUE_MISSING;
import static org.goodtiming.scheduler.contract.Refusal.RECURRENCE_MISSING;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** All that is wrong with a job, each told once. */
final class Mistakes {

  private static final Set<Refusal> ABSENCES =
      Set.of(QUEUE_MISSING, DUE_MISSING, RECURRENCE_MISSING);

  private final List<Mistake> all = new ArrayList<>();
  private boolean partlyRead;

  /** Notes that a part was not read, which may contain values that seem to be missing. */
  void partlyRead() {
    partlyRead = true;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  void add(RefusedException found) {
    if (!(partlyRead && ABSENCES.contains(found.refusal()))) {
      add(found.mistake());
    }
  }

  void add(Mistake mistake) {
    if (!all.contains(mistake)) {
      all.add(mistake);
    }
  }

  /** Notes why it cannot be read, if it cannot. */
  void check(Runnable reading) {
    read(
        () -> {
          reading.run();
          return true;
        },
        false);
  }

  /**
   * Reads a value, and notes why it cannot be read.
   *
   * @param otherwise the result if it cannot be read
   */
  <T> T read(Supplier<T> reading, T otherwise) {
    try {
      return reading.get();
    } catch (RuntimeException | StackOverflowError e) {
      add(RefusedException.of(e));
      return otherwise;
    }
  }

  List<Mistake> all() {
    return List.copyOf(all);
  }
}
