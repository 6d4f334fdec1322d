package org.goodtiming.scheduler.registration;

/**
 * How much one registration may hold, and how many are taken at once.
 *
 * @param maxBodyBytes largest payload, text counted in UTF-8
 * @param maxPropertyBytes names and values of all x_ properties together; unlike bodies, the broker
 *     keeps them in memory, and refuses a message whose properties outgrow its journal buffer
 * @param maxDrained messages taken from the queue beside the one that started the listener
 */
public record RegistrationLimits(int maxBodyBytes, int maxPropertyBytes, int maxDrained) {

  public RegistrationLimits {
    if (maxBodyBytes < 1 || maxPropertyBytes < 1 || maxDrained < 0) {
      throw new IllegalArgumentException(
          "maxBodyBytes %d and maxPropertyBytes %d must be positive, maxDrained %d not negative"
              .formatted(maxBodyBytes, maxPropertyBytes, maxDrained));
    }
  }
}
