package org.goodtiming.scheduler.operations.quarantine;

import jakarta.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * An operator's changes of a quarantined message; null leaves a part unchanged.
 *
 * @param properties replace those of the same names; a null removes one
 * @param body the new body, which is text or bytes
 */
public record QuarantineMend(
    @Nullable String queue, @Nullable JsonObject properties, @Nullable Body body) {

  /** The new body of the message. */
  public record Body(boolean isText, byte[] bytes) {

    String type() {
      return isText ? "text" : "bytes";
    }
  }

  public boolean isEmpty() {
    return queue == null && properties == null && body == null;
  }
}
