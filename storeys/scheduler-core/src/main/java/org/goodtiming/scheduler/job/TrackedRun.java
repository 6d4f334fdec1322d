package org.goodtiming.scheduler.job;

import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a tracked execution, as it is sent to a worker.
 *
 * @param attempt from 1; grows when the run is sent again
 * @param token known only to the receiver of the delivery; reports must contain it
 * @param checkpoint of an earlier attempt, one JSON value; null if none has saved one
 */
public record TrackedRun(int attempt, String token, @Nullable String checkpoint) {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TOKEN_BYTES = 16;

  public static TrackedRun withNewToken(int attempt, @Nullable String checkpoint) {
    byte[] token = new byte[TOKEN_BYTES];
    RANDOM.nextBytes(token);
    return new TrackedRun(attempt, HexFormat.of().formatHex(token), checkpoint);
  }
}
