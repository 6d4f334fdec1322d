package org.goodtiming.scheduler.job;

import java.time.Duration;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * What a registrant says of a job batch.
 *
 * @param size number of its members, which closes it; null: it is only opened
 * @param timeout how long members may be missing; null: as it was
 */
public record BatchChange(String id, @Nullable Integer size, @Nullable Duration timeout) {

  /** Whether the text is a number of members that a batch may have. */
  public static boolean isSize(String text) {
    return text.matches("[0-9]{1,8}") && Integer.parseInt(text) <= WireContract.MAX_BATCH_SIZE;
  }
}
