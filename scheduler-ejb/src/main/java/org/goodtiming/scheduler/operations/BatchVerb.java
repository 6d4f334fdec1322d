package org.goodtiming.scheduler.operations;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operation that is applied to each selected job or row. */
public enum BatchVerb {
  CANCEL(true),
  RESCHEDULE(true),
  RUN_NOW(true),
  HOLD(true),
  RELEASE(true),
  RESUBMIT(false),
  DELETE(false);

  private final boolean ofJobs;

  BatchVerb(boolean ofJobs) {
    this.ofJobs = ofJobs;
  }

  /** Whether it changes waiting jobs, and not rows of the quarantine. */
  public boolean isOfJobs() {
    return ofJobs;
  }

  /** Whether the jobs that it changes are held; null if it changes both. */
  @Nullable Boolean ofHeld() {
    return switch (this) {
      case HOLD -> false;
      case RELEASE -> true;
      case CANCEL, RESCHEDULE, RUN_NOW, RESUBMIT, DELETE -> null;
    };
  }

  /** As in table batch_operation, and as clients name it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<BatchVerb> of(String label) {
    return Arrays.stream(values()).filter(verb -> verb.label().equals(label)).findFirst();
  }
}
