package org.goodtiming.scheduler.execution;

import java.time.Duration;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.jspecify.annotations.Nullable;

/** Reports of the worker of a run, for tests. */
final class Reports {

  private Reports() {}

  static Report of(ClaimedJob run, Report.Event event, @Nullable Integer maxAttempts) {
    return of(run, event, maxAttempts, Report.Notes.NONE);
  }

  static Report of(ClaimedJob run, Report.Event event, Report.Notes notes) {
    return of(run, event, null, notes);
  }

  private static Report of(
      ClaimedJob run, Report.Event event, @Nullable Integer maxAttempts, Report.Notes notes) {
    return new Report(
        run.fireId(),
        run.run().token(),
        event,
        null,
        null,
        "w1",
        Duration.ofMinutes(1),
        maxAttempts,
        null,
        true,
        null,
        notes);
  }
}
