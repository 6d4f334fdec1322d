package org.goodtiming.scheduler.dev;

import org.jspecify.annotations.Nullable;

/** Something the stack cannot get past by itself; the message is one line that says what to do. */
public final class DevStackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;

  DevStackException(String code, String text, @Nullable Throwable cause) {
    super(code + " " + text, cause);
    this.code = code;
  }

  /** The stable code the message begins with, such as {@code DEV-0003}. */
  public String code() {
    return code;
  }
}
