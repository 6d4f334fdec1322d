package org.goodtiming.scheduler.job;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * One attempt of a tracked execution, as it is sent to a worker.
 *
 * @param attempt from 1; grows when the run is sent again
 * @param token known only to the receiver of the delivery; reports must contain it
 */
public record TrackedRun(int attempt, String token) {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TOKEN_BYTES = 16;

  static TrackedRun withNewToken(int attempt) {
    byte[] token = new byte[TOKEN_BYTES];
    RANDOM.nextBytes(token);
    return new TrackedRun(attempt, HexFormat.of().formatHex(token));
  }
}
