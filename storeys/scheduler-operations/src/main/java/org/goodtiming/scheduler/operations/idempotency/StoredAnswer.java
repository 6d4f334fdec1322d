package org.goodtiming.scheduler.operations.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a request.
 *
 * @param location relative to the API's base; null if the answer has none
 */
public record StoredAnswer(int status, String json, @Nullable String location) {

  /** Whether the request was refused, and so has done nothing. */
  public boolean isRefusal() {
    return status >= 400;
  }
}
