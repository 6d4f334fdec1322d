package org.goodtiming.scheduler.encryption;

import org.jspecify.annotations.Nullable;

/**
 * The content of a job in a row.
 *
 * @param properties the text of a JSON object; null if there are none
 * @param body the payload; null if there is none
 */
public record Content(@Nullable String properties, byte @Nullable [] body) {

  /** Id of the key. Registrants cannot send it: the wire contract has no such property. */
  public static final String KEY = "scheduler_encryptedWith";

  /** Whether it was encrypted. */
  public boolean isEncrypted() {
    // The colon distinguishes the name from a value
    return properties != null && properties.contains('"' + KEY + "\":");
  }
}
