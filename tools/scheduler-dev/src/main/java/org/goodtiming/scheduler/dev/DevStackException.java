package org.goodtiming.scheduler.dev;

import org.jspecify.annotations.Nullable;

/** A failure that the stack cannot handle; the message is a line that names the remedy. */
public final class DevStackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;

  DevStackException(String code, String text, @Nullable Throwable cause) {
    super(code + " " + text, cause);
    this.code = code;
  }

  /** An exception of another process, by its message. */
  static DevStackException told(String message) {
    var parts = message.split(" ", 2);
    return new DevStackException(parts[0], parts[parts.length - 1], null);
  }

  /** The stable code the message begins with, such as {@code DEV-0003}. */
  public String code() {
    return code;
  }
}
