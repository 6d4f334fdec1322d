package org.goodtiming.scheduler.dev;

import org.jspecify.annotations.Nullable;

/** A failure that the stack cannot handle; the message is a line that names the remedy. */
public final class DevStackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message begins with a stable code, such as {@code DEV-0003}
   */
  DevStackException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
