package org.goodtiming.scheduler.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;

/**
 * Writes durations such as 30m, 1h30m or 2d in ISO 8601, also within a policy; leaves any other
 * text unchanged, for the scheduler to check.
 */
final class ShortDurations implements ITypeConverter<String> {
  private static final Pattern SHORT =
      Pattern.compile(
          "(?<![\\w:]|\\d\\.)(?=\\d)(\\d+d)?((?:\\d+h)?(?:\\d+m)?(?:\\d+s)?)(?![\\w:])");

  @Override
  public String convert(String text) {
    return SHORT.matcher(text).replaceAll(ShortDurations::iso);
  }

  /**
   * @param text as an option has it; null without one
   * @throws Failure if it is not a duration
   */
  static @Nullable Duration parsed(@Nullable String text) {
    try {
      return text == null ? null : Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new Failure(
          ExitStatus.USAGE, "'%s' is not a duration such as 30m or 2h".formatted(text));
    }
  }

  private static String iso(MatchResult found) {
    @Nullable String days = found.group(1);
    String time = found.group(2);
    if (days == null && time.isEmpty()) {
      return found.group();
    }
    String text = "P" + (days == null ? "" : days) + (time.isEmpty() ? "" : "T" + time);
    return text.toUpperCase(Locale.ROOT);
  }
}
