package org.goodtiming.scheduler.policy;

import java.util.List;
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

  public static final String OPERATOR = "operator";

  public static Cure post(String text, String... path) {
    return new Cure(text, "POST", List.of(path), null, OPERATOR);
  }
}
