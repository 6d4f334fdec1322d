package org.goodtiming.scheduler.recurrence.syntax;

/**
 * A text cannot be read as a recurrence or calendar; the message names the place and the
 * correction.
 */
public final class RecurrenceSyntaxException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public RecurrenceSyntaxException(String message) {
    super(message);
  }
}
