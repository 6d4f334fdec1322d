package org.goodtiming.scheduler.job;

import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of a tracked execution, in the form that a worker receives.
 *
 * @param attempt from 1; grows when the run is sent again
 * @param token known only to the receiver of the delivery; reports must contain it
 * @param checkpoint of an earlier attempt, a JSON value; null if there is none
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
