package org.goodtiming.scheduler.operations;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.jspecify.annotations.Nullable;

/**
 * The condition on which a waiting job, or a row, is changed.
 *
 * @param tags of which it must have one; empty if it only has to exist; null if it need not
 */
public record Condition(@Nullable Set<String> tags) {

  public static final Condition NONE = new Condition(null);

  void check(JobChanges changes, String queue, String jobId) {
    check(() -> changes.lockedTag(queue, jobId));
  }

  /**
   * Does nothing unless there is a condition.
   *
   * @param lockedTag locks what is to change, and reads its tag; empty if there is nothing
   * @throws ChangedMeanwhileException if it does not have one of the tags
   */
  void check(Supplier<Optional<String>> lockedTag) {
    if (tags != null) {
      Optional<String> tag = lockedTag.get();
      if (tag.isEmpty() || !(tags.isEmpty() || tags.contains(tag.get()))) {
        throw new ChangedMeanwhileException();
      }
    }
  }
}
