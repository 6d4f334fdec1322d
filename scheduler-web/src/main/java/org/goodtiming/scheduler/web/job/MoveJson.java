package org.goodtiming.scheduler.web.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.goodtiming.scheduler.job.DurationRange;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Moments;
import org.goodtiming.scheduler.web.http.Problem;

/** Reads to which due time, or by how much, jobs are moved. */
public final class MoveJson {

  private static final String DUE_AT = "dueAt";
  private static final String DUE_OFFSET = "dueOffset";

  /** The fields of a move. */
  public static final Set<String> FIELDS = Set.of(DUE_AT, DUE_OFFSET);

  private static final DurationRange OFFSETS =
      new DurationRange(Duration.ofDays(-3_660), Duration.ofDays(3_660));
  private static final String OFFSET = "a duration of at most 3,660 days, like PT1H or -PT1H";

  private MoveJson() {}

  public static Move of(JsonFields json) {
    String offset = json.text(DUE_OFFSET);
    Instant dueAt = json.moment(DUE_AT);
    if (offset == null) {
      return new Move.To(json.required(DUE_AT, dueAt, Moments.EXPECTED + ", or dueOffset"));
    }
    if (dueAt != null) {
      throw Problem.BAD_FIELD.with(DUE_OFFSET, offset, "either dueAt or dueOffset");
    }
    return OFFSETS
        .parse(offset)
        .filter(duration -> !duration.isZero())
        .map(Move.By::new)
        .orElseThrow(() -> Problem.BAD_FIELD.with(DUE_OFFSET, offset, OFFSET));
  }
}
