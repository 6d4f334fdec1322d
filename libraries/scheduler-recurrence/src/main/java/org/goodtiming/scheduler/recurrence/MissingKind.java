package org.goodtiming.scheduler.recurrence;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.goodtiming.scheduler.recurrence.cron.CronExpression;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** Guesses the kind of a text that does not name one. */
final class MissingKind {
  private static final int MAX_GUESS = 500;

  private MissingKind() {}

  /** The text with its kind, which can be read; empty when no kind fits. */
  static Optional<String> guess(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    if (text.length() > MAX_GUESS) {
      return Optional.empty();
    }
    if (upper.startsWith("FREQ=")) {
      return Optional.of("rrule:" + text);
    }
    if (upper.matches("R[0-9]*/.+")) {
      return Optional.of("iso:" + upper);
    }
    if (upper.matches("P[0-9T].*")) {
      return Optional.of("every:" + upper);
    }
    return cron(text, CronExpression::parse).or(() -> cron(text, CronExpression::parseUnix));
  }

  private static Optional<String> cron(String text, Function<String, CronExpression> parser) {
    try {
      return Optional.of(parser.apply(text).kind() + ":" + text);
    } catch (RecurrenceSyntaxException e) {
      return Optional.empty();
    }
  }
}
