package org.goodtiming.scheduler.policy;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A reason for the delay of a job.
 *
 * @param code stable, for programs
 * @param since when the cause began; null if the database does not know it
 * @param cure null if no request removes the cause
 */
public record Cause(String code, String text, @Nullable Instant since, @Nullable Cure cure) {

  public static Cause of(String code, String text, @Nullable Instant since) {
    return new Cause(code, text, since, null);
  }

  public Cause with(@Nullable Cure otherCure) {
    return new Cause(code, text, since, otherCure);
  }
}
