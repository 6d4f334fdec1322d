package org.goodtiming.scheduler.api;

import jakarta.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the job batch has ended for which a job has waited; or, after {@link
 * JobRequestBuilder#onBatchFailure}, how it stood.
 *
 * @param id of the batch
 * @param state {@code FINISHED} if all members have, {@code FAILED} if one has failed or did not
 *     come, otherwise {@code CANCELLED}; {@code UNKNOWN} if there was no such batch
 * @param total how many members were registered
 * @param finished how many of them have finished
 * @param failed how many have ended as {@code ERROR}, {@code EXHAUSTED} or {@code EXPIRED}
 * @param cancelled how many were cancelled
 * @param missing how many members of a closed batch were not registered in time
 * @param message what is wrong with the batch itself; null if nothing is
 */
public record JobBatchEnd(
    String id,
    String state,
    int total,
    int finished,
    int failed,
    int cancelled,
    int missing,
    @Nullable String message) {

  /** Whether all members have finished. */
  public boolean isFinished() {
    return state.equals("FINISHED");
  }

  /** That of a delivery; null if no batch is a parent. */
  static @Nullable JobBatchEnd of(List<JsonObject> ends) {
    return ends.stream()
        .filter(end -> end.containsKey("batch"))
        .findFirst()
        .map(JobBatchEnd::of)
        .orElse(null);
  }

  private static JobBatchEnd of(JsonObject end) {
    return new JobBatchEnd(
        end.getString("batch"),
        end.getString("state"),
        end.getInt("total", 0),
        end.getInt("finished", 0),
        end.getInt("failed", 0),
        end.getInt("cancelled", 0),
        end.getInt("missing", 0),
        end.getString("message", null));
  }
}
