package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the end of the run that a job waits for or has begun.
 *
 * @param poll reads the job with its latest runs
 */
record JobEnd(Supplier<JsonObject> poll, Patience patience) {

  private static final String FIRE_ID = "fireId";
  private static final Set<String> ACTIVE = Set.of("SUBMITTED", "DISPATCHED", "RUNNING");

  /**
   * Waits.
   *
   * @param limit null for any time
   * @return the run that has ended; empty if the job is not tracked, and no longer waits
   * @throws Failure if the job cannot be read, is not there in the first place, or takes longer
   */
  Optional<JsonObject> await(@Nullable Duration limit) {
    Instant begin = patience.clock().instant();
    JsonObject job = poll.get();
    String fireId = fireId(job);
    while (isActive(job, fireId)) {
      if (limit != null && !patience.clock().instant().isBefore(begin.plus(limit))) {
        throw new Failure(ExitStatus.UNAVAILABLE, "The run %s has not ended yet".formatted(fireId));
      }
      if (!patience.pause().getAsBoolean()) {
        throw new Failure(ExitStatus.UNAVAILABLE, "The wait was interrupted");
      }
      job = readAgain();
    }
    return run(job, fireId);
  }

  /** Reads the state again; an empty object if it no longer exists. */
  private JsonObject readAgain() {
    try {
      return patience.read(poll);
    } catch (Failure e) {
      if (e.status == ExitStatus.NOT_FOUND) {
        return JsonValue.EMPTY_JSON_OBJECT;
      }
      throw e;
    }
  }

  /** The fire id of the waiting run, or of the latest. */
  private static String fireId(JsonObject job) {
    return job.getBoolean("waiting")
        ? job.getString(FIRE_ID, "")
        : job.getJsonArray("executions").getJsonObject(0).getString(FIRE_ID, "");
  }

  private static boolean isActive(JsonObject job, String fireId) {
    return run(job, fireId)
        .map(run -> ACTIVE.contains(run.getString("state", "")))
        .orElseGet(
            () -> job.getBoolean("waiting", false) && fireId.equals(job.getString(FIRE_ID, "")));
  }

  private static Optional<JsonObject> run(JsonObject job, String fireId) {
    return job.getOrDefault("executions", JsonValue.EMPTY_JSON_ARRAY).asJsonArray().stream()
        .map(JsonValue::asJsonObject)
        .filter(run -> run.getString(FIRE_ID, "").equals(fireId))
        .findFirst();
  }
}
