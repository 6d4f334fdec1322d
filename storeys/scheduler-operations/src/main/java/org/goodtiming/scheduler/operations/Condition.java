package org.goodtiming.scheduler.operations;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.jspecify.annotations.Nullable;

/**
 * The condition for a change of a waiting job or a row.
 *
 * @param tags the row must have one of them; empty: the row must exist; null: it may be absent
 * @param absent whether it must not exist
 */
public record Condition(@Nullable Set<String> tags, boolean absent) {

  public static final Condition NONE = new Condition(null);
  public static final Condition ABSENT = new Condition(null, true);

  public Condition(@Nullable Set<String> tags) {
    this(tags, false);
  }

  void check(JobChanges changes, String queue, String jobId) {
    check(() -> changes.lockedTag(queue, jobId));
  }

  /**
   * Does nothing unless there is a condition.
   *
   * @param lockedTag locks what is to change, and reads its tag; empty if there is nothing
   * @throws ChangedMeanwhileException if it is not as the condition says
   */
  void check(Supplier<Optional<String>> lockedTag) {
    if (absent) {
      checkCreated(lockedTag.get().isEmpty());
    }
    if (tags != null) {
      Optional<String> tag = lockedTag.get();
      if (tag.isEmpty() || !(tags.isEmpty() || tags.contains(tag.get()))) {
        throw new ChangedMeanwhileException();
      }
    }
  }

  /**
   * After the change, for no lock keeps others from creating what does not exist.
   *
   * @throws ChangedMeanwhileException if it must not exist, and was not created
   */
  void checkCreated(boolean created) {
    if (absent && !created) {
      throw new ChangedMeanwhileException();
    }
  }
}
