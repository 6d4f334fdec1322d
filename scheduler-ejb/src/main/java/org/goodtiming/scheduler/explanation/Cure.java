package org.goodtiming.scheduler.explanation;

import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * A request to the REST API that removes a cause.
 *
 * @param path segments below the base of the API, not encoded
 * @param body JSON; null if the request has none
 * @param role that the request requires
 */
public record Cure(
    String text, String method, List<String> path, @Nullable String body, String role) {

  static final String OPERATOR = "operator";

  static Cure post(String text, String... path) {
    return new Cure(text, "POST", List.of(path), null, OPERATOR);
  }

  static Cure ofJob(String text, JobKey key, String action) {
    return post(text, "jobs", key.queue(), key.jobId(), action);
  }
}
